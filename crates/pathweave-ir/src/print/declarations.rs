//! Everything around function bodies: target, files, names, places, debug types, globals,
//! function headers.
//!
//! Tables are written in their order and read back in it; whatever is the default is left out.

use super::body::{definition, write_int};
use super::{Printer, write_list, write_offset, write_quoted, write_symbol};
use crate::{
    ConstExpr, DebugTypeData, DebugTypeRef, Encoding, Func, FunctionData, GlobalData, Initializer,
    Linkage, Loc, LocData, Member, Origin, VaListKind,
};
use std::fmt::{self, Write};

/// Bytes of an initializer on one line.
const BYTES_PER_LINE: usize = 64;

type Out<'o> = &'o mut dyn Write;

impl Printer<'_> {
    pub(super) fn program(&self, f: Out<'_>) -> fmt::Result {
        let program = self.program;
        f.write_str("target ")?;
        write_quoted(f, program.target.triple.as_bytes())?;
        writeln!(f, " {}", va_list_name(program.target.va_list))?;
        for (file, data) in program.files.iter() {
            write!(f, "file {file} ")?;
            write_quoted(f, data.path.as_bytes())?;
            f.write_char('\n')?;
        }
        for (name, text) in program.names.iter() {
            write!(f, "name {name} ")?;
            write_quoted(f, text.as_bytes())?;
            f.write_char('\n')?;
        }
        for (loc, data) in program.locs.iter().skip(1) {
            write_place(f, loc, data)?;
        }
        for (ty, data) in program.debug_types.iter() {
            write!(f, "type {ty} ")?;
            write_debug_type(f, data)?;
            f.write_char('\n')?;
        }
        for data in program.globals.values() {
            self.global(f, data)?;
        }
        for (word, list) in
            [("constructor", &program.constructors), ("destructor", &program.destructors)]
        {
            for &func in list {
                write!(f, "{word} ")?;
                self.func_name(f, func)?;
                f.write_char('\n')?;
            }
        }
        for func in program.functions.keys() {
            f.write_char('\n')?;
            self.function(f, func)?;
        }
        Ok(())
    }

    fn global(&self, f: Out<'_>, data: &GlobalData) -> fmt::Result {
        f.write_str("global ")?;
        write_symbol(f, &data.name)?;
        f.write_str(linkage_word(data.linkage))?;
        f.write_str(if data.constant { " constant" } else { "" })?;
        write!(f, " size {} align {}", data.size, data.align)?;
        write_source_name(f, &data.name, &data.source_name)?;
        if let Some(ty) = data.debug {
            write!(f, " type {ty}")?;
        }
        self.loc(f, data.loc)?;
        match &data.init {
            Some(init) => self.initializer(f, init),
            None => f.write_char('\n'),
        }
    }

    fn initializer(&self, f: Out<'_>, init: &Initializer) -> fmt::Result {
        if init.bytes.is_empty() && init.relocations.is_empty() {
            return f.write_str(" {}\n");
        }
        f.write_str(" {\n")?;
        for bytes in init.bytes.chunks(BYTES_PER_LINE) {
            f.write_str("  bytes ")?;
            write_quoted(f, bytes)?;
            f.write_char('\n')?;
        }
        for relocation in &init.relocations {
            write!(f, "  at {}: {} = ", relocation.offset, relocation.ty)?;
            self.expression(f, &relocation.value)?;
            f.write_char('\n')?;
        }
        f.write_str("}\n")
    }

    fn expression(&self, f: Out<'_>, expr: &ConstExpr) -> fmt::Result {
        match expr {
            ConstExpr::Int(bits) => {
                write!(f, "i{} ", bits.width())?;
                write_int(f, bits)
            }
            ConstExpr::Global(global, offset) => {
                self.global_name(f, *global)?;
                write_offset(f, *offset)
            }
            ConstExpr::Func(func, offset) => {
                self.func_name(f, *func)?;
                write_offset(f, *offset)
            }
            ConstExpr::Block(func, block) => {
                f.write_str("blockaddr(")?;
                self.func_name(f, *func)?;
                write!(f, ", {block})")
            }
            ConstExpr::Binary(op, args) => {
                write!(f, "{}(", op.name())?;
                self.expression(f, &args.0)?;
                f.write_str(", ")?;
                self.expression(f, &args.1)?;
                f.write_char(')')
            }
            ConstExpr::Cast(op, ty, arg) => {
                write!(f, "{}(", op.name())?;
                self.expression(f, arg)?;
                write!(f, ", {ty})")
            }
        }
    }

    pub(super) fn function(&self, f: Out<'_>, func: Func) -> fmt::Result {
        let Some(data) = self.program.functions.get(func) else { return writeln!(f, "{func}") };
        f.write_str(if data.body.is_some() { "func " } else { "declare " })?;
        write_symbol(f, &data.name)?;
        self.signature(f, data)?;
        self.attributes(f, data)?;
        let Some(body) = &data.body else { return f.write_char('\n') };
        f.write_str(" {\n")?;
        self.body(f, body, &data.signature.results)?;
        f.write_str("}\n")
    }

    fn signature(&self, f: Out<'_>, data: &FunctionData) -> fmt::Result {
        let signature = &data.signature;
        let entry = data.body.as_ref().and_then(|b| Some((b, b.blocks.get(b.entry())?)));
        f.write_char('(')?;
        match entry {
            Some((body, entry)) => {
                write_list(f, &entry.params, |f, &v| definition(f, body, v))?;
            }
            None => write_list(f, &signature.params, |f, ty| write!(f, "{ty}"))?,
        }
        if signature.variadic {
            f.write_str(if signature.params.is_empty() { "..." } else { ", ..." })?;
        }
        f.write_char(')')?;
        if !signature.results.is_empty() {
            f.write_str(" -> ")?;
            write_list(f, &signature.results, |f, ty| write!(f, "{ty}"))?;
        }
        Ok(())
    }

    fn attributes(&self, f: Out<'_>, data: &FunctionData) -> fmt::Result {
        f.write_str(linkage_word(data.linkage))?;
        f.write_str(if data.origin == Origin::Library { " library" } else { "" })?;
        f.write_str(if data.optimized { " optimized" } else { "" })?;
        f.write_str(if data.no_return { " noreturn" } else { "" })?;
        if !data.promises.is_empty() {
            f.write_str(" promises(")?;
            write_list(f, &data.promises, |f, promise| {
                write!(f, "{} {}", promise.param, promise.bytes)
            })?;
            f.write_char(')')?;
        }
        write_source_name(f, &data.name, &data.source_name)?;
        let Some(debug) = &data.debug else { return Ok(()) };
        write!(f, " debug({} ", debug.loc)?;
        write_type_ref(f, debug.result)?;
        for param in &debug.params {
            f.write_str(", ")?;
            write_quoted(f, param.name.as_bytes())?;
            f.write_char(' ')?;
            write_type_ref(f, param.ty)?;
        }
        f.write_char(')')
    }
}

fn write_place(f: Out<'_>, loc: Loc, data: &LocData) -> fmt::Result {
    write!(f, "loc {loc} ")?;
    match data.file {
        Some(file) => write!(f, "{file}")?,
        None => f.write_str("none")?,
    }
    write!(f, ":{}:{}", data.line, data.column)?;
    if let Some(function) = data.function {
        write!(f, " in {function}")?;
    }
    if let Some(at) = data.inlined_at {
        write!(f, " at {at}")?;
    }
    f.write_char('\n')
}

fn write_debug_type(f: Out<'_>, data: &DebugTypeData) -> fmt::Result {
    let head = |f: Out<'_>, word: &str, name: &str| {
        write!(f, "{word} ")?;
        write_quoted(f, name.as_bytes())?;
        f.write_char(' ')
    };
    match data {
        DebugTypeData::Basic { name, size_bits, encoding } => {
            head(f, "basic", name)?;
            write!(f, "{size_bits} {}", encoding_name(*encoding))
        }
        DebugTypeData::Pointer { to } => {
            f.write_str("pointer ")?;
            write_type_ref(f, *to)
        }
        DebugTypeData::Alias { name, of } => {
            head(f, "alias", name)?;
            write_type_ref(f, *of)
        }
        DebugTypeData::Qualified { of } => {
            f.write_str("qualified ")?;
            write_type_ref(f, *of)
        }
        DebugTypeData::Struct { name, size_bits, members } => {
            head(f, "struct", name)?;
            write_members(f, *size_bits, members)
        }
        DebugTypeData::Union { name, size_bits, members } => {
            head(f, "union", name)?;
            write_members(f, *size_bits, members)
        }
        DebugTypeData::Array { of, counts } => {
            f.write_str("array ")?;
            write_type_ref(f, *of)?;
            f.write_str(" [")?;
            write_list(f, counts, |f, count| match count {
                Some(count) => write!(f, "{count}"),
                None => f.write_str("unknown"),
            })?;
            f.write_char(']')
        }
        DebugTypeData::Enum { name, size_bits, values } => {
            head(f, "enum", name)?;
            write!(f, "{size_bits} {{")?;
            write_list(f, values, |f, (name, value)| {
                write_quoted(f, name.as_bytes())?;
                write!(f, " {value}")
            })?;
            f.write_char('}')
        }
        DebugTypeData::Function { result, params, variadic } => {
            f.write_str("function ")?;
            write_type_ref(f, *result)?;
            f.write_str(" (")?;
            write_list(f, params, |f, ty| write_type_ref(f, *ty))?;
            f.write_str(if *variadic { ") variadic" } else { ")" })
        }
        DebugTypeData::Unknown => f.write_str("unknown"),
    }
}

fn write_members(f: Out<'_>, size_bits: u64, members: &[Member]) -> fmt::Result {
    write!(f, "{size_bits} {{")?;
    write_list(f, members, |f, member| {
        write_quoted(f, member.name.as_bytes())?;
        f.write_char(' ')?;
        write_type_ref(f, member.ty)?;
        write!(f, " {} {}", member.offset_bits, member.size_bits)?;
        f.write_str(if member.bit_field { " bits" } else { "" })
    })?;
    f.write_char('}')
}

fn write_type_ref(f: Out<'_>, ty: Option<DebugTypeRef>) -> fmt::Result {
    match ty {
        Some(ty) => write!(f, "{ty}"),
        None => f.write_str("void"),
    }
}

fn write_source_name(f: Out<'_>, name: &str, source_name: &str) -> fmt::Result {
    if name == source_name {
        return Ok(());
    }
    f.write_str(" source ")?;
    write_quoted(f, source_name.as_bytes())
}

fn linkage_word(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "",
        Linkage::Internal => " internal",
        Linkage::Weak => " weak",
    }
}

fn va_list_name(kind: VaListKind) -> &'static str {
    match kind {
        VaListKind::SystemV => "sysv",
        VaListKind::AArch64 => "aarch64",
        VaListKind::Pointer => "pointer",
    }
}

pub(crate) const ENCODINGS: &[(&str, Encoding)] = &[
    ("signed", Encoding::Signed),
    ("unsigned", Encoding::Unsigned),
    ("signed_char", Encoding::SignedChar),
    ("unsigned_char", Encoding::UnsignedChar),
    ("bool", Encoding::Bool),
    ("float", Encoding::Float),
    ("other", Encoding::Other),
];

fn encoding_name(encoding: Encoding) -> &'static str {
    ENCODINGS.iter().find(|(_, e)| *e == encoding).map_or("other", |(name, _)| name)
}
