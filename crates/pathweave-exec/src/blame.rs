//! Turning what went wrong into findings: messages, call stacks, notes.

use crate::code::Origin;
use crate::hook::CallHook;
use crate::input::shape::{Count, Pointee};
use crate::machine::Machine;
use crate::state::{Frame, Poison};
use crate::stop::{Missing, Stop, Unsupported};
use pathweave_ir::{Entity, Loc, Origin as Owner, Program};
use pathweave_memory::address::MAX_OBJECT_SIZE;
use pathweave_memory::{
    Access, Fault, FaultKind, FreeFault, Object, ObjectInfo, ObjectKind, ObjectState,
};
use pathweave_report::{BugKind, Finding, InputSource, Place, StackFrame};

impl<H: CallHook> Machine<'_, H> {
    /// The place of the current operation.
    pub(crate) fn loc(&self) -> Loc {
        frame_loc(self.state.frame())
    }

    /// The call stack, innermost first, inlined functions included.
    pub fn stack(&self) -> Vec<StackFrame> {
        let program = &self.image.program;
        let mut stack = Vec::new();
        for frame in self.state.frames.iter().rev().take(1000) {
            let function = &program.functions[frame.code.func];
            let library = function.origin == Owner::Library;
            let instruction = frame_instruction(frame);
            let mut loc = Some(frame_loc(frame));
            while let Some(at) = loc {
                let data = &program.locs[at];
                let inlined = data.inlined_at.is_some();
                let name = match data.function {
                    Some(name) if inlined => program.names[name].clone(),
                    _ => function.source_name.clone(),
                };
                let place = place(program, at);
                let instruction = Some(instruction).filter(|_| !inlined);
                stack.push(StackFrame { function: name, place, instruction, library });
                loc = data.inlined_at;
            }
        }
        stack
    }

    /// A bug at the current operation.
    pub(crate) fn finding(&self, kind: BugKind, message: String) -> Stop {
        self.finding_with(kind, message, Vec::new())
    }

    pub(crate) fn finding_with(
        &self,
        kind: BugKind,
        message: String,
        notes: Vec<(String, Option<Place>)>,
    ) -> Stop {
        Stop::Finding(Box::new(Finding { kind, message, stack: self.stack(), notes }))
    }

    /// Something that cannot be executed, at the current operation.
    pub(crate) fn unsupported(&self, what: String, hint: Option<String>) -> Stop {
        let stack = self.stack();
        let own = stack.iter().find(|f| !f.library && f.place.line > 0).or(stack.first());
        let place = own.map(|f| f.place.clone()).unwrap_or_default();
        Stop::Unsupported(Box::new(Unsupported { what, hint, place, stack }))
    }

    /// An undefined result that came to decide something.
    pub(crate) fn poison_finding(&self, poison: &Poison, what: &str) -> Stop {
        let program = &self.image.program;
        let mut stack = self.stack();
        if let Some(top) = stack.first_mut() {
            top.place = place(program, poison.loc);
        }
        let message = format!("{what} is decided by an undefined result of `{}`", poison.op.name());
        Stop::Finding(Box::new(Finding { kind: poison.kind, message, stack, notes: Vec::new() }))
    }

    /// The finding for a failed access.
    pub(crate) fn memory_finding(&self, fault: &Fault) -> Stop {
        if let (FaultKind::Hidden, Some((object, ..))) = (fault.kind, fault.object) {
            return Stop::Missing(Missing::Object(object));
        }
        let verb = if fault.access == Access::Read { "read" } else { "write" };
        let bytes =
            if fault.len == 1 { "1 byte".to_owned() } else { format!("{} bytes", fault.len) };
        let subject = format!("{verb} of {bytes}");
        let outside = match fault.access {
            Access::Read => BugKind::OutOfBoundsRead,
            Access::Write => BugKind::OutOfBoundsWrite,
        };
        let described = |info: &ObjectInfo| self.describe_object(info);
        let (kind, message) = match (fault.kind, &fault.object) {
            (FaultKind::Null, _) => (
                BugKind::NullDereference,
                match fault.address {
                    0 => format!("{subject} through a null pointer"),
                    at => format!("{subject} at offset {} from a null pointer", at as i64),
                },
            ),
            (FaultKind::UseAfterFree, Some((_, offset, info))) => (
                BugKind::UseAfterFree,
                format!("{subject} at offset {offset} of {}", described(info)),
            ),
            (FaultKind::ReadOnly, Some((_, offset, info))) => (
                outside,
                format!("{subject} at offset {offset} of {}, which is constant", described(info)),
            ),
            (FaultKind::Code, Some((_, _, info))) => {
                (outside, format!("{subject} in the code of {}", described(info)))
            }
            (_, Some((_, offset, info))) => {
                (outside, format!("{subject} at offset {offset} of {}", described(info)))
            }
            (_, None) => {
                (outside, format!("{subject} at {:#x}, where no object is", fault.address))
            }
        };
        let mut notes = fault.object.map_or(Vec::new(), |(_, _, info)| self.object_notes(&info));
        if let (BugKind::NullDereference, Some((size, loc))) = (kind, self.state.refused) {
            let most = MAX_OBJECT_SIZE >> 30;
            let note =
                format!("a request for {size} bytes, more than {most} GiB, was answered with null");
            notes.push((note, Some(place(&self.image.program, loc))));
        }
        if kind == outside
            && let Some((object, ..)) = fault.object
        {
            notes.extend(self.assumed_size(object).map(|note| (note, None)));
        }
        self.finding_with(kind, message, notes)
    }

    /// How large an object of the input was taken to be, and who may know better.
    fn assumed_size(&self, object: Object) -> Option<String> {
        let pointer = self.state.pointers.iter().find(|p| p.fresh() == Some(object))?;
        let Pointee::Elements { count: Count::Fixed(count), .. } = pointer.pointee else {
            return None;
        };
        let name = &pointer.name;
        let taken = match count {
            1 => format!("`{name}` is taken to point to one object"),
            _ => format!("`{name}` is taken to point to {count} elements"),
        };
        let is_parameter = pointer.depth == 0
            && matches!(self.state.inputs[pointer.input].source, InputSource::Parameter(_))
            && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        Some(match is_parameter {
            true => format!(
                "{taken}; if there are more, `--buffer {name}=COUNT` says how many (a number, or a parameter)"
            ),
            false => format!("{taken}; an entry that calls this one can make more"),
        })
    }

    /// The finding for a failed `free` (or `realloc`).
    pub(crate) fn free_finding(&self, fault: &FreeFault) -> Stop {
        let (kind, message, info) = match fault {
            FreeFault::DoubleFree(info) => (
                BugKind::DoubleFree,
                format!("{} is freed again", self.describe_object(info)),
                Some(info),
            ),
            FreeFault::Invalid(Some((0, info))) => (
                BugKind::InvalidFree,
                format!("{} is not a heap block", self.describe_object(info)),
                Some(info),
            ),
            FreeFault::Invalid(Some((offset, info))) => (
                BugKind::InvalidFree,
                format!(
                    "offset {offset} of {} is not the start of a heap block",
                    self.describe_object(info)
                ),
                Some(info),
            ),
            FreeFault::Invalid(None) => {
                (BugKind::InvalidFree, "the address is not that of a heap block".to_owned(), None)
            }
        };
        let notes = info.map_or(Vec::new(), |info| self.object_notes(info));
        self.finding_with(kind, message, notes)
    }

    fn describe_object(&self, info: &ObjectInfo) -> String {
        let program = &self.image.program;
        let size = info.size;
        let ended = info.state == ObjectState::OutOfScope;
        match info.kind {
            ObjectKind::Heap if info.state == ObjectState::Freed => {
                format!("a freed {size}-byte heap block")
            }
            ObjectKind::Heap => format!("{} {size}-byte heap block", article(size)),
            ObjectKind::Stack(name) => {
                let name = name.map(|n| format!(" `{}`", program.names[n])).unwrap_or_default();
                let after = if ended { " after the end of its life" } else { "" };
                format!("the {size}-byte variable{name}{after}")
            }
            ObjectKind::Global(global) | ObjectKind::Constant(global) => {
                let name = &program.globals[global].source_name;
                format!("the {size}-byte global `{name}`")
            }
            ObjectKind::Code(func) => {
                format!("the function `{}`", program.functions[func].source_name)
            }
            ObjectKind::Environment => {
                format!("{} {size}-byte object of the environment", article(size))
            }
            ObjectKind::Input => format!("{} {size}-byte object of the input", article(size)),
            ObjectKind::None => "no object".to_owned(),
        }
    }

    fn object_notes(&self, info: &ObjectInfo) -> Vec<(String, Option<Place>)> {
        let program = &self.image.program;
        let mut notes = Vec::new();
        let mut note = |text: &str, loc: Loc| {
            let place = place(program, loc);
            if place.line > 0 {
                notes.push((text.to_owned(), Some(place)));
            }
        };
        match info.kind {
            ObjectKind::Heap => note("the block was allocated", info.made_at),
            _ => note("it was made", info.made_at),
        }
        match info.state {
            ObjectState::Freed => note("it was freed", info.ended_at),
            ObjectState::OutOfScope => note("its life ended", info.ended_at),
            _ => {}
        }
        notes
    }

    /// The place of the innermost frame of the program's own code: where an allocation made
    /// inside the C library is said to be made.
    pub(crate) fn program_loc(&self) -> Loc {
        let program = &self.image.program;
        let own = self
            .state
            .frames
            .iter()
            .rev()
            .find(|frame| program.functions[frame.code.func].origin == Owner::Program);
        own.map_or(Loc::UNKNOWN, frame_loc)
    }
}

/// The article before a number: `an 8`, `an 11`, `an 18`, `an 80`.
fn article(number: u64) -> &'static str {
    let digits = number.to_string();
    let vowel = digits.starts_with('8')
        || (digits.len() % 3 == 2 && (digits.starts_with("11") || digits.starts_with("18")));
    if vowel { "an" } else { "a" }
}

fn frame_loc(frame: &Frame<'_>) -> Loc {
    frame.code.locs.get(frame.pc as usize).copied().unwrap_or(Loc::UNKNOWN)
}

/// The number of the instruction that a frame is at. Terminators have those of their blocks, from the other
/// end.
fn frame_instruction(frame: &Frame<'_>) -> u32 {
    match frame.code.origins.get(frame.pc as usize) {
        Some(Origin::Inst(inst) | Origin::Access(_, inst)) => inst.index() as u32,
        Some(Origin::Terminator(block, _)) => u32::MAX - 1 - block.index() as u32,
        Some(Origin::Edge) | None => u32::MAX,
    }
}

/// A place of the program as plain data.
pub(crate) fn place(program: &Program, loc: Loc) -> Place {
    let data = &program.locs[loc];
    Place {
        file: data.file.map(|file| program.files[file].path.clone()).unwrap_or_default(),
        line: data.line,
        column: data.column,
    }
}
