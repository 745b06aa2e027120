//! Starting a function whose parameters are inputs.
//!
//! A parameter of the source may arrive in several words (a small structure by value, a number of
//! 16 bytes) or as the address of a copy (a large one); the debug information says what it is, the signature how it is
//! passed. Pointers are [pointers of the input](super::pointer). A pointer followed by a parameter
//! that is named like a length points to that many elements, or else one after such a parameter. Variables that are declared but
//! defined nowhere are inputs too; all others keep their [initial](super::initial) values.
//!
//! Functions without debug information, or with a signature that does not fit it, get inputs by
//! their words alone.

use super::model::{MOST_BYTES, is_count_name};
use super::pointer::TypedBytes;
use super::shape::{self, Count, Pointee};
use crate::call::Word;
use crate::hook::CallHook;
use crate::machine::Machine;
use crate::start::{Agenda, StartError};
use crate::state::InputRecord;
use crate::stop::Stop;
use pathweave_ir::{DebugType, DebugTypeData, Encoding, Func, Global, Type};
use pathweave_report::{InputKind, InputSource};
use pathweave_term::Term;
use std::rc::Rc;

/// Registers that integers are passed in.
const INTEGER_REGISTERS: usize = 6;

/// A parameter of the source.
#[derive(Clone, Debug)]
struct Parameter {
    name: String,
    ty: Option<DebugType>,
    size: u64,
    /// The words it arrives in, with their offsets; none when it arrives as an address.
    pieces: Option<Vec<(usize, u64)>>,
    /// The first word of the signature.
    first: usize,
}

/// How the words of a signature are used.
struct Passing {
    parameters: Vec<Parameter>,
    /// The word that is the address of the result.
    result: Option<(usize, u64)>,
}

/// Where an input of a function that runs alone comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputPlace {
    /// From words of its arguments: which, and the offset of each in the input.
    Words(Vec<(usize, u64)>),
    /// From behind the address that an argument is.
    Behind(usize),
    /// From a global.
    Global(Global),
}

fn start_error(message: String, hint: &str) -> StartError {
    StartError { message, hint: Some(hint.to_owned()) }
}

/// A stop before anything ran.
fn not_startable(stop: Stop) -> StartError {
    let message = match stop {
        Stop::Unsupported(what) => format!("{} is not supported", what.what),
        other => format!("the entry cannot be started: {other:?}"),
    };
    StartError { message, hint: None }
}

impl<H: CallHook> Machine<'_, H> {
    /// Gets ready to run any function: its parameters are inputs.
    pub fn start_function(&mut self, entry: Func) -> Result<(), StartError> {
        let function = &self.image.program.functions[entry];
        if function.body.is_none() {
            return Err(start_error(
                format!("`{}` is declared but not defined", function.source_name),
                "name the file that defines it as an input too",
            ));
        }
        let is_fuzzer = function.source_name == "LLVMFuzzerTestOneInput"
            && function.signature.params == [Type::Ptr, Type::I64];
        self.make_given_objects().map_err(not_startable)?;
        let words = if is_fuzzer {
            self.fuzzer_words().map_err(not_startable)?
        } else {
            self.parameter_words(entry)?
        };
        self.symbolic_globals();
        if self.given.is_none() && !is_fuzzer {
            self.describe_variables(entry);
        }
        let mut agenda = Agenda::new(&self.image.program, entry, words);
        if is_fuzzer {
            agenda.ignore_result();
        }
        if is_fuzzer && let Some(initialize) = self.image.program.function("LLVMFuzzerInitialize") {
            let (count, names) = self.program_name();
            agenda.call_before(initialize, vec![Word::known(count), Word::known(names)]);
        }
        self.state.agenda = agenda;
        // The first call cannot exceed a budget of at least one frame.
        let _ = self.next_call();
        Ok(())
    }

    /// Gets ready to run a function alone, whoever calls it: its parameters and the given globals
    /// are inputs, and it stops when it returns. Says where each input comes from; nothing where
    /// that cannot be said.
    pub fn start_for_any_caller(
        &mut self,
        func: Func,
        globals: &[Global],
    ) -> Result<Option<Vec<InputPlace>>, StartError> {
        let passing = self.passing(func);
        let function = &self.image.program.functions[func];
        let types = function.signature.params.clone();
        if function.signature.variadic || types.iter().any(|ty| ty.bits() > 64) {
            return Ok(None);
        }
        let mut words = vec![Word::known(0); types.len()];
        if let Some((at, size)) = passing.result {
            let object = self.input_object(size).map_err(not_startable)?;
            words[at] = Word::known(self.state.memory.base(object));
        }
        let mut places = Vec::new();
        for (index, parameter) in passing.parameters.iter().enumerate() {
            self.limit_input(parameter.size).map_err(not_startable)?;
            let bytes = match &parameter.pieces {
                Some(pieces) if pieces.len() == 1 && self.is_count(parameter) => {
                    self.word_bytes(index as u32, parameter)
                }
                _ => self.parameter_bytes(index as u32, parameter),
            };
            match &parameter.pieces {
                Some(pieces) => {
                    for &(at, offset) in pieces {
                        let piece = self.piece(&bytes, offset, types[at]);
                        words[at] = self.term_words(piece)[0];
                    }
                    places.push(InputPlace::Words(pieces.clone()));
                }
                None => {
                    let object = self.input_object(parameter.size).map_err(not_startable)?;
                    self.fill_object(object, &bytes);
                    words[parameter.first] = Word::known(self.state.memory.base(object));
                    places.push(InputPlace::Behind(parameter.first));
                }
            }
        }
        for &global in globals {
            self.symbolic_global(global);
            places.push(InputPlace::Global(global));
        }
        self.state.agenda = Agenda::alone();
        match self.image.code(func) {
            Some(code) => self.enter(code, &words).map_err(not_startable)?,
            None => return Ok(None),
        }
        Ok(Some(places))
    }

    /// The bytes of a parameter that is a number, as parts of one variable: a caller passes one term
    /// for it.
    fn word_bytes(&mut self, index: u32, parameter: &Parameter) -> Vec<Term> {
        let size = parameter.size as u32;
        let name = format!("{}#{}", parameter.name, self.state.inputs.len());
        let word = self.terms.var(&name, pathweave_term::Sort::BitVec(8 * size));
        let bytes: Vec<Term> =
            (0..size).map(|k| self.terms.extract(word, 8 * k + 7, 8 * k)).collect();
        let source = InputSource::Parameter(index);
        let kind = self.kind_of(parameter.ty);
        self.state.inputs.push(InputRecord::new(&parameter.name, source, kind, bytes.clone()));
        bytes
    }

    /// Makes a variable's bytes an input.
    fn symbolic_global(&mut self, global: Global) {
        let data = &self.image.program.globals[global];
        let (name, ty, size) = (data.name.clone(), data.debug, data.size);
        let bytes = self.typed_bytes(&TypedBytes {
            name: &name,
            separator: ".",
            ty: ty.filter(|_| shape::size_of(&self.image.program, ty) == size),
            size,
            count: 1,
            depth: 0,
        });
        self.set_global(global, bytes);
    }

    /// A global is an input of these bytes.
    fn set_global(&mut self, global: Global, bytes: Vec<Term>) {
        let data = &self.image.program.globals[global];
        let (name, ty) = (data.name.clone(), data.debug);
        let address = self.image.layout.global(global);
        let Some((object, ..)) = self.state.memory.find(address) else { return };
        let kind = self.kind_of(ty);
        self.fill_object(object, &bytes);
        let source = InputSource::Global(name.clone());
        self.state.inputs.push(InputRecord::new(&name, source, kind, bytes));
    }

    /// The arguments of `LLVMFuzzerTestOneInput`: bytes of which the second says how many.
    fn fuzzer_words(&mut self) -> Result<Vec<Word>, Stop> {
        let source = InputSource::FuzzerData;
        if let Some(given) = &self.given {
            let bytes = given.of_source(&source).unwrap_or_default();
            let object = self.input_object(bytes.len() as u64)?;
            let terms = self.constant_bytes(&bytes);
            self.fill_object(object, &terms);
            let base = self.state.memory.base(object);
            return Ok(vec![Word::known(base), Word::known(bytes.len() as u64)]);
        }
        let most = self.model.fuzzer_bytes();
        let size = self.terms.var("size", pathweave_term::Sort::BitVec(64));
        let limit = self.terms.bv_u64(64, most);
        let fits = self.terms.bv_ule(size, limit);
        self.state.conditions.push(fits);
        let object = self.input_object(most)?;
        let bytes = self.fresh_bytes("data", most);
        self.state.memory.set_bound(object, size);
        self.fill_object(object, &bytes);
        self.state.inputs.push(InputRecord {
            length: Some(size),
            object: Some(object),
            ..InputRecord::new("data", source, InputKind::Bytes, bytes)
        });
        self.assume(format!("the fuzzer's data has at most {most} bytes (--max-size)"));
        let mut words = vec![Word::known(self.state.memory.base(object))];
        words.extend(self.term_words(size));
        Ok(words)
    }

    /// The words of a function's parameters.
    fn parameter_words(&mut self, entry: Func) -> Result<Vec<Word>, StartError> {
        let passing = self.passing(entry);
        let types = self.image.program.functions[entry].signature.params.clone();
        let mut words: Vec<Vec<Word>> = vec![Vec::new(); types.len()];
        if let Some((at, size)) = passing.result {
            let object = self.input_object(size).map_err(not_startable)?;
            words[at] = vec![Word::known(self.state.memory.base(object))];
        }
        let mut inputs = Vec::new();
        for (index, parameter) in passing.parameters.iter().enumerate() {
            self.limit_input(parameter.size).map_err(not_startable)?;
            let bytes = self.parameter_bytes(index as u32, parameter);
            inputs.push(self.state.inputs.len() - 1);
            match &parameter.pieces {
                Some(pieces) => {
                    for &(at, offset) in pieces {
                        let piece = self.piece(&bytes, offset, types[at]);
                        words[at] = self.term_words(piece);
                    }
                }
                None => {
                    let object = self.input_object(parameter.size).map_err(not_startable)?;
                    self.fill_object(object, &bytes);
                    words[parameter.first] = vec![Word::known(self.state.memory.base(object))];
                }
            }
        }
        if self.given.is_none() {
            let promised = self.keep_promises(entry, &passing.parameters, &inputs);
            self.pair_buffers(&passing.parameters, &inputs, &promised)?;
            self.describe_parameters(&inputs);
        }
        // What nobody speaks for, as the block of a variadic function's extra arguments.
        for (word, ty) in words.iter_mut().zip(types) {
            if word.is_empty() {
                *word = vec![Word::known(0); ty.bits().div_ceil(64) as usize];
            }
        }
        Ok(words.concat())
    }

    /// The bytes of a parameter, recorded as an input.
    fn parameter_bytes(&mut self, index: u32, parameter: &Parameter) -> Vec<Term> {
        let source = InputSource::Parameter(index);
        let bytes = match &self.given {
            Some(given) => {
                let mut bytes = given.of_source(&source).unwrap_or_default();
                bytes.resize(parameter.size as usize, 0);
                self.constant_bytes(&bytes)
            }
            None => self.typed_bytes(&TypedBytes {
                name: &parameter.name,
                separator: ".",
                ty: parameter.ty,
                size: parameter.size,
                count: 1,
                depth: 0,
            }),
        };
        let kind = self.kind_of(parameter.ty);
        let record = InputRecord::new(&parameter.name, source, kind, bytes.clone());
        self.state.inputs.push(record);
        bytes
    }

    /// The value of a type at an offset of bytes.
    fn piece(&mut self, bytes: &[Term], offset: u64, ty: Type) -> Term {
        let zero = self.terms.bv_u64(8, 0);
        let byte = |at: u64| bytes.get((offset + at) as usize).copied().unwrap_or(zero);
        let mut whole = byte(0);
        for at in 1..ty.bytes() {
            whole = self.terms.concat(byte(at), whole);
        }
        self.terms.extract(whole, ty.bits() - 1, 0)
    }

    /// How an input of a type is shown.
    fn kind_of(&self, ty: Option<DebugType>) -> InputKind {
        let program = &self.image.program;
        let Some(ty) = shape::strip(program, ty) else { return InputKind::Bytes };
        match &program.debug_types[ty] {
            DebugTypeData::Pointer { .. } => InputKind::Pointer,
            DebugTypeData::Enum { values, .. } => match values.iter().any(|(_, v)| *v < 0) {
                true => InputKind::Signed,
                false => InputKind::Unsigned,
            },
            DebugTypeData::Basic { encoding, size_bits, .. } => match (encoding, size_bits) {
                (Encoding::Bool, _) => InputKind::Bool,
                (Encoding::SignedChar, _) => InputKind::Char,
                (Encoding::Signed, _) => InputKind::Signed,
                (Encoding::Unsigned | Encoding::UnsignedChar, _) => InputKind::Unsigned,
                (Encoding::Float, 32) => InputKind::Float,
                (Encoding::Float, 64) => InputKind::Double,
                _ => InputKind::Bytes,
            },
            _ => InputKind::Bytes,
        }
    }

    /// Which words of a function's signature are which parameters of the source.
    fn passing(&self, entry: Func) -> Passing {
        self.passing_by_types(entry).unwrap_or_else(|| {
            let types = &self.image.program.functions[entry].signature.params;
            let of = |(first, ty): (usize, &Type)| Parameter {
                name: format!("arg{first}"),
                ty: None,
                size: ty.bytes(),
                pieces: Some(vec![(first, 0)]),
                first,
            };
            Passing { parameters: types.iter().enumerate().map(of).collect(), result: None }
        })
    }

    fn passing_by_types(&self, entry: Func) -> Option<Passing> {
        let program = &self.image.program;
        let function = &program.functions[entry];
        let types = &function.signature.params;
        let debug = function.debug.as_ref()?;
        let mut next = 0;
        let mut result = None;
        if let Some(ty) = shape::strip(program, debug.result)
            && shape::is_aggregate(program, ty)
            && function.signature.results.is_empty()
            && types.first() == Some(&Type::Ptr)
        {
            result = Some((0, shape::size_of(program, Some(ty))));
            next = 1;
        }
        let mut registers = next;
        let mut parameters = Vec::new();
        for (index, variable) in debug.params.iter().enumerate() {
            let ty = shape::strip(program, variable.ty)?;
            let size = shape::size_of(program, Some(ty));
            let name = match variable.name.as_str() {
                "" => format!("arg{index}"),
                name => name.to_owned(),
            };
            let first = next;
            let aggregate = shape::is_aggregate(program, ty);
            let whole = !aggregate && size > 0;
            let copied = aggregate
                && types.get(next) == Some(&Type::Ptr)
                && (size > 16
                    || registers + size.div_ceil(8) as usize > INTEGER_REGISTERS
                    || !shape::leaves(program, Some(ty))
                        .iter()
                        .any(|l| l.at == 0 && matches!(l.kind, shape::LeafKind::Pointer(_))));
            let pieces = if copied {
                next += 1;
                None
            } else {
                // A number of 16 bytes is two words, where two registers are left for it.
                let halved = types.get(next).is_some_and(|piece| size == 2 * piece.bytes());
                let end = match whole {
                    true if halved => size,
                    true => 1,
                    false => shape::data_end(program, Some(ty)),
                };
                let mut pieces = Vec::new();
                let mut offset = 0;
                while offset < end {
                    let piece = *types.get(next)?;
                    let bytes = piece.bytes();
                    offset = u64::next_multiple_of(offset, bytes.next_power_of_two().min(8));
                    pieces.push((next, offset));
                    offset += bytes;
                    registers += usize::from(!piece.is_float());
                    next += 1;
                }
                Some(pieces)
            };
            parameters.push(Parameter { name, ty: Some(ty), size, pieces, first });
        }
        let spare = usize::from(function.signature.variadic);
        (next + spare == types.len()).then_some(Passing { parameters, result })
    }

    /// Parameters that the source says are not null are not, and point to as much as it says: the bytes
    /// for each parameter.
    fn keep_promises(
        &mut self,
        entry: Func,
        parameters: &[Parameter],
        inputs: &[usize],
    ) -> Vec<u64> {
        let program = &self.image.program;
        let promises = program.functions[entry].promises.clone();
        let mut promised = vec![0; parameters.len()];
        for (index, parameter) in parameters.iter().enumerate() {
            let is_word = parameter.pieces.as_ref().is_some_and(|pieces| pieces.len() == 1);
            let promise = promises.iter().find(|p| p.param as usize == parameter.first);
            let Some(promise) = promise.filter(|_| is_word) else { continue };
            let input = inputs[index];
            let pointers = Rc::make_mut(&mut self.state.pointers);
            let Some(pointer) = pointers.iter_mut().find(|p| p.input == input && p.at == 0) else {
                continue;
            };
            pointer.never_null = true;
            let (term, is_data) = (pointer.term, pointer.pointee != Pointee::Function);
            let zero = self.terms.bv_u64(64, 0);
            let is_null = self.terms.eq(term, zero);
            let condition = self.terms.not(is_null);
            self.state.conditions.push(condition);
            if promise.bytes == 0 || promise.bytes > MOST_BYTES || !is_data {
                continue;
            }
            promised[index] = promise.bytes;
            let to = shape::pointed_to(&self.image.program, parameter.ty).flatten();
            let element = shape::size_of(&self.image.program, to).max(1);
            let count = promise.bytes.div_ceil(element);
            self.set_elements(parameter, input, Count::Fixed(count));
        }
        promised
    }

    /// Makes pointers with a length beside them point to that many elements.
    fn pair_buffers(
        &mut self,
        parameters: &[Parameter],
        inputs: &[usize],
        promised: &[u64],
    ) -> Result<(), StartError> {
        let mut paired = vec![false; parameters.len()];
        for (name, count) in self.model.buffers.clone() {
            let buffer = parameters.iter().position(|p| p.name == name);
            let Some(buffer) = buffer.filter(|&b| self.pointed(&parameters[b]).is_some()) else {
                return Err(start_error(
                    format!("--buffer {name}={count}: `{name}` is no parameter that is a pointer"),
                    "name a parameter of the entry",
                ));
            };
            paired[buffer] = true;
            if let Ok(count) = count.parse() {
                self.set_elements(&parameters[buffer], inputs[buffer], Count::Fixed(count));
                continue;
            }
            let by = parameters.iter().position(|p| p.name == count);
            let Some(by) = by.filter(|&by| self.is_count(&parameters[by])) else {
                return Err(start_error(
                    format!("--buffer {name}={count}: `{count}` is no parameter that is a number"),
                    "name a parameter of the entry, or write a number",
                ));
            };
            self.pair(parameters, inputs, buffer, by, promised[buffer]);
        }
        let counts: Vec<usize> = (0..parameters.len())
            .filter(|&by| is_count_name(&parameters[by].name) && self.is_count(&parameters[by]))
            .collect();
        for &by in &counts {
            for buffer in self.run_of_pointers((0..by).rev(), parameters, &paired) {
                paired[buffer] = true;
                self.pair(parameters, inputs, buffer, by, promised[buffer]);
            }
        }
        // Where no length follows, one before them counts, but not for strings and structures, which
        // often have nothing to do with the number before them. One element is always there: it may be a
        // single number that is written.
        for &by in &counts {
            for buffer in self.run_of_pointers(by + 1..parameters.len(), parameters, &paired) {
                if self.is_array(&parameters[buffer], inputs[buffer]) {
                    paired[buffer] = true;
                    let to = self.pointed(&parameters[buffer]).flatten();
                    let one = shape::size_of(&self.image.program, to).max(1);
                    self.pair(parameters, inputs, buffer, by, promised[buffer].max(one));
                }
            }
        }
        Ok(())
    }

    /// The pointers of one type that parameters begin with: they share a length beside them.
    fn run_of_pointers(
        &self,
        order: impl Iterator<Item = usize>,
        parameters: &[Parameter],
        paired: &[bool],
    ) -> Vec<usize> {
        let mut found = Vec::new();
        let mut first = None;
        for at in order {
            let own = self.pointed(&parameters[at]);
            if own.is_none() || paired[at] || first.is_some_and(|first| first != own) {
                break;
            }
            first = Some(own);
            found.push(at);
        }
        found
    }

    /// Whether a pointer may well be to several elements: they are neither characters nor structures.
    fn is_array(&self, parameter: &Parameter, input: usize) -> bool {
        let program = &self.image.program;
        let to = shape::strip(program, shape::pointed_to(program, parameter.ty).flatten());
        let is_structure = to.is_some_and(|ty| {
            let ty = &program.debug_types[ty];
            matches!(ty, DebugTypeData::Struct { .. } | DebugTypeData::Union { .. })
        });
        let mut pointers = self.state.pointers.iter();
        let pointer = pointers.find(|p| p.input == input && p.at == 0);
        !is_structure && pointer.is_some_and(|pointer| pointer.pointee != Pointee::Text)
    }

    /// What a parameter that is a pointer to data points to, without qualifiers.
    fn pointed(&self, parameter: &Parameter) -> Option<Option<DebugType>> {
        let program = &self.image.program;
        let to = shape::strip(program, shape::pointed_to(program, parameter.ty)?);
        let is_code =
            to.is_some_and(|ty| matches!(program.debug_types[ty], DebugTypeData::Function { .. }));
        (!is_code).then_some(to)
    }

    fn is_count(&self, parameter: &Parameter) -> bool {
        let signed = shape::signedness(&self.image.program, parameter.ty);
        signed.is_some() && parameter.size <= 8
    }

    /// Says that one parameter has as many elements as another one says, and so many bytes at least.
    fn pair(
        &mut self,
        parameters: &[Parameter],
        inputs: &[usize],
        buffer: usize,
        by: usize,
        promised: u64,
    ) {
        let most = self.model.buffer_elements();
        let program = &self.image.program;
        let signed = shape::signedness(program, parameters[by].ty) == Some(true);
        let to = shape::pointed_to(program, parameters[buffer].ty).flatten();
        let element = shape::size_of(program, to).max(1);
        let bytes = self.state.inputs[inputs[by]].bytes.clone();
        let width = bytes.len() as u32 * 8;
        let count = self.piece(&bytes, 0, Type::Int(width));
        let limit = self.terms.bv_u64(64, most);
        let zero = self.terms.bv_u64(64, 0);
        let scale = self.terms.bv_u64(64, element);
        let (fits, bytes) = if signed {
            // A negative number of elements is none.
            let count = self.terms.sign_extend(count, 64);
            let fits = self.terms.bv_sle(count, limit);
            let negative = self.terms.bv_slt(count, zero);
            let bytes = self.terms.bv_mul(count, scale);
            (fits, self.terms.ite(negative, zero, bytes))
        } else {
            let count = self.terms.zero_extend(count, 64);
            (self.terms.bv_ule(count, limit), self.terms.bv_mul(count, scale))
        };
        let bytes = match promised {
            0 => bytes,
            _ => {
                let least = self.terms.bv_u64(64, promised);
                let is_less = self.terms.bv_ult(bytes, least);
                self.terms.ite(is_less, least, bytes)
            }
        };
        let most = most.max(promised.div_ceil(element));
        if self.terms.constant_bool(fits).is_none() && !self.state.conditions.contains(&fits) {
            self.state.conditions.push(fits);
        }
        self.set_elements(&parameters[buffer], inputs[buffer], Count::Term { bytes, most });
        let (name, count) = (&parameters[buffer].name, &parameters[by].name);
        let least = match promised.div_ceil(element) {
            0 => String::new(),
            least => format!("at least {least}, "),
        };
        self.assume(format!("`{name}` has `{count}` elements, {least}at most {most} (--max-size)"));
    }

    fn set_elements(&mut self, parameter: &Parameter, input: usize, count: Count) {
        let program = &self.image.program;
        let to = shape::pointed_to(program, parameter.ty).flatten();
        let pointee = shape::elements(program, to, count);
        let pointers = Rc::make_mut(&mut self.state.pointers);
        if let Some(pointer) = pointers.iter_mut().find(|p| p.input == input && p.at == 0) {
            pointer.pointee = pointee;
        }
    }

    /// Says what pointers among the parameters point to.
    fn describe_parameters(&mut self, inputs: &[usize]) {
        let pointers = Rc::clone(&self.state.pointers);
        let string_size = self.model.string_size.max(1);
        for pointer in pointers.iter().filter(|p| inputs.contains(&p.input)) {
            let name = &pointer.name;
            let null = if pointer.never_null { "" } else { "null or " };
            let points = if pointer.never_null { "points" } else { "is null or points" };
            let text = match &pointer.pointee {
                Pointee::Function => {
                    format!("`{name}` is {null}a function that does nothing but return any value")
                }
                Pointee::Text => format!(
                    "`{name}` is {null}a string of at most {} characters (--string-size)",
                    string_size - 1
                ),
                Pointee::Elements { count: Count::Term { .. }, .. } => {
                    format!("`{name}` {points} to such a buffer")
                }
                Pointee::Elements { ty: None, count: Count::Fixed(n), .. } => {
                    format!("`{name}` {points} to {n} bytes (--string-size)")
                }
                Pointee::Elements { count: Count::Fixed(1), .. } => {
                    format!("`{name}` {points} to one object")
                }
                Pointee::Elements { count: Count::Fixed(n), .. } => {
                    format!("`{name}` {points} to {n} elements")
                }
            };
            self.assume(text);
        }
        if !pointers.is_empty() {
            let depth = self.model.pointer_depth;
            self.assume(format!(
                "pointers of one type are null, equal, or apart, none to a variable of the program, never null where the source says `nonnull` or `[static n]`; fresh objects at most {depth} \
                 pointers deep (--pointer-depth)"
            ));
        }
    }

    /// Notes what is taken for granted about inputs.
    pub(crate) fn assume(&mut self, text: String) {
        if !self.assumptions.contains(&text) {
            self.assumptions.push(text);
        }
    }

    /// Makes variables that are declared but defined nowhere inputs.
    pub(crate) fn symbolic_globals(&mut self) {
        let undefined: Vec<_> = self.image.unresolved_globals().collect();
        for global in undefined {
            let data = &self.image.program.globals[global];
            let (name, size) = (data.name.clone(), data.size);
            if size > MOST_BYTES {
                self.assume(format!("`{name}`, defined nowhere and too large, was never set"));
                continue;
            }
            match &self.given {
                Some(given) => {
                    let source = InputSource::Global(name.clone());
                    let Some(mut bytes) = given.of_source(&source) else { continue };
                    bytes.resize(size as usize, 0);
                    let bytes = self.constant_bytes(&bytes);
                    self.set_global(global, bytes);
                }
                None => self.symbolic_global(global),
            }
            self.assume(format!("`{name}`, which is defined nowhere, holds anything"));
        }
    }
}
