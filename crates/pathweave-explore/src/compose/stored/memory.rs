//! The form of what a state's memory has beyond another one.
//!
//! Objects keep their numbers and addresses, which mean the same as long as the memory that a function starts with
//! is the same: that memory is part of the key, and written here too.

use super::{Form, Names, Reading, Refused, position};
use pathweave_ir::{Entity, Loc};
use pathweave_memory::{
    Bound, Memory, MemoryChanges, Object, ObjectImage, ObjectKind, ObjectState, Special, View,
};

const STATES: [ObjectState; 4] =
    [ObjectState::Unused, ObjectState::Live, ObjectState::Freed, ObjectState::OutOfScope];
const VIEWS: [View; 3] = [View::Whole, View::Outer, View::Hidden];

impl Names<'_> {
    pub fn write_memory(
        &self,
        form: &mut Form,
        memory: &MemoryChanges,
        since: &Memory,
    ) -> Result<(), Refused> {
        form.number(memory.count as u64);
        form.number(memory.next_low);
        form.number(memory.recycle_from as u64);
        form.number(memory.ended_stack.len() as u64);
        memory.ended_stack.iter().for_each(|object| form.number(object.index() as u64));
        form.number(memory.objects.len() as u64);
        let places = |image: &ObjectImage| places_in(since, image.object);
        memory.objects.iter().try_for_each(|image| self.write_object(form, image, places(image)))
    }

    pub fn read_memory(&self, from: &mut Reading<'_>, since: &Memory) -> Option<MemoryChanges> {
        let (count, next_low) = (from.number()? as usize, from.number()?);
        let recycle_from = from.number()? as usize;
        let mut ended_stack = Vec::new();
        for _ in 0..from.from.count()? {
            ended_stack.push(from.object()?);
        }
        let mut objects = Vec::new();
        for _ in 0..from.from.count()? {
            objects.push(self.read_object(from, since)?);
        }
        Some(MemoryChanges { count, next_low, recycle_from, ended_stack, objects })
    }

    fn write_object(
        &self,
        form: &mut Form,
        image: &ObjectImage,
        (made_before, ended_before): (Loc, Loc),
    ) -> Result<(), Refused> {
        form.number(image.object.index() as u64);
        form.number(image.base);
        form.number(image.size);
        let is_held = |at: usize| image.held[at / 64] >> (at % 64) & 1 == 1;
        // Bytes that hold no value are whatever was there before.
        let bytes = image.bytes.iter().enumerate();
        let bytes: Vec<u8> = bytes.map(|(at, &b)| if is_held(at) { b } else { 0 }).collect();
        form.to.bytes(&bytes);
        image.held.iter().for_each(|&word| form.number(word));
        form.number(image.special.len() as u64);
        for &(at, special) in &image.special {
            form.number(at);
            match special {
                Special::Undefined(bits) => form.number(1 + u64::from(bits)),
                Special::Symbolic(term) => {
                    form.number(0);
                    form.terms.push(term);
                }
            }
        }
        form.optional(image.array);
        form.optional(image.bound.map(|bound| bound.size));
        form.number(image.bound.map_or(0, |bound| bound.known));
        self.write_kind(form, image.kind);
        form.number(position(&STATES, &image.state));
        form.number(position(&VIEWS, &image.view));
        form.number(image.writable.into());
        self.write_loc(form, image.made_at, made_before)?;
        self.write_loc(form, image.ended_at, ended_before)
    }

    fn read_object(&self, from: &mut Reading<'_>, since: &Memory) -> Option<ObjectImage> {
        let object = from.object()?;
        let (made_before, ended_before) = places_in(since, object);
        let (base, size) = (from.number()?, from.number()?);
        let bytes = from.from.bytes()?;
        let mut held = Vec::new();
        for _ in 0..bytes.len().div_ceil(64) {
            held.push(from.number()?);
        }
        let mut special = Vec::new();
        for _ in 0..from.from.count()? {
            let at = from.number()?;
            special.push((
                at,
                match from.number()? {
                    0 => Special::Symbolic(from.terms.next()?),
                    bits => Special::Undefined(u8::try_from(bits - 1).ok()?),
                },
            ));
        }
        let array = from.optional()?;
        let bound = from.optional()?;
        let known = from.number()?;
        Some(ObjectImage {
            object,
            base,
            bytes: bytes.into(),
            held,
            special,
            array,
            size,
            bound: bound.map(|size| Bound { size, known }),
            kind: self.read_kind(from)?,
            state: *STATES.get(from.number()? as usize)?,
            view: *VIEWS.get(from.number()? as usize)?,
            writable: from.truth()?,
            made_at: self.read_loc(from, made_before)?,
            ended_at: self.read_loc(from, ended_before)?,
        })
    }

    fn write_kind(&self, form: &mut Form, kind: ObjectKind) {
        let program = &self.image.program;
        let (tag, name) = match kind {
            ObjectKind::None => (0, ""),
            ObjectKind::Heap => (1, ""),
            ObjectKind::Environment => (2, ""),
            ObjectKind::Input => (3, ""),
            ObjectKind::Stack(None) => (4, ""),
            ObjectKind::Stack(Some(name)) => (5, program.names[name].as_str()),
            ObjectKind::Global(global) => (6, program.globals[global].name.as_str()),
            ObjectKind::Constant(global) => (7, program.globals[global].name.as_str()),
            ObjectKind::Code(func) => (8, self.name(func)),
        };
        form.number(tag);
        form.to.text(name);
    }

    fn read_kind(&self, from: &mut Reading<'_>) -> Option<ObjectKind> {
        let (tag, name) = (from.number()?, from.from.text()?);
        let program = &self.image.program;
        Some(match tag {
            0 => ObjectKind::None,
            1 => ObjectKind::Heap,
            2 => ObjectKind::Environment,
            3 => ObjectKind::Input,
            4 => ObjectKind::Stack(None),
            // Names of variables are only for messages.
            5 => ObjectKind::Stack(self.names.get(name).copied()),
            6 => ObjectKind::Global(program.global(name)?),
            7 => ObjectKind::Constant(program.global(name)?),
            8 => ObjectKind::Code(self.find(name)?),
            _ => return None,
        })
    }

    /// Writes all objects that a function may see at its start, but for those of its callers.
    pub fn write_start(&self, form: &mut Form, memory: &Memory) -> Result<(), Refused> {
        let all = memory.differences_from(&Memory::new()).ok_or("objects at fixed addresses")?;
        form.number(all.count as u64);
        for image in all.objects.iter().filter(|image| image.view != View::Hidden) {
            match image.kind {
                // The compiler gives constants their names; what they hold counts.
                ObjectKind::Constant(_) => {
                    [image.object.index() as u64, image.base, image.size]
                        .into_iter()
                        .for_each(|number| form.number(number));
                    form.to.bytes(&image.bytes);
                }
                _ => {
                    self.write_object(form, image, (image.made_at, image.ended_at))?;
                }
            }
        }
        Ok(())
    }
}

/// Where an object of a memory was made and ended.
fn places_in(memory: &Memory, object: Object) -> (Loc, Loc) {
    match object.index_in(memory) {
        true => (memory.info(object).made_at, memory.info(object).ended_at),
        false => (Loc::UNKNOWN, Loc::UNKNOWN),
    }
}
