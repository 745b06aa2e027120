//! Words before and after names and types: linkage, calling conventions, attributes.
//!
//! Only a few matter; every other one is skipped with its argument, whatever it looks like.

use super::constant::is_value_word;
use super::types::is_type_word;
use super::{Parsed, Parser};
use crate::ast::{
    AttrGroup, AttrGroupId, FastMath, FnAttrs, Linkage, MemoryAttr, ParamAttrs, ParamFlags,
    UnnamedAddr, Visibility,
};
use crate::lex::Tok;

/// What stands before the type of a global, function or call.
#[derive(Default)]
pub(super) struct Prefix {
    pub(super) linkage: Option<Linkage>,
    pub(super) visibility: Visibility,
    pub(super) unnamed_addr: UnnamedAddr,
    pub(super) thread_local: bool,
    pub(super) externally_initialized: bool,
    pub(super) addrspace: Option<u32>,
    pub(super) cconv: u16,
    pub(super) fast: FastMath,
    pub(super) attrs: ParamAttrs,
}

fn linkage(word: &[u8]) -> Option<Linkage> {
    Some(match word {
        b"private" | b"linker_private" => Linkage::Private,
        b"internal" => Linkage::Internal,
        b"external" => Linkage::External,
        b"available_externally" => Linkage::AvailableExternally,
        b"linkonce" => Linkage::LinkOnce,
        b"linkonce_odr" => Linkage::LinkOnceOdr,
        b"weak" => Linkage::Weak,
        b"weak_odr" => Linkage::WeakOdr,
        b"common" => Linkage::Common,
        b"extern_weak" => Linkage::ExternWeak,
        b"appending" => Linkage::Appending,
        _ => return None,
    })
}

/// The number of a calling convention by its name.
fn cconv(word: &[u8]) -> Option<u16> {
    Some(match word {
        b"ccc" => 0,
        b"fastcc" => 8,
        b"coldcc" => 9,
        b"ghccc" => 10,
        b"anyregcc" => 13,
        b"preserve_mostcc" => 14,
        b"preserve_allcc" => 15,
        b"swiftcc" => 16,
        b"cxx_fast_tlscc" => 17,
        b"tailcc" => 18,
        b"cfguard_checkcc" => 19,
        b"swifttailcc" => 20,
        b"preserve_nonecc" => 21,
        b"x86_stdcallcc" => 64,
        b"x86_fastcallcc" => 65,
        b"x86_thiscallcc" => 70,
        b"x86_64_sysvcc" => 78,
        b"win64cc" => 79,
        b"x86_vectorcallcc" => 80,
        _ if word.ends_with(b"cc") => u16::MAX,
        _ => return None,
    })
}

pub(super) fn fast_math(word: &[u8]) -> Option<FastMath> {
    Some(match word {
        b"fast" => FastMath(0x7F),
        b"nnan" => FastMath::NNAN,
        b"ninf" => FastMath::NINF,
        b"nsz" => FastMath::NSZ,
        b"arcp" => FastMath::ARCP,
        b"contract" => FastMath::CONTRACT,
        b"afn" => FastMath::AFN,
        b"reassoc" => FastMath::REASSOC,
        _ => return None,
    })
}

fn param_flag(word: &[u8]) -> Option<ParamFlags> {
    Some(match word {
        b"noundef" => ParamFlags::NOUNDEF,
        b"zeroext" => ParamFlags::ZEROEXT,
        b"signext" => ParamFlags::SIGNEXT,
        b"inreg" => ParamFlags::INREG,
        b"nest" => ParamFlags::NEST,
        b"nonnull" => ParamFlags::NONNULL,
        b"returned" => ParamFlags::RETURNED,
        b"noalias" => ParamFlags::NOALIAS,
        b"readonly" => ParamFlags::READONLY,
        b"writeonly" => ParamFlags::WRITEONLY,
        b"readnone" => ParamFlags::READNONE,
        b"swiftself" | b"swifterror" | b"swiftasync" => ParamFlags::SWIFT,
        b"immarg" => ParamFlags::IMMARG,
        _ => return None,
    })
}

fn fn_flag(word: &[u8]) -> FnAttrs {
    match word {
        b"noreturn" => FnAttrs::NORETURN,
        b"nounwind" => FnAttrs::NOUNWIND,
        b"returns_twice" => FnAttrs::RETURNS_TWICE,
        b"naked" => FnAttrs::NAKED,
        b"willreturn" => FnAttrs::WILLRETURN,
        b"readnone" => FnAttrs::READNONE,
        b"readonly" => FnAttrs::READONLY,
        b"alwaysinline" => FnAttrs::ALWAYS_INLINE,
        b"noinline" => FnAttrs::NOINLINE,
        b"optnone" => FnAttrs::OPTNONE,
        b"builtin" => FnAttrs::BUILTIN,
        b"nobuiltin" => FnAttrs::NOBUILTIN,
        b"cold" => FnAttrs::COLD,
        b"convergent" => FnAttrs::CONVERGENT,
        b"strictfp" => FnAttrs::STRICTFP,
        _ => FnAttrs::default(),
    }
}

impl Parser<'_> {
    /// All words up to a type, or up to `global`, `constant`, `alias`, `ifunc`.
    pub(super) fn prefix(&mut self) -> Parsed<Prefix> {
        let mut prefix = Prefix::default();
        loop {
            match self.tok {
                Tok::Word(b"global" | b"constant" | b"alias" | b"ifunc") => return Ok(prefix),
                Tok::Word(word) if !is_type_word(word) => self.prefix_word(&mut prefix, word)?,
                Tok::Str(_) => self.skip_attribute()?,
                _ => return Ok(prefix),
            }
        }
    }

    fn prefix_word(&mut self, prefix: &mut Prefix, word: &[u8]) -> Parsed<()> {
        match word {
            b"dso_local" | b"dso_preemptable" => self.advance(),
            b"hidden" => {
                self.advance();
                prefix.visibility = Visibility::Hidden;
            }
            b"protected" => {
                self.advance();
                prefix.visibility = Visibility::Protected;
            }
            b"unnamed_addr" => {
                self.advance();
                prefix.unnamed_addr = UnnamedAddr::Global;
            }
            b"local_unnamed_addr" => {
                self.advance();
                prefix.unnamed_addr = UnnamedAddr::Local;
            }
            b"thread_local" => {
                prefix.thread_local = true;
                self.skip_attribute()?;
            }
            b"externally_initialized" => {
                self.advance();
                prefix.externally_initialized = true;
            }
            b"addrspace" => prefix.addrspace = self.opt_addrspace()?,
            b"cc" => {
                self.advance();
                prefix.cconv = self.unsigned32()?.min(u32::from(u16::MAX)) as u16;
            }
            _ => self.prefix_flag(prefix, word)?,
        }
        Ok(())
    }

    fn prefix_flag(&mut self, prefix: &mut Prefix, word: &[u8]) -> Parsed<()> {
        if let Some(linkage) = linkage(word) {
            self.advance();
            prefix.linkage = Some(linkage);
        } else if let Some(fast) = fast_math(word) {
            self.advance();
            prefix.fast.set(fast);
        } else if let Some(cconv) = cconv(word) {
            prefix.cconv = cconv;
            self.skip_attribute()?;
        } else {
            self.param_attribute(&mut prefix.attrs, word)?;
        }
        Ok(())
    }

    /// Attributes between the type of a parameter or argument and its name or value.
    pub(super) fn param_attrs(&mut self) -> Parsed<ParamAttrs> {
        let mut attrs = ParamAttrs::default();
        loop {
            match self.tok {
                Tok::Word(word) if !is_value_word(word) => {
                    self.param_attribute(&mut attrs, word)?;
                }
                Tok::Str(_) => self.skip_attribute()?,
                _ => return Ok(attrs),
            }
        }
    }

    fn param_attribute(&mut self, attrs: &mut ParamAttrs, word: &[u8]) -> Parsed<()> {
        if let Some(flag) = param_flag(word) {
            attrs.flags.set(flag);
            self.advance();
            return Ok(());
        }
        let memory = match word {
            b"byval" => MemoryAttr::ByVal,
            b"sret" => MemoryAttr::SRet,
            b"byref" => MemoryAttr::ByRef,
            b"inalloca" => MemoryAttr::InAlloca,
            b"preallocated" => MemoryAttr::Preallocated,
            b"align" => {
                self.advance();
                let parenthesis = self.eat(b'(');
                attrs.align = self.alignment()?;
                return match parenthesis {
                    true => self.expect(b')'),
                    false => Ok(()),
                };
            }
            b"dereferenceable" => {
                self.advance();
                self.expect(b'(')?;
                attrs.dereferenceable = self.unsigned()?;
                return self.expect(b')');
            }
            _ => return self.skip_attribute(),
        };
        self.advance();
        if self.eat(b'(') {
            attrs.memory = Some((memory, self.parse_type()?));
            self.expect(b')')?;
        }
        Ok(())
    }

    /// Skips a word or string with its `(…)` or `=value`.
    pub(super) fn skip_attribute(&mut self) -> Parsed<()> {
        self.advance();
        if self.is(b'(') {
            return self.skip_balanced();
        }
        if self.eat(b'=') {
            match self.tok {
                Tok::Str(_) | Tok::Int(_) | Tok::Word(_) => self.advance(),
                _ => return self.expected("the value of an attribute"),
            }
        }
        Ok(())
    }

    /// An attribute of a function or call, the current word.
    pub(super) fn fn_attribute(&mut self, word: &[u8]) -> Parsed<FnAttrs> {
        let start = self.at;
        self.skip_attribute()?;
        if word == b"memory" {
            let text = &self.lexer.input[start..self.previous_end];
            return Ok(match text {
                b"memory(none)" => FnAttrs::READNONE,
                b"memory(read)" => FnAttrs::READONLY,
                _ => FnAttrs::default(),
            });
        }
        Ok(fn_flag(word))
    }

    /// The group with a number, defined or not yet.
    pub(super) fn group(&mut self, number: u32) -> AttrGroupId {
        let groups = &mut self.module.groups;
        *self.group_numbers.entry(number).or_insert_with(|| {
            groups.push(AttrGroup::default());
            AttrGroupId(groups.len() as u32 - 1)
        })
    }

    /// `attributes #n = { … }`
    pub(super) fn attribute_group(&mut self) -> Parsed<()> {
        self.advance();
        let Tok::Attr(number) = self.tok else {
            return self.expected("a number such as `#0`");
        };
        let group = self.group(number);
        self.advance();
        self.expect(b'=')?;
        self.expect(b'{')?;
        loop {
            match self.tok {
                Tok::Punct(b'}') => {
                    self.advance();
                    return Ok(());
                }
                Tok::Word(b"align" | b"alignstack") => self.skip_align()?,
                Tok::Word(word) => {
                    let attrs = self.fn_attribute(word)?;
                    self.module.groups[group.0 as usize].attrs.set(attrs);
                }
                Tok::Str(_) => self.skip_attribute()?,
                _ => return self.expected("an attribute or `}`"),
            }
        }
    }

    /// `align=8`, `align 8` or `alignstack(8)` in a group.
    fn skip_align(&mut self) -> Parsed<()> {
        self.skip_attribute()?;
        if let Tok::Int(_) = self.tok {
            self.advance();
        }
        Ok(())
    }
}
