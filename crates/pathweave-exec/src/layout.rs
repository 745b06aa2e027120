//! Where functions and globals are: the initial memory and the addresses of symbols.
//!
//! Every function has an object of its own without readable bytes; the address of block `k` is
//! its base plus `k + 1`. A weak symbol without a definition is at null. A global that is only
//! declared gets zeroed memory, and is listed as unresolved.

use crate::value::{self, Val};
use pathweave_bits::BitVec;
use pathweave_ir::{
    ConstExpr, Constant, Entity, Func, FunctionData, Global, GlobalData, Linkage, Program, Type,
};
use pathweave_memory::memory::Contents;
use pathweave_memory::{Access, Memory, Object, ObjectKind};

/// The addresses of all symbols.
#[derive(Debug)]
pub struct Layout {
    functions: Vec<u64>,
    globals: Vec<u64>,
}

/// A program that cannot be laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayoutError {
    /// What is wrong.
    pub message: String,
}

impl Layout {
    /// Gives every symbol its object and fills in the globals.
    pub fn new(program: &Program) -> Result<(Self, Memory), LayoutError> {
        let mut memory = Memory::new();
        let functions = program
            .functions
            .iter()
            .map(|(func, data)| place_function(&mut memory, func, data))
            .collect();
        let mut objects = Vec::with_capacity(program.globals.len());
        let mut globals = Vec::with_capacity(program.globals.len());
        for (global, data) in program.globals.iter() {
            let object = place_global(&mut memory, global, data)?;
            objects.push(object);
            globals.push(object.map_or(0, |o| memory.base(o)));
        }
        let layout = Self { functions, globals };
        for (data, object) in program.globals.values().zip(&objects) {
            if let (Some(object), Some(_)) = (object, &data.init) {
                layout.fill(&mut memory, *object, data)?;
            }
        }
        for (global, data) in program.globals.iter() {
            if data.constant
                && let Some(object) = objects[global.index()]
            {
                memory.make_constant(object, global);
            }
        }
        Ok((layout, memory))
    }

    /// The address of a function.
    pub fn function(&self, func: Func) -> u64 {
        self.functions[func.index()]
    }

    /// The address of a global.
    pub fn global(&self, global: Global) -> u64 {
        self.globals[global.index()]
    }

    /// The words of a constant, which must not be undefined.
    pub fn constant_words(&self, ty: Type, constant: &Constant) -> Vec<u64> {
        let word = match constant {
            Constant::Int(bits) | Constant::Float(bits) => return bits.limbs().to_vec(),
            Constant::Null => 0,
            Constant::GlobalAddr(global, offset) => {
                self.global(*global).wrapping_add_signed(*offset)
            }
            Constant::FuncAddr(func, offset) => self.function(*func).wrapping_add_signed(*offset),
            Constant::BlockAddr(func, block) => self.function(*func) + 1 + block.index() as u64,
            Constant::Undef => 0,
        };
        let mut words = vec![0; ty.bits().div_ceil(64) as usize];
        words[0] = word;
        words
    }

    fn fill(
        &self,
        memory: &mut Memory,
        object: Object,
        data: &GlobalData,
    ) -> Result<(), LayoutError> {
        let Some(init) = &data.init else { return Ok(()) };
        let outside = || LayoutError {
            message: format!("the initializer of `{}` is larger than the object", data.source_name),
        };
        let base = memory.base(object);
        let len = init.bytes.len() as u64;
        let span = memory.check(base, len, Access::Write).map_err(|_| outside())?;
        memory.write(span, &init.bytes);
        for relocation in &init.relocations {
            let bits = self.evaluate(&relocation.value).ok_or_else(|| LayoutError {
                message: format!("the initializer of `{}` cannot be evaluated", data.source_name),
            })?;
            let bytes = to_bytes(&bits, relocation.ty.bytes());
            let at = base.wrapping_add(relocation.offset);
            let len = bytes.len() as u64;
            let span = memory.check(at, len, Access::Write).map_err(|_| outside())?;
            memory.write(span, &bytes);
        }
        Ok(())
    }

    fn evaluate(&self, expr: &ConstExpr) -> Option<BitVec> {
        Some(match expr {
            ConstExpr::Int(bits) => bits.clone(),
            ConstExpr::Global(global, offset) => {
                BitVec::from_u64(64, self.global(*global).wrapping_add_signed(*offset))
            }
            ConstExpr::Func(func, offset) => {
                BitVec::from_u64(64, self.function(*func).wrapping_add_signed(*offset))
            }
            ConstExpr::Block(func, block) => {
                BitVec::from_u64(64, self.function(*func) + 1 + block.index() as u64)
            }
            ConstExpr::Binary(op, sides) => {
                let [a, b] = [self.evaluate(&sides.0)?, self.evaluate(&sides.1)?];
                if a.width() != b.width() || op.is_float() {
                    return None;
                }
                let ty = Type::Int(a.width());
                value::binary(*op, ty, &Val::known(a), &Val::known(b)).ok()?.bits
            }
            ConstExpr::Cast(op, ty, arg) => {
                let arg = self.evaluate(arg)?;
                if ty.is_float() {
                    return None;
                }
                value::cast(*op, Type::Int(arg.width()), *ty, &Val::known(arg)).bits
            }
        })
    }
}

/// The low bytes of a value, least significant first.
pub(crate) fn to_bytes(bits: &BitVec, len: u64) -> Vec<u8> {
    let mut bytes: Vec<u8> = bits.limbs().iter().flat_map(|w| w.to_le_bytes()).collect();
    bytes.resize(len as usize, 0);
    bytes
}

fn place_function(memory: &mut Memory, func: Func, data: &FunctionData) -> u64 {
    if data.body.is_none() && data.linkage == Linkage::Weak {
        return 0;
    }
    let blocks = data.body.as_ref().map_or(0, |b| b.blocks.len() as u64);
    let loc = data.debug.as_ref().map_or(pathweave_ir::Loc::UNKNOWN, |d| d.loc);
    memory
        .allocate(1 + blocks, 16, ObjectKind::Code(func), Contents::Zero, loc)
        .map_or(0, |object| memory.base(object))
}

fn place_global(
    memory: &mut Memory,
    global: Global,
    data: &GlobalData,
) -> Result<Option<Object>, LayoutError> {
    if data.init.is_none() && data.linkage == Linkage::Weak {
        return Ok(None);
    }
    let kind = ObjectKind::Global(global);
    let align = u64::from(data.align.max(1));
    match memory.allocate(data.size, align, kind, Contents::Zero, data.loc) {
        Some(object) => Ok(Some(object)),
        None => Err(LayoutError {
            message: format!(
                "`{}` is {} bytes large; objects of up to {} bytes are supported",
                data.source_name,
                data.size,
                pathweave_memory::address::MAX_OBJECT_SIZE
            ),
        }),
    }
}
