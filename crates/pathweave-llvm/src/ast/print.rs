//! Types as text, for messages.

use std::fmt::Write;

use super::module::Module;
use super::types::{Type, TypeId};

/// Messages show no more of a type than this.
const MAX_TEXT: usize = 200;

impl Module {
    /// A type as LLVM writes it (with opaque pointers), cut off if it is long.
    pub fn type_text(&self, ty: TypeId) -> String {
        let mut out = String::new();
        self.write_type(&mut out, ty);
        if out.len() > MAX_TEXT {
            let end = out.char_indices().map(|(at, _)| at).take_while(|&at| at <= MAX_TEXT);
            let end = end.last().unwrap_or(0);
            out.truncate(end);
            out.push('…');
        }
        out
    }

    fn write_type(&self, out: &mut String, ty: TypeId) {
        if out.len() > MAX_TEXT {
            return;
        }
        // Writing to a string cannot fail.
        let _ = match self.types.get(ty) {
            Type::Void => write!(out, "void"),
            Type::Int(width) => write!(out, "i{width}"),
            Type::Float(kind) => write!(out, "{}", kind.name()),
            Type::Ptr(0) => write!(out, "ptr"),
            Type::Ptr(space) => write!(out, "ptr addrspace({space})"),
            Type::Label => write!(out, "label"),
            Type::Metadata => write!(out, "metadata"),
            Type::Token => write!(out, "token"),
            Type::X86Mmx => write!(out, "x86_mmx"),
            Type::X86Amx => write!(out, "x86_amx"),
            Type::Target(text) => write!(out, "target({})", self.text(*text)),
            Type::Named(id) => write!(out, "%{}", self.text(self.types.named(*id).name)),
            Type::Array(len, elem) => {
                let _ = write!(out, "[{len} x ");
                self.write_type(out, *elem);
                write!(out, "]")
            }
            Type::Vector { len, elem, scalable } => {
                let vscale = if *scalable { "vscale x " } else { "" };
                let _ = write!(out, "<{vscale}{len} x ");
                self.write_type(out, *elem);
                write!(out, ">")
            }
            Type::Struct { fields, packed } => {
                let (open, close) = if *packed { ("<{", "}>") } else { ("{", "}") };
                out.push_str(open);
                self.write_list(out, fields);
                write!(out, "{close}")
            }
            Type::Function { ret, params, varargs } => {
                self.write_type(out, *ret);
                out.push_str(" (");
                self.write_list(out, params);
                let more = match (*varargs, params.is_empty()) {
                    (false, _) => ")",
                    (true, true) => "...)",
                    (true, false) => ", ...)",
                };
                write!(out, "{more}")
            }
        };
    }

    fn write_list(&self, out: &mut String, types: &[TypeId]) {
        for (at, &ty) in types.iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            self.write_type(out, ty);
            if out.len() > MAX_TEXT {
                return;
            }
        }
    }
}
