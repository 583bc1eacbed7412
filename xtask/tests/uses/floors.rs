//! Floors of a crate: folders in an order, each using its own and lower ones only.

use super::{Uses, module_path};

/// The floors of one crate. Folders and files are named by their path in `src` without `.rs`: `board`, `technique/als`.
/// A file belongs to the longest name that is its own or that of a folder above it; `lib.rs` and `main.rs` stand above all.
#[derive(Clone, Copy)]
pub(crate) struct Floors {
    pub(crate) name: &'static str,
    /// The lowest first. A file uses its own floor and those below.
    pub(crate) order: &'static [&'static [&'static str]],
    /// The folders beside the floors.
    pub(crate) beside: &'static [SideFolders],
}

/// Folders beside the floors.
#[derive(Clone, Copy)]
pub(crate) struct SideFolders {
    pub(crate) folders: &'static [&'static str],
    /// The floors and other folders that they may use, all named: not what those see in turn.
    pub(crate) uses: &'static [&'static str],
    /// Who may use them: floors by name. `lib.rs` always may.
    pub(crate) used_by: &'static [&'static str],
}

impl Floors {
    /// The name a file belongs to. None for the root, and for what has no floor.
    fn name_of(&self, file: &str) -> Option<&'static str> {
        let path = module_path(file).join("/");
        let floors = self.order.iter().chain(self.beside.iter().map(|b| &b.folders));
        let names = floors.flat_map(|names| names.iter().copied());
        let within =
            |name: &&str| path.strip_prefix(*name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        names.filter(within).max_by_key(|name| name.len())
    }

    fn floor(&self, name: &str) -> Option<usize> {
        self.order.iter().position(|names| names.contains(&name))
    }

    fn beside(&self, name: &str) -> Option<&SideFolders> {
        self.beside.iter().find(|b| b.folders.contains(&name))
    }

    /// Whether items of one floor may use items of another.
    fn allows(&self, from: &str, to: &str) -> bool {
        if let (Some(from), Some(to)) = (self.floor(from), self.floor(to)) {
            return to <= from;
        }
        let own = self.beside(from);
        own.is_some_and(|b| b.folders.contains(&to) || b.uses.contains(&to))
            || self.beside(to).is_some_and(|b| b.used_by.contains(&from))
    }

    /// The faults, a line each: files without a floor, and uses that go up.
    pub(crate) fn faults(&self, uses: &Uses) -> Vec<String> {
        let mut faults = Vec::new();
        let root = |file: &str| module_path(file).is_empty();
        let names: Vec<_> = uses.files.iter().map(|f| self.name_of(f)).collect();
        for (file, name) in uses.files.iter().zip(&names) {
            if name.is_none() && !root(file) {
                faults.push(format!("{file} belongs to no floor"));
            }
        }
        for (&(from, to), place) in &uses.edges {
            let allowed = match (names[from], names[to]) {
                (Some(from), Some(to)) => self.allows(from, to),
                _ => root(&uses.files[from]) || !root(&uses.files[to]),
            };
            if !allowed {
                faults.push(format!("{} uses {}, which is not below it ({place})", uses.files[from], uses.files[to]));
            }
        }
        for name in self.order.iter().copied().chain(self.beside.iter().map(|b| b.folders)).flatten() {
            if !names.contains(&Some(name)) {
                faults.push(format!("{name} has no file"));
            }
        }
        faults
    }
}
