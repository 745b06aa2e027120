//! What is looked for: everything, a function, a line, or any error.
//!
//! A function that is only declared, as `reach_error` often is, is a target like any other: it gets a body
//! that nothing runs further than to its beginning ([`give_body`]).
//!
//! A name means every function that the source calls so: static functions of several files may share it, and one that was left
//! out would be called unreachable.

use crate::similar::similar_function;
use pathweave_exec::Image;
use pathweave_exec::code::{EXECUTED, WATCHED};
use pathweave_ir::{Body, CallGraph, Entity, Func, InstKind, Loc, Origin, Program, Terminator};

/// What is looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// All paths.
    All,
    /// Any bug.
    Error,
    /// These operations of the decoded program.
    Places(Vec<(Func, usize)>),
}

/// A target that cannot be looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoalError {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Goal {
    /// Reads a target: `error`, a function's name, `file:function`, or `file:line`.
    pub fn parse(text: &str, image: &Image) -> Result<Self, GoalError> {
        if text == "error" {
            return Ok(Self::Error);
        }
        if let Some((file, line)) = text.rsplit_once(':')
            && let Ok(line) = line.parse()
        {
            return Self::line(image, file, line);
        }
        let mut places: Vec<_> =
            functions_named(&image.program, text).into_iter().map(|func| (func, 0)).collect();
        places.extend(inlined(image, text));
        if !places.is_empty() {
            return Ok(Self::Places(places));
        }
        if let Some(file) = text.strip_suffix(':') {
            return Err(GoalError {
                message: format!("the target `{text}` has no line"),
                hint: Some(format!("name one: {file}:12")),
            });
        }
        Err(GoalError {
            message: format!("there is no function `{text}` in the program"),
            hint: Some(match similar_function(&image.program, text) {
                Some(name) => format!("there is `{name}`"),
                None => "a target is FILE:LINE, the name of a function that is defined or called, or `error`"
                    .to_owned(),
            }),
        })
    }

    fn line(image: &Image, file: &str, line: u32) -> Result<Self, GoalError> {
        let program = &image.program;
        let files: Vec<bool> =
            program.files.values().map(|data| is_same_file(&data.path, file)).collect();
        let mut places = Vec::new();
        let mut nearest: Option<u32> = None;
        for func in program.functions.keys() {
            let Some(code) = image.code(func) else { continue };
            for (pc, &loc) in code.locs.iter().enumerate() {
                let Some(at) = line_in(program, loc, &files) else { continue };
                if at == line {
                    places.push((func, pc));
                }
                if at > line && nearest.is_none_or(|best| at < best) {
                    nearest = Some(at);
                }
            }
        }
        if !places.is_empty() {
            return Ok(Self::Places(places));
        }
        Err(GoalError {
            message: format!("there is no code at {file}:{line}"),
            hint: Some(match nearest {
                Some(near) => format!(
                    "the next line with code is {near}; the compiler leaves out what it knows never to run, \
                     and with -O1 and above merges what it can"
                ),
                None => "is it a file of this program? The compiler leaves out what it knows never to run"
                    .to_owned(),
            }),
        })
    }

    /// Whether the places are all in functions that nothing calls from `entry`: where calls were replaced by the bodies of functions,
    /// what is looked for may be elsewhere, without a name.
    pub fn is_uncalled(&self, image: &Image, entry: Func) -> bool {
        let Self::Places(places) = self else { return false };
        let called = CallGraph::new(&image.program).reachable_from([entry]);
        !places.iter().any(|(func, _)| called.contains(func))
    }

    /// Makes execution come up for air at the places. Marks of execution are taken off them:
    /// they are shared by all paths, and a path is only credited with what it executes itself.
    pub fn watch(&self, image: &Image) {
        self.mark(image, |hits| (hits & !EXECUTED) | WATCHED);
    }

    /// Lets the running path go over the places.
    pub fn pass(&self, image: &Image) {
        self.mark(image, |hits| hits | EXECUTED);
    }

    /// Ends that.
    pub fn unwatch(&self, image: &Image) {
        self.mark(image, |hits| hits & !WATCHED);
    }

    fn mark(&self, image: &Image, change: impl Fn(u8) -> u8) {
        let Self::Places(places) = self else { return };
        for &(func, pc) in places {
            if let Some(code) = image.code(func) {
                code.hits[pc].set(change(code.hits[pc].get()));
            }
        }
    }
}

/// Gives the target a body if it is a function that is only declared, so that a call of it is a place, by
/// its name or through a pointer. Execution ends where it reaches that; what the function does is not
/// asked.
pub fn give_body(program: &mut Program, target: &str) {
    if target == "error" || !functions_named(program, target).is_empty() {
        return;
    }
    let Some(func) = program.function(target) else { return };
    let function = &mut program.functions[func];
    let mut body = Body::default();
    let block = body.make_block(Loc::UNKNOWN);
    for &ty in &function.signature.params {
        body.add_param(block, ty);
    }
    let what = format!("execution of `{}`, which is only declared", function.name);
    body.append(block, InstKind::Unsupported { what: what.into() }, &[], Loc::UNKNOWN);
    body.terminate(block, Terminator::Unreachable, Loc::UNKNOWN);
    function.body = Some(body);
}

/// The functions with a body that are meant by a name, or by `FILE:NAME`: those of the program that the source calls so, else
/// the one that is linked by this name.
pub fn functions_named(program: &Program, text: &str) -> Vec<Func> {
    let (file, name) = split_name(text);
    let is_meant = |func: &Func| {
        let function = &program.functions[*func];
        function.source_name == name
            && function.origin == Origin::Program
            && function.body.is_some()
            && file.is_none_or(|file| {
                place_of(program, *func).is_some_and(|(path, _)| is_same_file(path, file))
            })
    };
    let found: Vec<Func> = program.functions.keys().filter(is_meant).collect();
    if !found.is_empty() {
        return found;
    }
    let linked = program.function(text).filter(|&func| program.functions[func].body.is_some());
    linked.into_iter().collect()
}

/// The file that a name begins with, and the name.
fn split_name(text: &str) -> (Option<&str>, &str) {
    match text.rsplit_once(':') {
        Some((file, name)) if !file.ends_with(':') => (Some(file), name),
        _ => (None, text),
    }
}

/// Operations of a function's body where it stands in the place of a call.
fn inlined(image: &Image, text: &str) -> Vec<(Func, usize)> {
    let program = &image.program;
    let (file, name) = split_name(text);
    let is_part = |loc: Loc| {
        let mut at = &program.locs[loc];
        while let Some(outer) = at.inlined_at {
            let is_file = |path: &str| file.is_none_or(|file| is_same_file(path, file));
            if at.function.is_some_and(|function| program.names[function] == name)
                && at.file.is_none_or(|file| is_file(&program.files[file].path))
            {
                return true;
            }
            at = &program.locs[outer];
        }
        false
    };
    let parts: Vec<bool> = program.locs.keys().map(is_part).collect();
    let mut places = Vec::new();
    for func in program.functions.keys().filter(|_| parts.contains(&true)) {
        let Some(code) = image.code(func) else { continue };
        let own = code.locs.iter().enumerate().filter(|(_, loc)| parts[loc.index()]);
        places.extend(own.map(|(pc, _)| (func, pc)));
    }
    places
}

/// The file and the line of a function, where the compiler said so.
pub fn place_of(program: &Program, func: Func) -> Option<(&str, u32)> {
    let loc = &program.locs[program.functions[func].debug.as_ref()?.loc];
    Some((program.files[loc.file?].path.as_str(), loc.line))
}

/// Whether the file of this path is meant: by a name that the path ends in, or by another path of the same file.
fn is_same_file(path: &str, name: &str) -> bool {
    let is_named = path == name || path.ends_with(&format!("/{}", name.trim_start_matches("./")));
    let is_found = || match (std::fs::canonicalize(path), std::fs::canonicalize(name)) {
        (Ok(path), Ok(name)) => path == name,
        _ => false,
    };
    is_named || is_found()
}

/// The line of a place, when it is in one of the files.
fn line_in(program: &Program, loc: Loc, files: &[bool]) -> Option<u32> {
    let data = &program.locs[loc];
    (files[data.file?.index()] && data.line > 0).then_some(data.line)
}
