//! A module in two: what is needed first, and the rest, which is put in its place once something of it is called.
//!
//! In the first part a few instructions stand in for each function of the rest that it names: they have the rest put in
//! its place, unless it is there, and call it through a table that the rest has filled. The rest has no memory, no
//! tables and no globals of its own: it takes those of the first part, and the functions of it that it calls. What
//! only its own functions read of the data comes with it into that memory.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::data::Data;
use anyhow::Result;
use walrus::ir::{UnaryOp, Value, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId, FunctionKind, GlobalId,
    GlobalKind, ImportedFunction, InstrSeqBuilder, MemoryId, Module, ModuleConfig, RefType, TableId, ValType,
};

/// How the rest is asked for by the first part: of this module, this function.
const LOAD: [&str; 2] = ["rest", "load"];
/// The global of the first part that says whether the rest is in its place.
const IS_LOADED: &str = "restIsLoaded";
/// What the rest takes everything from, by number.
const FIRST: &str = "first";
/// What is before the number of a function in the name of the global that says whether it was called.
const CALLED: &str = "called ";

/// Functions of so few instructions stand in both parts.
const SMALL: u64 = 128;

/// Fewer bytes of data are not worth a piece of their own.
const FEW_BYTES: usize = 16;

/// Sections of a linked module that tell of the places of its code, which is another one then.
const OF_THE_LINKER: [&str; 3] = ["linking", "reloc.CODE", "reloc.DATA"];

/// What is added to the glue of a module that is split.
pub(crate) const GLUE: &str = "
export function initParts(first, rest) {
    const imports = __wbg_get_imports();
    imports.rest = {
        load() {
            new WebAssembly.Instance(rest(), { first: wasm });
            wasm.restIsLoaded.value = 1;
        },
    };
    return __wbg_finalize_init(new WebAssembly.Instance(first, imports), first);
}
";
/// Its type.
pub(crate) const GLUE_TYPES: &str = "
/**
 * Starts the first part of the module. `rest` is asked for the rest when something of that is called: what it throws
 * ends the call, and leaves an instance that must not be used any more.
 */
export function initParts(first: WebAssembly.Module, rest: () => WebAssembly.Module): InitOutput;
";

/// The same module with a global for each of its own functions that is 1 once that was called.
///
/// # Errors
/// The bytes are no module.
pub(crate) fn noting(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut module = Module::from_buffer(bytes)?;
    let things = Things::of(&module);
    for number in own_functions(&module) {
        let never = ConstExpr::Value(Value::I32(0));
        let called = module.globals.add_local(ValType::I32, true, false, never);
        module.exports.add(&format!("{CALLED}{number}"), called);
        let function = module.funcs.get_mut(things.functions[number]);
        let own = function.kind.unwrap_local_mut().builder_mut();
        let mut body = own.func_body();
        body.const_at(0, Value::I32(1)).global_set_at(1, called);
    }
    Ok(module.emit_wasm())
}

/// A module without what its linker tells.
///
/// # Errors
/// The bytes are no module.
pub(crate) fn unlinked(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut module = Module::from_buffer(bytes)?;
    forget_links(&mut module);
    Ok(module.emit_wasm())
}

/// The first part, which has the functions of these numbers and those whose names `is_first` takes, and the rest. The
/// names of functions are kept where that is asked for.
///
/// # Errors
/// The bytes are no module.
pub(crate) fn split(
    bytes: &[u8],
    needed: &BTreeSet<usize>,
    is_first: impl Fn(&str) -> bool,
    data: &Data,
    keeps_names: bool,
) -> Result<[Vec<u8>; 2]> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(keeps_names);
    let (mut first, mut rest) = (config.parse(bytes)?, config.parse(bytes)?);
    let named = functions_of(&first, is_first);
    let (here, there): (BTreeSet<usize>, BTreeSet<usize>) =
        (own_functions(&first).into_iter()).partition(|number| needed.contains(number) || named.contains(number));
    let mut asked = named_by(&first, &here);
    asked.extend(named_outside(&first));
    let asked: Vec<usize> = there.iter().copied().filter(|&number| asked.contains(&Thing::Function(number))).collect();
    let copied = small(&rest, &named_by(&rest, &there));
    let own: BTreeSet<usize> = there.union(&copied).copied().collect();
    let is_own = |thing: &Thing| matches!(thing, Thing::Function(number) if own.contains(number));
    let mut taken = named_by(&rest, &own);
    taken.retain(|thing| !is_own(thing));
    let [of_first, of_rest] = [&here, &there].map(|functions| names_of(&first, functions));
    let moved = data.only_of(|name| of_rest.contains(name) && !of_first.contains(name));

    lend(&mut first, &taken);
    stand_in(&mut first, &asked, &taken.len().to_string());
    take(&mut rest, &taken);
    fill(&mut rest, &asked, &taken.len().to_string());
    move_data(&mut first, &mut rest, &moved);
    Ok([first, rest].map(|mut part| {
        forget_links(&mut part);
        walrus::passes::gc::run(&mut part);
        part.emit_wasm()
    }))
}

/// What functions name, by its number: the same in every copy of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Function(usize),
    Global(usize),
    Table(usize),
    Memory(usize),
}

/// What a copy of a module has, each under its number.
struct Things {
    functions: Vec<FunctionId>,
    globals: Vec<GlobalId>,
    tables: Vec<TableId>,
    memories: Vec<MemoryId>,
}

impl Things {
    fn of(module: &Module) -> Self {
        Self {
            functions: module.funcs.iter().map(|function| function.id()).collect(),
            globals: module.globals.iter().map(|global| global.id()).collect(),
            tables: module.tables.iter().map(|table| table.id()).collect(),
            memories: module.memories.iter().map(|memory| memory.id()).collect(),
        }
    }

    fn item(&self, thing: Thing) -> ExportItem {
        match thing {
            Thing::Function(number) => self.functions[number].into(),
            Thing::Global(number) => self.globals[number].into(),
            Thing::Table(number) => self.tables[number].into(),
            Thing::Memory(number) => self.memories[number].into(),
        }
    }
}

/// The functions that a module does not import.
fn own_functions(module: &Module) -> Vec<usize> {
    module.funcs.iter_local().map(|(function, _)| function.index()).collect()
}

/// The functions whose names, or those of what they are methods of, are taken.
fn functions_of(module: &Module, takes: impl Fn(&str) -> bool) -> BTreeSet<usize> {
    let is_of = |name: &str| takes(name.trim_start_matches(['<', '&']));
    let named = module.funcs.iter().filter(|function| function.name.as_deref().is_some_and(is_of));
    named.map(|function| function.id().index()).collect()
}

/// The names of functions, as the linked module has them.
fn names_of(module: &Module, functions: &BTreeSet<usize>) -> BTreeSet<String> {
    let own = module.funcs.iter().filter(|function| functions.contains(&function.id().index()));
    own.filter_map(|function| Some(without_number(function.name.as_deref()?).to_owned())).collect()
}

/// The name of a function in the linked module. Of several that have one, the second is bound as `name[1]`.
fn without_number(name: &str) -> &str {
    let numbered = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
    let is_number = |number: &str| number.parse::<u32>().is_ok();
    match numbered {
        Some((name, number)) if is_number(number) => name,
        _ => name,
    }
}

/// What is met on a way through functions.
#[derive(Default)]
struct Named(BTreeSet<Thing>);

impl Visitor<'_> for Named {
    fn visit_function_id(&mut self, function: &FunctionId) {
        self.0.insert(Thing::Function(function.index()));
    }

    fn visit_global_id(&mut self, global: &GlobalId) {
        self.0.insert(Thing::Global(global.index()));
    }

    fn visit_table_id(&mut self, table: &TableId) {
        self.0.insert(Thing::Table(table.index()));
    }

    fn visit_memory_id(&mut self, memory: &MemoryId) {
        self.0.insert(Thing::Memory(memory.index()));
    }
}

/// What the bodies of functions name.
fn named_by(module: &Module, functions: &BTreeSet<usize>) -> BTreeSet<Thing> {
    let mut named = Named::default();
    for (function, own) in module.funcs.iter_local() {
        if functions.contains(&function.index()) {
            dfs_in_order(&mut named, own, own.entry_block());
        }
    }
    named.0
}

/// Those functions that cost less twice than a call from one part into the other.
fn small(module: &Module, named: &BTreeSet<Thing>) -> BTreeSet<usize> {
    let own = module.funcs.iter_local();
    let small = own.filter(|(_, function)| function.size() <= SMALL).map(|(function, _)| function.index());
    small.filter(|&number| named.contains(&Thing::Function(number))).collect()
}

/// The functions that a module names outside of functions: what it exports, has in its tables and begins with.
fn named_outside(module: &Module) -> impl Iterator<Item = Thing> {
    let exported = module.exports.iter().filter_map(|export| match export.item {
        ExportItem::Function(function) => Some(function),
        _ => None,
    });
    let listed = module.elements.iter().flat_map(|element| match &element.items {
        ElementItems::Functions(functions) => functions.clone(),
        ElementItems::Expressions(_, items) => items.iter().filter_map(referenced).collect(),
    });
    exported.chain(listed).chain(module.start).map(|function| Thing::Function(function.index()))
}

fn referenced(item: &ConstExpr) -> Option<FunctionId> {
    match item {
        ConstExpr::RefFunc(function) => Some(*function),
        _ => None,
    }
}

/// Exports what the rest takes.
fn lend(first: &mut Module, taken: &BTreeSet<Thing>) {
    let things = Things::of(first);
    for (number, &thing) in taken.iter().enumerate() {
        first.exports.add(&number.to_string(), things.item(thing));
    }
}

/// Puts a few instructions in the place of each function that is asked for and not here.
fn stand_in(first: &mut Module, asked: &[usize], table_name: &str) {
    let things = Things::of(first);
    let size = asked.len() as u64;
    let table = first.tables.add_local(false, size, Some(size), RefType::FUNCREF);
    first.exports.add(table_name, table);
    let not_yet = ConstExpr::Value(Value::I32(0));
    let is_loaded = first.globals.add_local(ValType::I32, true, false, not_yet);
    first.exports.add(IS_LOADED, is_loaded);
    let nothing = first.types.add(&[], &[]);
    let (load, _) = first.add_import_func(LOAD[0], LOAD[1], nothing);
    for (place, &number) in (0..).zip(asked) {
        let function = things.functions[number];
        let called = first.funcs.get(function).ty();
        let (given, answer) = first.types.params_results(called);
        let (given, answer) = (given.to_vec(), answer.to_vec());
        let arguments: Vec<_> = given.iter().map(|&one| first.locals.add(one)).collect();
        let mut builder = FunctionBuilder::new(&mut first.types, &given, &answer);
        let mut body = builder.func_body();
        body.global_get(is_loaded).unop(UnaryOp::I32Eqz);
        let has_it_loaded = |then: &mut InstrSeqBuilder| {
            then.call(load);
        };
        body.if_else(None, has_it_loaded, |_| {});
        for &argument in &arguments {
            body.local_get(argument);
        }
        body.i32_const(place).call_indirect(called, table);
        first.funcs.get_mut(function).kind = FunctionKind::Local(builder.local_func(arguments));
    }
}

/// Makes imports of what is taken from the first part, and leaves nothing else that stands outside of functions.
fn take(rest: &mut Module, taken: &BTreeSet<Thing>) {
    let things = Things::of(rest);
    rest.start = None;
    let exports: Vec<_> = rest.exports.iter().map(|export| export.id()).collect();
    exports.into_iter().for_each(|export| rest.exports.delete(export));
    let elements: Vec<_> = rest.elements.iter().map(|element| element.id()).collect();
    elements.into_iter().for_each(|element| rest.elements.delete(element));
    rest.tables.iter_mut().for_each(|table| table.elem_segments.clear());
    let data: Vec<_> = rest.data.iter().map(|data| data.id()).collect();
    data.into_iter().for_each(|data| rest.data.delete(data));
    rest.memories.iter_mut().for_each(|memory| memory.data_segments.clear());
    for (number, &thing) in taken.iter().enumerate() {
        let name = number.to_string();
        match things.item(thing) {
            ExportItem::Function(function) => {
                let ty = rest.funcs.get(function).ty();
                if let FunctionKind::Import(old) = &rest.funcs.get(function).kind {
                    rest.imports.delete(old.import);
                }
                let import = rest.imports.add(FIRST, &name, function);
                rest.funcs.get_mut(function).kind = FunctionKind::Import(ImportedFunction { import, ty });
            }
            ExportItem::Global(global) => {
                let import = rest.imports.add(FIRST, &name, global);
                rest.globals.get_mut(global).kind = GlobalKind::Import(import);
            }
            ExportItem::Table(table) => {
                let import = rest.imports.add(FIRST, &name, table);
                rest.tables.get_mut(table).import = Some(import);
            }
            ExportItem::Memory(memory) => {
                let import = rest.imports.add(FIRST, &name, memory);
                rest.memories.get_mut(memory).import = Some(import);
            }
            ExportItem::Tag(_) => {}
        }
    }
}

/// Has the rest fill the table by which it is called.
fn fill(rest: &mut Module, asked: &[usize], table_name: &str) {
    let things = Things::of(rest);
    let size = asked.len() as u64;
    let (table, _) = rest.add_import_table(FIRST, table_name, false, size, Some(size), RefType::FUNCREF);
    let functions = asked.iter().map(|&number| things.functions[number]).collect();
    let start = ConstExpr::Value(Value::I32(0));
    let filled = rest.elements.add(ElementKind::Active { table, offset: start }, ElementItems::Functions(functions));
    rest.tables.get_mut(table).elem_segments.insert(filled);
}

/// Puts these stretches of memory into the rest, in their order.
fn move_data(first: &mut Module, rest: &mut Module, moved: &[Range<u32>]) {
    let (ours, theirs) = (Things::of(first).memories, Things::of(rest).memories);
    let all: Vec<_> = first.data.iter().map(|data| data.id()).collect();
    for id in all {
        let data = first.data.get(id);
        let DataKind::Active { memory, offset: ConstExpr::Value(Value::I32(start)) } = data.kind else {
            continue;
        };
        let (start, value) = (start.cast_unsigned() as usize, data.value.clone());
        let add = |to: &mut Module, memory: MemoryId, place: Range<usize>| {
            if place.is_empty() {
                return;
            }
            let offset = ConstExpr::Value(Value::I32((start + place.start) as i32));
            let piece = to.data.add(DataKind::Active { memory, offset }, value[place].to_vec());
            to.memories.get_mut(memory).data_segments.insert(piece);
        };
        first.memories.get_mut(memory).data_segments.remove(&id);
        first.data.delete(id);
        let mut kept = 0;
        for stretch in moved {
            let ends = [stretch.start, stretch.end].map(|end| (end as usize).saturating_sub(start).min(value.len()));
            if ends[1] - ends[0] < FEW_BYTES {
                continue;
            }
            let number = ours.iter().position(|own| *own == memory);
            add(first, memory, kept..ends[0]);
            add(rest, theirs[number.unwrap_or(0)], ends[0]..ends[1]);
            kept = ends[1];
        }
        add(first, memory, kept..value.len());
    }
}

fn forget_links(module: &mut Module) {
    for section in OF_THE_LINKER {
        module.customs.remove_raw(section);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;
    use crate::process;

    /// `$far` is called by another function, from the table, and from outside. It is no small function.
    fn module() -> Vec<u8> {
        let work = "(drop (i32.const 1))".repeat(SMALL as usize);
        let text = format!(
            r#"(module
                (memory (export "memory") 1)
                (global $global (mut i32) (i32.const 5))
                (table 1 funcref)
                (elem (i32.const 0) $far)
                (func $near (export "near") (result i32) {work} (global.get $global))
                (func $far (export "far") (param i32) (result i32)
                    {work}
                    (i32.store (i32.const 8) (local.get 0))
                    (i32.add (local.get 0) (call $near))
                    (global.set $global (i32.const 7)))
                (func (export "through") (param i32) (result i32) (call $far (local.get 0)))
                (func (export "byTable") (param i32) (result i32)
                    (call_indirect (param i32) (result i32) (local.get 0) (i32.const 0)))
                (data (i32.const 8) "\09"))"#
        );
        wat::parse_str(text).unwrap()
    }

    /// What a script for Node says of modules, which it has as `modules`.
    fn said(modules: &[&[u8]], script: &str) -> String {
        let modules = serde_json::to_string(modules).unwrap();
        let script = format!(
            "const modules = {modules}.map((bytes) => new WebAssembly.Module(Uint8Array.from(bytes)));
            const say = (...what) => console.log(JSON.stringify(what));
            {script}"
        );
        process::output(process::command("node").args(["-e", &script])).unwrap()
    }

    /// Starts the first part with the rest behind it, and counts how often that is loaded.
    const STARTED: &str = "let loads = 0;
        const rest = { load() {
            loads += 1;
            new WebAssembly.Instance(modules[1], { first: wasm });
            wasm.restIsLoaded.value = 1;
        } };
        const wasm = new WebAssembly.Instance(modules[0], { rest }).exports;
        const stored = () => new Uint8Array(wasm.memory.buffer)[8];";

    fn parts(needed: &[usize]) -> [Vec<u8>; 2] {
        split(&module(), &needed.iter().copied().collect(), |_| false, &Data::default(), false).unwrap()
    }

    fn run(needed: &[usize], script: &str) -> String {
        let [first, rest] = parts(needed);
        said(&[&first, &rest], &format!("{STARTED}{script}"))
    }

    #[test]
    fn what_is_called_is_noted() {
        let noting = noting(&module()).unwrap();
        let script = "const wasm = new WebAssembly.Instance(modules[0]).exports;
            const called = () => [0, 1, 2, 3].map((number) => wasm[`called ${number}`].value);
            const before = called();
            say(before, wasm.through(4), called());";
        assert_eq!(said(&[&noting], script), "[[0,0,0,0],9,[1,1,1,0]]");
    }

    #[test]
    fn the_rest_is_loaded_once_and_by_what_needs_it() {
        for way in ["through", "byTable", "far"] {
            let script = format!(
                "say(wasm.near(), stored(), loads, wasm.{way}(4), stored(), loads, wasm.{way}(1), stored(), loads);"
            );
            assert_eq!(run(&[0, 2, 3], &script), "[5,9,0,9,4,1,8,1,1]", "{way}");
        }
    }

    #[test]
    fn every_function_stands_in_one_part() {
        let own = |part: &[u8]| own_functions(&Module::from_buffer(part).unwrap()).len();
        // One stands in for that of the rest.
        assert_eq!(parts(&[0, 2, 3]).map(|part| own(&part)), [4, 1]);
        assert_eq!(parts(&[0, 1, 2, 3]).map(|part| own(&part)), [4, 0]);
        // Two are small, and are called by nobody in the rest.
        assert_eq!(parts(&[]).map(|part| own(&part)), [4, 4]);
        assert_eq!(run(&[], "say(wasm.through(4), wasm.byTable(1), wasm.near(), stored(), loads);"), "[9,8,7,1,1]");
    }

    #[test]
    fn functions_are_chosen_by_their_paths_too() {
        let chosen = |path: &str| {
            split(&module(), &BTreeSet::new(), |name| name.starts_with(path), &Data::default(), false).unwrap()
        };
        assert_eq!(chosen("fa"), parts(&[1]));
        assert_eq!(chosen("ar"), parts(&[]));
    }

    #[test]
    fn what_only_the_rest_reads_of_the_data_comes_with_it() {
        let text = r#"(module
            (memory (export "memory") 1)
            (func $far (export "far") (result i32) (i32.load (i32.const 64)))
            (data (i32.const 40) "first, and some more bytes than few are............ and more"))"#;
        let module = Module::from_buffer(&wat::parse_str(text).unwrap()).unwrap();
        let pieces = |part: &Module| -> Vec<(i32, String)> {
            let of = |data: &walrus::Data| match data.kind {
                DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } => {
                    (start, String::from_utf8(data.value.clone()).unwrap())
                }
                _ => unreachable!("all of it is active"),
            };
            part.data.iter().map(of).collect()
        };
        let parts = |moved: &[Range<u32>]| {
            let bytes = wat::parse_str(text).unwrap();
            let mut both = [(); 2].map(|()| Module::from_buffer(&bytes).unwrap());
            let [first, rest] = &mut both;
            take(rest, &BTreeSet::from([Thing::Memory(0)]));
            move_data(first, rest, moved);
            both.map(|part| pieces(&part))
        };
        let whole = &pieces(&module)[0].1;
        let [first, rest] = parts(&[47..67, 70..72, 84..200]);
        let piece = |place: Range<usize>| (40 + place.start as i32, whole[place].to_owned());
        assert_eq!(first, [piece(0..7), piece(27..44)]);
        assert_eq!(rest, [piece(7..27), piece(44..60)]);
        assert_eq!(parts(&[]), [vec![piece(0..60)], Vec::new()]);
    }

    #[test]
    fn functions_of_one_name_are_told_by_it() {
        for (name, own) in
            [("a::b", "a::b"), ("a::b[1]", "a::b"), ("<[u8]>", "<[u8]>"), ("of [u8]", "of [u8]"), ("x7[12]", "x7")]
        {
            assert_eq!(without_number(name), own);
        }
    }

    #[test]
    fn a_rest_that_cannot_be_had_ends_the_call() {
        let refusing = STARTED.replace("loads += 1;", "throw new Error('not here');");
        let [first, rest] = parts(&[0, 2, 3]);
        let script = "try { wasm.through(4); } catch ({ message }) { say(message, stored()); }";
        assert_eq!(said(&[&first, &rest], &format!("{refusing}{script}")), r#"["not here",9]"#);
    }
}
