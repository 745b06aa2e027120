//! The form of what a program asked for: inputs, and pointers among them.
//!
//! A pointer of the input has a type of the source, which is a number here; all types are hashed beside it.

use super::{Form, Names, Reading, Refused, position};
use pathweave_exec::state::{InputRecord, State};
use pathweave_exec::{Count, Pointee, PointerInput};
use pathweave_ir::{DebugType, Entity};
use pathweave_memory::Object;
use pathweave_report::{InputKind, InputSource};
use pathweave_store::Key;

const KINDS: [InputKind; 8] = [
    InputKind::Bytes,
    InputKind::Signed,
    InputKind::Unsigned,
    InputKind::Bool,
    InputKind::Char,
    InputKind::Float,
    InputKind::Double,
    InputKind::Pointer,
];
impl<'p> Names<'p> {
    /// Writes the pointers of the input. Types are numbers, which mean the same as long as all types are
    /// the same.
    pub fn write_pointers(
        &self,
        form: &mut Form,
        state: &State<'p>,
        since: &State<'p>,
    ) -> Result<(), Refused> {
        form.number(state.pointers.len() as u64);
        if state.pointers.is_empty() {
            return Ok(());
        }
        form.to.bytes(&self.types().to_le_bytes());
        for (at, pointer) in state.pointers.iter().enumerate() {
            let is_known = since.pointers.get(at).is_some_and(|old| old.term == pointer.term);
            if !is_known && !pointer.others.is_empty() {
                return Err("pointers of the input that are members of unions");
            }
            form.number(is_known.into());
            if !is_known {
                form.terms.push(pointer.term);
                form.to.text(&pointer.name);
                form.number(pointer.input as u64);
                form.number(pointer.at);
                form.number(pointer.depth.into());
                form.number(pointer.never_null.into());
                write_pointee(form, &pointer.pointee)?;
            }
            form.number(pointer.target.map_or(0, |_| 1));
            form.number(pointer.target.unwrap_or(0));
            form.number(pointer.fresh().map_or(0, |object| object.index() as u64 + 1));
        }
        Ok(())
    }

    pub fn read_pointers(
        &self,
        from: &mut Reading<'_>,
        since: &State<'p>,
    ) -> Option<Vec<PointerInput>> {
        let mut pointers = Vec::new();
        let count = from.from.count()?;
        if count > 0 && from.from.bytes()? != self.types().to_le_bytes() {
            return None;
        }
        for at in 0..count {
            let pointer = match from.truth()? {
                true => since.pointers.get(at)?.clone(),
                false => {
                    let (term, name) = (from.terms.next()?, from.from.text()?.to_owned());
                    let place = (from.number()? as usize, from.number()?);
                    let depth = from.small()?;
                    let never_null = from.truth()?;
                    let pointee = self.read_pointee(from)?;
                    let mut pointer = PointerInput::new(term, &name, place, pointee);
                    (pointer.depth, pointer.never_null) = (depth, never_null);
                    pointer
                }
            };
            let (is_decided, target) = (from.truth()?, from.number()?);
            let fresh = from.number()?.checked_sub(1);
            let fresh = fresh.map(|number| Object::from_index(number as usize));
            pointers.push(pointer.decided(is_decided.then_some(target), fresh));
        }
        Some(pointers)
    }

    fn read_pointee(&self, from: &mut Reading<'_>) -> Option<Pointee> {
        let tag = from.number()?;
        if tag == 0 {
            return Some(Pointee::Text);
        }
        let ty = from.small()?.checked_sub(1).map(|number| number as usize);
        if ty.is_some_and(|number| number >= self.image.program.debug_types.len()) {
            return None;
        }
        let (size, most) = (from.number()?, from.number()?);
        let count = match tag {
            1 => Count::Fixed(most),
            2 => Count::Term { bytes: from.terms.next()?, most },
            _ => return None,
        };
        Some(Pointee::Elements { ty: ty.map(DebugType::from_index), size, count })
    }

    /// A hash of all types of the source.
    fn types(&self) -> u128 {
        *self.types.get_or_init(|| {
            let text = format!("{:?}", self.image.program.debug_types);
            Key::of_parts(&[text.as_bytes()]).0
        })
    }
}

fn write_pointee(form: &mut Form, pointee: &Pointee) -> Result<(), Refused> {
    let (ty, size, count) = match pointee {
        // Which functions it may be depends on the witness.
        Pointee::Function => return Err("pointers of the input to functions"),
        Pointee::Text => {
            form.number(0);
            return Ok(());
        }
        Pointee::Elements { ty, size, count } => (ty, size, count),
    };
    let (tag, most, bytes) = match *count {
        Count::Fixed(count) => (1, count, None),
        Count::Term { bytes, most } => (2, most, Some(bytes)),
    };
    form.number(tag);
    form.number(ty.map_or(0, |ty| ty.index() as u64 + 1));
    form.number(*size);
    form.number(most);
    form.terms.extend(bytes);
    Ok(())
}

pub(super) fn write_input(form: &mut Form, input: &InputRecord) {
    form.to.text(&input.name);
    let (tag, text, number) = match &input.source {
        InputSource::MakeSymbolic => (0, "", 0),
        InputSource::Nondet(what) => (1, what.as_str(), 0),
        InputSource::Parameter(number) => (2, "", *number),
        InputSource::Object => (3, "", 0),
        InputSource::Global(name) => (4, name.as_str(), 0),
        InputSource::Stdin => (5, "", 0),
        InputSource::Argument(number) => (6, "", *number),
        InputSource::FuzzerData => (7, "", 0),
    };
    form.number(tag);
    form.to.text(text);
    form.number(number.into());
    form.number(position(&KINDS, &input.kind));
    form.number(input.bytes.len() as u64);
    form.terms.extend(input.bytes.iter());
    form.optional(input.length);
    form.optional(input.present);
    form.number(input.object.map_or(0, |object| object.index() as u64 + 1));
}

pub(super) fn read_input(from: &mut Reading<'_>) -> Option<InputRecord> {
    let name = from.from.text()?.to_owned();
    let (tag, text) = (from.number()?, from.from.text()?.to_owned());
    let number = from.small()?;
    let source = match tag {
        0 => InputSource::MakeSymbolic,
        1 => InputSource::Nondet(text),
        2 => InputSource::Parameter(number),
        3 => InputSource::Object,
        4 => InputSource::Global(text),
        5 => InputSource::Stdin,
        6 => InputSource::Argument(number),
        7 => InputSource::FuzzerData,
        _ => return None,
    };
    let kind = *KINDS.get(from.number()? as usize)?;
    let mut bytes = Vec::new();
    for _ in 0..from.number()? {
        bytes.push(from.terms.next()?);
    }
    let (length, present) = (from.optional()?, from.optional()?);
    let object = from.number()?.checked_sub(1).map(|number| Object::from_index(number as usize));
    let bytes = bytes.into();
    Some(InputRecord { name, source, kind, bytes, length, present, object })
}
