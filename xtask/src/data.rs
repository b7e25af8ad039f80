//! Which data of a module only some of its functions read.
//!
//! A module that is linked with `--emit-relocs` tells every place in its code and its data where an address stands, and
//! what lies there. Binding and optimising move code, and no data.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::{Context, Result, bail};
use wasmparser::{
    DataKind, KnownCustom, Linking, Name, Operator, Parser, Payload, RelocationType, SymbolInfo, TypeRef,
};

/// What the data of a module are, by the numbers of their symbols, and which of them functions and other data name.
#[derive(Debug, Default)]
pub(crate) struct Data {
    /// Where each lies in memory.
    places: BTreeMap<u32, Range<u32>>,
    /// Those that each of them names.
    of_data: BTreeMap<u32, BTreeSet<u32>>,
    /// Those that each function names, and the name of that.
    of_functions: Vec<(String, BTreeSet<u32>)>,
}

/// A stretch of the module's bytes.
struct Stretch {
    bytes: Range<usize>,
    /// The number of the function, or the address of the first byte in memory.
    what: u32,
}

impl Data {
    /// What a linked module tells. Nothing, where it has no relocations.
    ///
    /// # Errors
    /// The bytes are no module.
    pub(crate) fn of(bytes: &[u8]) -> Result<Self> {
        let (mut bodies, mut segments) = (Vec::new(), Vec::new());
        // Where the contents of each section begin, by its number.
        let mut starts: Vec<usize> = Vec::new();
        let (mut symbols, mut relocations) = (Vec::new(), Vec::new());
        let (mut names, mut imported) = (BTreeMap::new(), 0);
        for payload in Parser::new(0).parse_all(bytes) {
            let payload = payload?;
            if let Some((_, range)) = payload.as_section() {
                starts.push(range.start);
            }
            match payload {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    bodies.push(Stretch { bytes: body.range(), what: imported + u32::try_from(bodies.len())? })
                }
                Payload::DataSection(data) => {
                    for segment in data {
                        let segment = segment?;
                        let start = match &segment.kind {
                            DataKind::Active { offset_expr, .. } => offset_expr.get_operators_reader().read()?,
                            DataKind::Passive => bail!("a segment of data has no place in memory"),
                        };
                        let Operator::I32Const { value } = start else {
                            bail!("the place of a segment of data is no number");
                        };
                        let end = segment.range.end;
                        segments.push(Stretch { bytes: end - segment.data.len()..end, what: value.cast_unsigned() });
                    }
                }
                Payload::CustomSection(custom) => match custom.as_known() {
                    KnownCustom::Name(all) => {
                        for name in all {
                            if let Name::Function(functions) = name? {
                                for function in functions {
                                    let function = function?;
                                    names.insert(function.index, function.name);
                                }
                            }
                        }
                    }
                    KnownCustom::Linking(linking) => {
                        for part in linking.subsections() {
                            if let Linking::SymbolTable(table) = part? {
                                symbols = table.into_iter().collect::<Result<_, _>>()?;
                            }
                        }
                    }
                    KnownCustom::Reloc(all) => relocations.push(all),
                    _ => {}
                },
                _ => {}
            }
        }
        let mut data = Self::default();
        for (number, symbol) in (0..).zip(&symbols) {
            let SymbolInfo::Data { symbol: Some(own), .. } = symbol else {
                continue;
            };
            let segment = segments.get(own.index as usize);
            let start = segment.context("a symbol is of no segment")?.what + own.offset;
            data.places.insert(number, start..start + own.size);
        }
        let mut of_functions: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for section in relocations {
            let start = starts.get(section.section_index() as usize);
            let start = *start.context("relocations are of no section")?;
            for entry in section.entries() {
                let entry = entry?;
                if !is_of_memory(entry.ty) {
                    continue;
                }
                let place = start + entry.offset as usize;
                if let Some(body) = holding(&bodies, place) {
                    of_functions.entry(body.what).or_default().insert(entry.index);
                } else if let Some(segment) = holding(&segments, place) {
                    let address = segment.what + u32::try_from(place - segment.bytes.start)?;
                    data.of_data.entry(address).or_default().insert(entry.index);
                }
            }
        }
        data.of_functions = of_functions
            .into_iter()
            .map(|(number, named)| {
                let name = names.get(&number).copied().unwrap_or_default();
                (rustc_demangle::demangle(name).to_string(), named)
            })
            .collect();
        Ok(data)
    }

    /// The stretches of memory that functions which are apart read, and no others.
    pub(crate) fn only_of(&self, is_apart: impl Fn(&str) -> bool) -> Vec<Range<u32>> {
        let read_by = |wanted: bool| {
            let functions = self.of_functions.iter().filter(|(name, _)| is_apart(name) == wanted);
            self.reached(functions.flat_map(|(_, named)| named).copied().collect())
        };
        let (apart, others) = (read_by(true), read_by(false));
        let mut bytes: BTreeSet<u32> = apart.into_iter().flatten().collect();
        for byte in others.into_iter().flatten() {
            bytes.remove(&byte);
        }
        let mut stretches: Vec<Range<u32>> = Vec::new();
        for byte in bytes {
            match stretches.last_mut() {
                Some(last) if last.end == byte => last.end += 1,
                _ => stretches.push(byte..byte + 1),
            }
        }
        stretches
    }

    /// Where the data lie that these symbols are of, and those which they name, one after the other.
    fn reached(&self, mut next: Vec<u32>) -> Vec<Range<u32>> {
        let mut seen = BTreeSet::new();
        let mut places = Vec::new();
        while let Some(symbol) = next.pop() {
            let Some(place) = self.places.get(&symbol).filter(|_| seen.insert(symbol)) else {
                continue;
            };
            next.extend(self.of_data.range(place.clone()).flat_map(|(_, named)| named));
            places.push(place.clone());
        }
        places
    }
}

/// Whether what stands there is an address in memory.
fn is_of_memory(kind: RelocationType) -> bool {
    matches!(kind, RelocationType::MemoryAddrLeb | RelocationType::MemoryAddrSleb | RelocationType::MemoryAddrI32)
}

/// Of stretches in their order, that which holds a place.
fn holding(stretches: &[Stretch], place: usize) -> Option<&Stretch> {
    let after = stretches.partition_point(|stretch| stretch.bytes.start <= place);
    let stretch = stretches.get(after.checked_sub(1)?)?;
    stretch.bytes.contains(&place).then_some(stretch)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    /// Three symbols of eight bytes from 8 on: `near` names the first, `far` the second, and that the third.
    const TEXT: &str = r#"(module
        (memory 1)
        (func $near (drop (i32.load (i32.const 8))))
        (func $far (drop (i32.load (i32.const 16))))
        (data (i32.const 8) "\41\08\28\00\00\00\00\00\18\00\00\00\00\00\00\00third..."))"#;

    const DATA_SYMBOL: u8 = 1;
    const SYMBOL_TABLE: u8 = 8;
    const LINKING_VERSION: u8 = 2;

    fn custom(name: &str, contents: &[u8]) -> Vec<u8> {
        let mut section = vec![0, (1 + name.len() + contents.len()) as u8, name.len() as u8];
        section.extend(name.as_bytes());
        section.extend(contents);
        section
    }

    /// The module as a linker leaves it.
    fn linked() -> Vec<u8> {
        let mut module = wat::parse_str(TEXT).unwrap();
        let mut sections = Vec::new();
        let mut places = Vec::new();
        for payload in Parser::new(0).parse_all(&module) {
            let payload = payload.unwrap();
            if let Some((_, range)) = payload.as_section() {
                sections.push(range.start);
            }
            match payload {
                Payload::CodeSectionEntry(body) => {
                    places.push((sections.len() - 1, body.range().start + 2));
                }
                Payload::DataSection(data) => {
                    let end = data.range().end;
                    places.push((sections.len() - 1, end - 16));
                }
                _ => {}
            }
        }
        let symbols = ["one", "two", "six"].iter().zip([0_u8, 8, 16]);
        let mut table = vec![3];
        for (name, offset) in symbols {
            table.extend([DATA_SYMBOL, 0, 3]);
            table.extend(name.as_bytes());
            table.extend([0, offset, 8]);
        }
        let mut linking = vec![LINKING_VERSION, SYMBOL_TABLE, table.len() as u8];
        linking.extend(table);
        module.extend(custom("linking", &linking));
        let relocations = |of: &[(usize, usize)], kind: RelocationType, first: u8| {
            let mut contents = vec![of[0].0 as u8, of.len() as u8];
            for (symbol, &(section, place)) in (first..).zip(of) {
                contents.extend([kind as u8, (place - sections[section]) as u8, symbol, 0]);
            }
            contents
        };
        let code = relocations(&places[..2], RelocationType::MemoryAddrSleb, 0);
        module.extend(custom("reloc.CODE", &code));
        let data = relocations(&places[2..], RelocationType::MemoryAddrI32, 2);
        module.extend(custom("reloc.DATA", &data));
        module
    }

    fn ends(stretches: Vec<Range<u32>>) -> Vec<[u32; 2]> {
        let ends = stretches.into_iter();
        ends.map(|stretch| [stretch.start, stretch.end]).collect()
    }

    #[test]
    fn data_are_told_by_who_reads_them() {
        let data = Data::of(&linked()).unwrap();
        let only_of = |apart: &[&str]| ends(data.only_of(|name| apart.contains(&name)));
        assert_eq!(only_of(&["near"]), [[8, 16]]);
        // With what it names.
        assert_eq!(only_of(&["far"]), [[16, 32]]);
        assert_eq!(only_of(&["near", "far"]), [[8, 32]]);
        assert_eq!(only_of(&[]), [[0; 2]; 0]);
        let nothing = Data::of(&wat::parse_str(TEXT).unwrap()).unwrap();
        assert_eq!(ends(nothing.only_of(|_| true)), [[0; 2]; 0]);
    }

    #[test]
    fn what_others_read_too_is_not_apart() {
        let data = Data {
            places: BTreeMap::from([(0, 8..16), (1, 16..24), (2, 24..32), (3, 12..20)]),
            of_data: BTreeMap::from([(20, BTreeSet::from([2]))]),
            of_functions: [("one", 1), ("two", 2), ("three", 3), ("none", 7)]
                .map(|(name, symbol)| (name.to_owned(), BTreeSet::from([symbol])))
                .to_vec(),
        };
        let only_of = |apart: &[&str]| ends(data.only_of(|name| apart.contains(&name)));
        assert_eq!(only_of(&["one"]), [[20, 24]]);
        assert_eq!(only_of(&["one", "three"]), [[12, 24]]);
        assert_eq!(only_of(&["one", "two"]), [[20, 32]]);
        assert_eq!(only_of(&["none"]), [[0; 2]; 0]);
    }
}
