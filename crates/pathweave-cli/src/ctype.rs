//! Types of the source as C writes them, from the debug information.
//!
//! C declares from the inside out, so a type is printed around a declarator. Qualifiers are not in
//! the debug types and are left out: a value may be filled in, and passing it adds them back. What
//! C has no name for (an anonymous structure) is `None`, never a guess.

use pathweave_ir::{DebugType, DebugTypeData, Encoding, FloatKind, Func, Program, Type};
use pathweave_report::{InputKind, Parameter, Prototype};

/// Whether the program's own type names can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// The source is included.
    Known,
    /// Only what C has by itself.
    Unknown,
}

/// How to call a function from C, as far as C can say it.
pub fn prototype(program: &Program, func: Func, names: Names) -> Option<Prototype> {
    let data = &program.functions[func];
    let printer = Printer { program, names };
    let Some(debug) = &data.debug else {
        let parameter = |(index, &ty): (usize, &Type)| {
            Some(Parameter { name: format!("arg{index}"), c_type: machine_type(ty)?.to_owned() })
        };
        let parameters = data.signature.params.iter().enumerate().map(parameter);
        let returns = match data.signature.results[..] {
            [] => "void",
            [ty] => machine_type(ty)?,
            _ => return None,
        };
        return Some(Prototype {
            returns: returns.to_owned(),
            parameters: parameters.collect::<Option<_>>()?,
        });
    };
    let parameter = |(index, variable): (usize, &pathweave_ir::DebugVariable)| {
        let name = match variable.name.as_str() {
            "" => format!("arg{index}"),
            name => name.to_owned(),
        };
        Some(Parameter { name, c_type: printer.declare(variable.ty, "", 0)? })
    };
    let parameters = debug.params.iter().enumerate().map(parameter);
    let result = debug.result.filter(|&ty| !is_void(program, ty));
    Some(Prototype {
        returns: printer.declare(result, "", 0)?,
        parameters: parameters.collect::<Option<_>>()?,
    })
}

/// Whether a type is another name for `void`.
fn is_void(program: &Program, ty: DebugType) -> bool {
    let mut ty = Some(ty);
    for _ in 0..DEPTH {
        ty = match ty.map(|ty| &program.debug_types[ty]) {
            None => return true,
            Some(DebugTypeData::Alias { of, .. } | DebugTypeData::Qualified { of }) => *of,
            Some(_) => return false,
        };
    }
    false
}

/// How a value of a type is shown; `None` for what is just bytes.
pub fn kind(program: &Program, ty: Option<DebugType>) -> Option<InputKind> {
    let mut ty = ty?;
    // Types of a valid program do not go round, those of a broken file may.
    for _ in 0..64 {
        return Some(match &program.debug_types[ty] {
            DebugTypeData::Alias { of, .. } | DebugTypeData::Qualified { of } => {
                ty = (*of)?;
                continue;
            }
            DebugTypeData::Pointer { .. } => InputKind::Pointer,
            DebugTypeData::Enum { .. } => InputKind::Signed,
            DebugTypeData::Basic { encoding, size_bits, .. } => match (encoding, size_bits) {
                (Encoding::Signed | Encoding::SignedChar, _) => InputKind::Signed,
                (Encoding::Unsigned | Encoding::UnsignedChar, _) => InputKind::Unsigned,
                (Encoding::Bool, _) => InputKind::Bool,
                (Encoding::Float, 32) => InputKind::Float,
                (Encoding::Float, 64) => InputKind::Double,
                _ => return None,
            },
            _ => return None,
        });
    }
    None
}

/// A type of the machine, where there is no debug information.
fn machine_type(ty: Type) -> Option<&'static str> {
    Some(match ty {
        Type::Ptr => "void *",
        Type::Int(1) => "_Bool",
        Type::Int(8) => "unsigned char",
        Type::Int(16) => "unsigned short",
        Type::Int(32) => "unsigned int",
        Type::Int(64) => "unsigned long",
        Type::Float(FloatKind::Single) => "float",
        Type::Float(FloatKind::Double) => "double",
        _ => return None,
    })
}

struct Printer<'a> {
    program: &'a Program,
    names: Names,
}

/// How deep types may nest: those of a broken file may go round.
const DEPTH: u32 = 64;

impl Printer<'_> {
    /// The declaration of `inner` as something of the type.
    fn declare(&self, ty: Option<DebugType>, inner: &str, depth: u32) -> Option<String> {
        let Some(ty) = ty else { return Some(joined("void", inner)) };
        if depth > DEPTH {
            return None;
        }
        let known = self.names == Names::Known;
        match &self.program.debug_types[ty] {
            DebugTypeData::Basic { name, .. } => Some(joined(name, inner)),
            DebugTypeData::Alias { name, .. } if known => Some(joined(name, inner)),
            DebugTypeData::Alias { of, .. } | DebugTypeData::Qualified { of } => {
                self.declare(*of, inner, depth + 1)
            }
            DebugTypeData::Pointer { to } => self.declare_pointer(*to, inner, depth),
            DebugTypeData::Struct { name, .. } => tagged("struct", name, inner, known),
            DebugTypeData::Union { name, .. } => tagged("union", name, inner, known),
            DebugTypeData::Enum { name, size_bits, .. } => match (known, name.as_str()) {
                (true, name) if !name.is_empty() => Some(joined(&format!("enum {name}"), inner)),
                _ => Some(joined(machine_type(Type::Int(*size_bits as u32))?, inner)),
            },
            DebugTypeData::Array { of, counts } => {
                let mut inner = inner.to_owned();
                for count in counts {
                    let count = count.map_or_else(String::new, |count| count.to_string());
                    inner.push_str(&format!("[{count}]"));
                }
                self.declare(*of, &inner, depth + 1)
            }
            DebugTypeData::Function { result, params, variadic } => {
                let mut list: Vec<String> = Vec::new();
                for &param in params {
                    list.push(self.declare(param, "", depth + 1)?);
                }
                match (list.is_empty(), variadic) {
                    (false, true) => list.push("...".to_owned()),
                    (true, false) => list.push("void".to_owned()),
                    _ => {}
                }
                self.declare(*result, &format!("{inner}({})", list.join(", ")), depth + 1)
            }
            DebugTypeData::Unknown => None,
        }
    }

    fn declare_pointer(&self, to: Option<DebugType>, inner: &str, depth: u32) -> Option<String> {
        let target = to.map(|to| &self.program.debug_types[to]);
        let needs_parentheses =
            matches!(target, Some(DebugTypeData::Array { .. } | DebugTypeData::Function { .. }));
        let declarator = match needs_parentheses {
            true => format!("(*{inner})"),
            false => format!("*{inner}"),
        };
        // Any pointer is passed like any other.
        self.declare(to, &declarator, depth + 1)
            .or_else(|| Some(joined("void", &format!("*{inner}"))))
    }
}

fn tagged(word: &str, name: &str, inner: &str, known: bool) -> Option<String> {
    (known && !name.is_empty()).then(|| joined(&format!("{word} {name}"), inner))
}

fn joined(base: &str, inner: &str) -> String {
    if inner.is_empty() { base.to_owned() } else { format!("{base} {inner}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(types: Vec<DebugTypeData>, names: Names) -> Option<String> {
        let mut program = Program::default();
        let mut last = None;
        for data in types {
            last = Some(program.debug_types.push(data));
        }
        Printer { program: &program, names }.declare(last, "", 0)
    }

    fn int() -> DebugTypeData {
        let encoding = Encoding::Signed;
        DebugTypeData::Basic { name: "int".into(), size_bits: 32, encoding }
    }

    fn at(index: u32) -> Option<DebugType> {
        use pathweave_ir::entity::Entity as _;
        Some(DebugType::from_index(index as usize))
    }

    #[test]
    fn declarators_go_inside_out() {
        let pointer = |to| DebugTypeData::Pointer { to };
        let array = |of, counts| DebugTypeData::Array { of, counts };
        let function =
            DebugTypeData::Function { result: at(0), params: vec![at(0), None], variadic: false };
        let known = |types| print(types, Names::Known).expect("it has a name");
        assert_eq!(known(vec![int(), pointer(at(0)), pointer(at(1))]), "int **");
        assert_eq!(known(vec![int(), array(at(0), vec![Some(3), None])]), "int [3][]");
        assert_eq!(known(vec![int(), array(at(0), vec![Some(3)]), pointer(at(1))]), "int (*)[3]");
        assert_eq!(known(vec![int(), function.clone(), pointer(at(1))]), "int (*)(int, void)");
        assert_eq!(known(vec![pointer(None)]), "void *");
    }

    #[test]
    fn other_names_of_void() {
        let mut program = Program::default();
        let alias = |of| DebugTypeData::Alias { name: "nothing".into(), of };
        let nothing = program.debug_types.push(alias(None));
        let again = program.debug_types.push(alias(Some(nothing)));
        let number = program.debug_types.push(int());
        let other = program.debug_types.push(alias(Some(number)));
        assert!(is_void(&program, nothing) && is_void(&program, again));
        assert!(!is_void(&program, number) && !is_void(&program, other));
    }

    #[test]
    fn names_only_where_they_are_known() {
        let node = DebugTypeData::Struct { name: "node".into(), size_bits: 64, members: vec![] };
        let alias = |of| DebugTypeData::Alias { name: "node_t".into(), of };
        let pointer = |to| DebugTypeData::Pointer { to };
        let types = vec![node.clone(), alias(at(0)), pointer(at(1))];
        assert_eq!(print(types.clone(), Names::Known).as_deref(), Some("node_t *"));
        assert_eq!(print(types, Names::Unknown).as_deref(), Some("void *"));
        assert_eq!(print(vec![node], Names::Unknown), None);
        let nameless = DebugTypeData::Struct { name: String::new(), size_bits: 8, members: vec![] };
        assert_eq!(print(vec![nameless], Names::Known), None);
        // A type that is its own name ends.
        assert_eq!(print(vec![DebugTypeData::Qualified { of: at(0) }], Names::Known), None);
    }
}
