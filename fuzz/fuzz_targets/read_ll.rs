//! Any bytes at all: the reader answers with a module or a message, and what it has read can be
//! linked, laid out and looked up.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pathweave_llvm::ast::{MdId, TypeId};
use pathweave_llvm::debug::DebugInfo;

fuzz_target!(|bytes: &[u8]| {
    let Ok(module) = pathweave_llvm::read("fuzz.ll", bytes) else {
        return;
    };
    for id in 0..module.types.all().len() as u32 {
        module.layout_of(TypeId(id));
        module.type_text(TypeId(id));
    }
    let info = DebugInfo::new(&module);
    for id in (0..module.metadata.len() as u32).map(MdId) {
        info.inline_chain(id);
        info.debug_type(id);
        info.strip(id);
    }
    let _ = pathweave_llvm::link::link(vec![module.clone()], vec![module]);
});
