//! What is kept of a path of a function that was executed alone: a pair of conditions over the
//! function's own inputs.
//!
//! Whatever would mean something else in a caller's memory is refused: the address of an object that
//! the function made, a buffer whose size nobody knows, bits that were never set.

use crate::memo::tree::{End, HeapConstraint, Hole, Pair, PathInput, Place, Resume};
use pathweave_exec::Witness;
use pathweave_exec::state::State;
use pathweave_memory::{Object, ObjectKind};
use pathweave_term::portable::Formula;
use pathweave_term::{Op, Printer, Sort, Term, TermMap, TermStore};

/// Why a path cannot be kept.
pub(crate) type Refusal = &'static str;

/// The pair of conditions of a path that ended in a state.
pub(crate) fn pair_of(
    terms: &TermStore,
    state: &State<'_>,
    witness: &mut Witness,
    places: &[Place],
    end: End,
) -> Result<Pair, Refusal> {
    let inputs = inputs_of(state, places)?;
    let heap = heap_of(terms, state)?;
    let followed = |term: Term| {
        state.pointers.iter().any(|pointer| pointer.term == term && pointer.target.is_some())
    };
    let is_heap = |&condition: &Term| {
        let equality = match terms.op(condition) {
            Op::Not => terms.arg(condition, 0),
            _ => condition,
        };
        terms.op(equality) == Op::Eq
            && terms.args(equality).iter().any(|&arg| followed(arg))
            && terms.args(equality).iter().all(|&arg| followed(arg) || terms.is_constant(arg))
    };
    let numeric: Vec<Term> =
        state.conditions.iter().copied().filter(|condition| !is_heap(condition)).collect();
    if is_compared_by_order(terms, state, &numeric) {
        return Err("addresses are computed with");
    }
    let places_of = variables_of(terms, state);
    let mut holes: Vec<Hole> = Vec::new();
    let mut sample = Vec::new();
    let mut refused = None;
    let formula = Formula::of(terms, &numeric, |terms, term| {
        let hole = match terms.op(term) {
            Op::Var => match places_of.get(term) {
                Some(hole) => hole.clone(),
                None => {
                    refused = Some("something that is no input decides");
                    return None;
                }
            },
            _ => match address_hole(terms, state, term) {
                Ok(hole) => hole?,
                Err(refusal) => {
                    refused = Some(refusal);
                    return None;
                }
            },
        };
        let known = holes.iter().position(|other| *other == hole);
        Some(known.unwrap_or_else(|| {
            holes.push(hole);
            sample.push(witness.bits(terms, term).low_u64());
            holes.len() - 1
        }) as u32)
    });
    if let Some(refusal) = refused {
        return Err(refusal);
    }
    let numeric_formula = formula.ok_or("functions in conditions")?;
    let distinct = distinct_in(terms, state, &places_of);
    let text = text_of(terms, &numeric, &heap, &inputs);
    let resume = if end == End::Cut { resume_of(terms, &state.conditions) } else { None };
    Ok(Pair { end, inputs, holes, sample, numeric: numeric_formula, heap, distinct, text, resume })
}

/// Whether the conditions of a path mention where a global or a function is.
pub(crate) fn is_placed(terms: &TermStore, state: &State<'_>) -> bool {
    let is_place = |&term: &Term| {
        let number = terms.constant_u64(term).filter(|_| terms.width(term) == 64);
        let found = number.and_then(|number| state.memory.find(number));
        found.is_some_and(|(.., info)| is_of_the_program(info.kind))
    };
    let is_constant = |term: &Term| terms.is_constant(*term) && terms.sort(*term) != Sort::Bool;
    terms.subterms(&state.conditions).iter().filter(|term| is_constant(term)).any(is_place)
}

/// Whether an object is where the program puts it, whatever calls the function.
fn is_of_the_program(kind: ObjectKind) -> bool {
    matches!(kind, ObjectKind::Global(_) | ObjectKind::Constant(_) | ObjectKind::Code(_))
}

/// Whether the address of an input's object is part of anything but an equality: in a caller's memory such a condition may be possible
/// where it is impossible here.
fn is_compared_by_order(terms: &TermStore, state: &State<'_>, numeric: &[Term]) -> bool {
    let is_equality = |op: Op| matches!(op, Op::Eq | Op::Ite);
    let is_address = |&term: &Term| {
        terms.is_constant(term)
            && terms.sort(term) == Sort::BitVec(64)
            && matches!(address_hole(terms, state, term), Ok(Some(_)))
    };
    let all = terms.subterms(numeric);
    let mut others = all.iter().filter(|&&term| !is_equality(terms.op(term)));
    others.any(|&term| terms.args(term).iter().any(is_address))
}

/// The conditions of a path as they are.
fn resume_of(terms: &TermStore, conditions: &[Term]) -> Option<Resume> {
    let mut variables: Vec<(String, u32)> = Vec::new();
    let formula = Formula::of(terms, conditions, |terms, term| {
        let variable = (terms.name(term)?.to_owned(), terms.sort(term).width()?);
        variables.push(variable);
        Some(variables.len() as u32 - 1)
    });
    formula.map(|conditions| Resume { conditions, variables })
}

fn inputs_of(state: &State<'_>, places: &[Place]) -> Result<Vec<PathInput>, Refusal> {
    let mut inputs = Vec::new();
    for (number, record) in state.inputs.iter().enumerate() {
        let pointer = || {
            let object = record.object?;
            state.pointers.iter().find(|pointer| pointer.fresh() == Some(object))
        };
        let place = match (places.get(number), pointer()) {
            (Some(place), _) => place.clone(),
            (None, Some(pointer)) if pointer.is_sized() => {
                Place::Pointee { input: pointer.input as u32, at: pointer.at }
            }
            (None, Some(_)) => return Err("a buffer of unknown size"),
            (None, None) => Place::Asked,
        };
        let size = record.bytes.len() as u64;
        inputs.push(PathInput { name: record.name.clone(), place, size });
    }
    Ok(inputs)
}

fn input_of_object(state: &State<'_>, object: Object) -> Option<u32> {
    let position = state.inputs.iter().position(|record| record.object == Some(object));
    position.map(|number| number as u32)
}

/// What pointers are, in the order in which they were decided: paths agree about it as far as they agree.
fn heap_of(terms: &TermStore, state: &State<'_>) -> Result<Vec<HeapConstraint>, Refusal> {
    let mut heap = Vec::new();
    let decides = |condition: Term, pointer: Term| {
        let not = terms.op(condition) == Op::Not;
        let equality = if not { terms.arg(condition, 0) } else { condition };
        terms.op(equality) == Op::Eq && terms.args(equality).contains(&pointer)
    };
    let decided =
        |pointer: Term| state.conditions.iter().position(|&condition| decides(condition, pointer));
    let followed = state.pointers.iter().filter_map(|p| p.target.map(|target| (p, target)));
    let mut followed: Vec<_> = followed.collect();
    followed.sort_by_cached_key(|(pointer, _)| decided(pointer.term));
    for (pointer, address) in followed {
        let target = match address {
            0 => None,
            address => {
                let found = state.memory.find(address);
                let input = found.and_then(|(object, ..)| input_of_object(state, object));
                Some(input.ok_or("a pointer to what is no input")?)
            }
        };
        heap.push(HeapConstraint { input: pointer.input as u32, at: pointer.at, target });
    }
    Ok(heap)
}

/// What pointers are not, by the conditions of a path: the other side of each was another path's.
fn distinct_in(
    terms: &TermStore,
    state: &State<'_>,
    places: &TermMap<Hole>,
) -> Vec<HeapConstraint> {
    let object_of = |term: Term| {
        let decided = state.pointers.iter().find(|pointer| pointer.term == term);
        let number = match decided.and_then(|pointer| pointer.target) {
            Some(target) => target,
            None => terms.constant_u64(term)?,
        };
        let (object, offset, _) = state.memory.find(number)?;
        input_of_object(state, object).filter(|_| offset == 0)
    };
    let mut all = Vec::new();
    for &condition in state.conditions.iter().filter(|&&c| terms.op(c) == Op::Not) {
        let equality = terms.arg(condition, 0);
        if terms.op(equality) != Op::Eq {
            continue;
        }
        let &[a, b] = terms.args(equality) else { continue };
        for (pointer, other) in [(a, b), (b, a)] {
            if let Some(&Hole::Bits { input, at, width: 64 }) = places.get(pointer)
                && let Some(target) = object_of(other)
            {
                all.push(HeapConstraint { input, at, target: Some(target) });
            }
        }
    }
    all
}

/// Which bits of the inputs each variable is.
fn variables_of(terms: &TermStore, state: &State<'_>) -> TermMap<Hole> {
    let mut found: TermMap<Hole> = TermMap::new();
    for (number, record) in state.inputs.iter().enumerate() {
        for (at, &byte) in record.bytes.iter().enumerate() {
            let (input, at) = (number as u32, at as u64);
            let (variable, hole) = match terms.op(byte) {
                Op::Var => (byte, Hole::Bits { input, at, width: 8 }),
                Op::ZeroExtend => (terms.arg(byte, 0), Hole::Bits { input, at, width: 1 }),
                Op::Extract => {
                    let low = terms.slice(byte).map_or(0, |(_, low)| u64::from(low));
                    let word = terms.arg(byte, 0);
                    let (at, width) = (at.wrapping_sub(low / 8), terms.width(word));
                    (word, Hole::Bits { input, at, width })
                }
                _ => continue,
            };
            if terms.op(variable) == Op::Var && !found.contains(variable) {
                found.insert(variable, hole);
            }
        }
    }
    found
}

/// What a constant that is the address of an input's object stands for.
fn address_hole(
    terms: &TermStore,
    state: &State<'_>,
    constant: Term,
) -> Result<Option<Hole>, Refusal> {
    if terms.width(constant) != 64 {
        return Ok(None);
    }
    let Some(number) = terms.constant_u64(constant).filter(|&number| number >> 32 != 0) else {
        return Ok(None);
    };
    let Some((object, offset, info)) = state.memory.find(number) else { return Ok(None) };
    match info.kind {
        kind if is_of_the_program(kind) => Ok(None),
        _ => match input_of_object(state, object) {
            Some(input) => Ok(Some(Hole::Address { input, offset: offset as u64 })),
            // A number that happens to be one, most likely.
            None if offset < 0 || offset as u64 > info.size => Ok(None),
            None => Err("the address of a local object decides"),
        },
    }
}

/// The conditions as text, for people.
fn text_of(
    terms: &TermStore,
    numeric: &[Term],
    heap: &[HeapConstraint],
    inputs: &[PathInput],
) -> String {
    let printer = Printer::new(terms);
    let mut parts: Vec<String> = numeric.iter().map(|&term| printer.term(term)).collect();
    if parts.is_empty() {
        parts.push("true".to_owned());
    }
    let name = |input: u32, at: u64| format!("{}+{at}", inputs[input as usize].name);
    let heap: Vec<String> = heap
        .iter()
        .map(|constraint| {
            let pointer = name(constraint.input, constraint.at);
            let own = Place::Pointee { input: constraint.input, at: constraint.at };
            match constraint.target {
                None => format!("{pointer} == null"),
                Some(input) if inputs[input as usize].place == own => format!("{pointer} != null"),
                Some(input) => format!("{pointer} == &{}", inputs[input as usize].name),
            }
        })
        .collect();
    format!("PC: {}; HeapPC: {}", parts.join(" && "), heap.join(" && "))
}

/// The conditions of a pair in alphabetical order, inputs by where they are: names are for people, and may have changed since.
pub(crate) fn unnamed(pair: &Pair) -> Vec<String> {
    let place = |input: u32| place_of_input(&pair.inputs, input);
    let hole = |hole: &Hole| match *hole {
        Hole::Bits { input, at, width } => (format!("{}+{at}", place(input)), width),
        Hole::Address { input, offset } => (format!("&{}+{offset}", place(input)), 64),
    };
    let mut names: Vec<(String, u32)> = pair.holes.iter().map(hole).collect();
    let mut terms = TermStore::new();
    let named = names.clone();
    // Operands are in the order in which they were made.
    names.sort_unstable();
    for (name, width) in &names {
        terms.var(name, Sort::BitVec(*width));
    }
    let built = pair.numeric.build(&mut terms, |terms, hole| {
        let (name, width) = named.get(hole as usize)?;
        Some(terms.var(name, Sort::BitVec(*width)))
    });
    let printer = Printer::new(&terms);
    let shown = |term: &Option<Term>| term.map_or("?".to_owned(), |term| printer.term(term));
    let mut parts: Vec<String> = built.iter().map(shown).collect();
    parts.extend(pair.heap.iter().map(|constraint| {
        let target = constraint.target.map_or("null".to_owned(), place);
        format!("{}+{} is {target}", place(constraint.input), constraint.at)
    }));
    parts.sort_unstable();
    parts
}

/// Where an input is, in terms of the function's parameters and globals.
fn place_of_input(inputs: &[PathInput], input: u32) -> String {
    match inputs.get(input as usize).map(|input| &input.place) {
        Some(Place::Words(pieces)) => format!("{pieces:?}"),
        Some(Place::Behind(word)) => format!("*{word}"),
        Some(Place::Global(name)) => name.clone(),
        // Pointees come after what points to them.
        Some(Place::Pointee { input: of, at }) if *of < input => {
            format!("*({}+{at})", place_of_input(inputs, *of))
        }
        _ => format!("input {input}"),
    }
}
