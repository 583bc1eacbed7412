//! Which file of a crate uses which: worked out from `use` lines and paths, as far as names go. What is reached through
//! a value alone (a method call) is not seen; the type it is called on usually is.

pub(crate) mod floors;
pub(crate) mod functions;
pub(crate) mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use tokens::{Token, after_brackets, without_tests};

/// A module: a file, or a `mod` block within one.
struct Module {
    file: usize,
    parent: usize,
    children: BTreeMap<String, usize>,
    /// The items defined here.
    items: BTreeSet<String>,
    /// Names that stand for paths.
    aliases: BTreeMap<String, Alias>,
    /// Paths whose names are all imported.
    globs: Vec<Vec<String>>,
    /// Paths in the code, with their lines; single words, too.
    paths: Vec<(Vec<String>, usize)>,
}

struct Alias {
    path: Vec<String>,
    /// Handed on: by itself no use of what it names.
    public: bool,
    line: usize,
}

/// The target of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Target {
    File(usize),
    Module(usize),
    /// To another crate, or to nothing that a module defines.
    Elsewhere,
}

/// The files of a crate and what they use of each other.
pub(crate) struct Uses {
    /// Relative to the crate's `src`, with `/`.
    pub(crate) files: Vec<String>,
    /// From one file to another, with the first place where it is seen.
    pub(crate) edges: BTreeMap<(usize, usize), String>,
}

impl Uses {
    /// Reads the sources of a crate: paths relative to `src`, and texts.
    pub(crate) fn of(sources: &[(String, String)]) -> Self {
        Tree::new(sources).uses()
    }

    /// Groups of more than one file of which each uses each other, directly or by way of others of the group.
    pub(crate) fn circles(&self) -> Vec<Vec<usize>> {
        let n = self.files.len();
        let mut reach = vec![vec![false; n]; n];
        for &(from, to) in self.edges.keys() {
            reach[from][to] = true;
        }
        for by in 0..n {
            let onward = reach[by].clone();
            for row in reach.iter_mut().filter(|row| row[by]) {
                row.iter_mut().zip(&onward).for_each(|(to, &more)| *to |= more);
            }
        }
        let together = |a: usize| (0..n).filter(|&b| reach[a][b] && reach[b][a]).collect::<Vec<_>>();
        (0..n).map(|a| (a, together(a))).filter(|(a, all)| all.len() > 1 && all[0] == *a).map(|(_, all)| all).collect()
    }

    /// The uses within some files, a line each.
    pub(crate) fn within(&self, files: &[usize]) -> String {
        let inside = |f: &usize| files.contains(f);
        let edges = self.edges.iter().filter(|((from, to), _)| inside(from) && inside(to));
        let line = |((from, to), place): (&(usize, usize), &String)| {
            format!("  {} -> {} ({place})", self.files[*from], self.files[*to])
        };
        edges.map(line).collect::<Vec<_>>().join("\n")
    }
}

struct Tree {
    files: Vec<String>,
    modules: Vec<Module>,
}

impl Tree {
    fn new(sources: &[(String, String)]) -> Self {
        let mut tree = Self { files: Vec::new(), modules: Vec::new() };
        let read: Vec<_> = sources.iter().map(|(path, text)| (path, without_tests(&tokens::tokens(text)))).collect();
        let tests: BTreeSet<Vec<String>> = read
            .iter()
            .flat_map(|(path, (_, names))| names.iter().map(|n| [module_path(path), vec![n.clone()]].concat()))
            .collect();
        let mut known: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        // Parents first: fewer names in the path.
        let mut order: Vec<usize> = (0..read.len()).collect();
        order.sort_by_key(|&f| (module_path(read[f].0).len(), f));
        for f in order {
            let (path, (tokens, _)) = &read[f];
            let name = module_path(path);
            if (1..=name.len()).any(|n| tests.contains(&name[..n])) {
                continue;
            }
            let parent = name.split_last().and_then(|(_, above)| known.get(above)).copied();
            let file = tree.files.len();
            tree.files.push((*path).clone());
            let module = tree.add(file, parent, name.last());
            known.insert(name, module);
            tree.read(module, tokens);
        }
        tree
    }

    fn add(&mut self, file: usize, parent: Option<usize>, name: Option<&String>) -> usize {
        let module = self.modules.len();
        self.modules.push(Module {
            file,
            parent: parent.unwrap_or(0),
            children: BTreeMap::new(),
            items: BTreeSet::new(),
            aliases: BTreeMap::new(),
            globs: Vec::new(),
            paths: Vec::new(),
        });
        if let (Some(parent), Some(name)) = (parent, name) {
            self.modules[parent].children.insert(name.clone(), module);
        }
        module
    }

    /// Items, names and paths of a module's tokens.
    fn read(&mut self, module: usize, tokens: &[Token]) {
        let (mut at, mut depth) = (0, 0_i32);
        while at < tokens.len() {
            let text = |n: usize| tokens.get(at + n).map_or("", |t| t.text.as_str());
            let before = if at == 0 { "" } else { tokens[at - 1].text.as_str() };
            match text(0) {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                "use" => {
                    let end = tokens[at..].iter().position(|t| t.text == ";").map_or(tokens.len(), |n| at + n);
                    let mut place = at + 1;
                    self.read_use(module, tokens, &mut place, &[], before == "pub");
                    at = end + 1;
                    continue;
                }
                "mod" if text(2) == "{" => {
                    let end = after_brackets(tokens, at + 2);
                    let inner = self.add(self.modules[module].file, Some(module), Some(&text(1).to_owned()));
                    self.read(inner, &tokens[at + 3..end - 1]);
                    at = end;
                    continue;
                }
                "mod" if text(2) == ";" => {
                    at += 3;
                    continue;
                }
                "macro_rules" if text(1) == "!" => {
                    self.modules[module].items.insert(text(2).to_owned());
                    at += 3;
                    continue;
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union"
                    if depth == 0 && before != "*" && tokens.get(at + 1).is_some_and(Token::is_word) =>
                {
                    let name = if text(1) == "mut" { text(2) } else { text(1) };
                    self.modules[module].items.insert(name.to_owned());
                    // The keyword alone: `const fn name` is read on at `fn`.
                    at += if matches!(text(1), "fn" | "unsafe" | "extern" | "async") { 1 } else { 2 };
                    continue;
                }
                _ if tokens[at].is_word() && before != "." && before != "::" => {
                    let mut path = vec![text(0).to_owned()];
                    let line = tokens[at].line;
                    while text(2 * path.len() - 1) == "::"
                        && tokens.get(at + 2 * path.len()).is_some_and(Token::is_word)
                    {
                        path.push(text(2 * path.len()).to_owned());
                    }
                    at += 2 * path.len() - 1;
                    self.modules[module].paths.push((path, line));
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// One tree of a `use`, from `at` on.
    fn read_use(&mut self, module: usize, tokens: &[Token], at: &mut usize, above: &[String], public: bool) {
        let mut path = above.to_vec();
        while let Some(token) = tokens.get(*at) {
            let line = token.line;
            match token.text.as_str() {
                "::" => *at += 1,
                "*" => {
                    *at += 1;
                    self.modules[module].globs.push(path);
                    return;
                }
                "{" => {
                    *at += 1;
                    while *at < tokens.len() && tokens[*at].text != "}" {
                        self.read_use(module, tokens, at, &path, public);
                        if tokens.get(*at).is_some_and(|t| t.text == ",") {
                            *at += 1;
                        }
                    }
                    *at += 1;
                    return;
                }
                "as" => {
                    let name = tokens[*at + 1].text.clone();
                    *at += 2;
                    self.name(module, name, path, public, line);
                    return;
                }
                _ if token.is_word() => {
                    if token.text != "self" || path.is_empty() {
                        path.push(token.text.clone());
                    }
                    *at += 1;
                    if !tokens.get(*at).is_some_and(|t| matches!(t.text.as_str(), "::" | "as")) {
                        let name = path.last().expect("a word a moment ago").clone();
                        self.name(module, name, path, public, line);
                        return;
                    }
                }
                _ => return,
            }
        }
    }

    fn name(&mut self, module: usize, name: String, path: Vec<String>, public: bool, line: usize) {
        self.modules[module].aliases.insert(name, Alias { path, public, line });
    }

    /// Where a path leads that is written in `module`.
    fn resolve(&self, module: usize, path: &[String], depth: usize) -> Target {
        let Some((first, rest)) = path.split_first() else { return Target::Module(module) };
        match first.as_str() {
            "crate" => self.walk(0, rest, depth),
            "self" => self.walk(module, rest, depth),
            "super" => match rest.first().map(String::as_str) {
                Some("super") => self.resolve(self.modules[module].parent, rest, depth),
                _ => self.walk(self.modules[module].parent, rest, depth),
            },
            _ => self.lookup(module, path, depth).unwrap_or(Target::Elsewhere),
        }
    }

    /// Where a path leads that starts from a module by its name: what is not found there is the module's own.
    fn walk(&self, module: usize, path: &[String], depth: usize) -> Target {
        if path.is_empty() {
            return Target::Module(module);
        }
        self.lookup(module, path, depth).unwrap_or(Target::File(self.modules[module].file))
    }

    /// Where a path leads whose first word is a name of the module.
    fn lookup(&self, module: usize, path: &[String], depth: usize) -> Option<Target> {
        if depth > 20 {
            return None;
        }
        let here = &self.modules[module];
        let (name, rest) = path.split_first()?;
        let child = here.children.get(name);
        if here.items.contains(name) && (rest.is_empty() || child.is_none()) {
            return Some(Target::File(here.file));
        }
        if let Some(&child) = child {
            return Some(self.walk(child, rest, depth + 1));
        }
        if let Some(alias) = here.aliases.get(name) {
            // `use name;` and `use name::other` would look at themselves.
            if alias.path.first() == Some(name) && !here.children.contains_key(name) {
                return Some(Target::Elsewhere);
            }
            let whole = [alias.path.as_slice(), rest].concat();
            return Some(self.resolve(module, &whole, depth + 1));
        }
        here.globs.iter().find_map(|glob| match self.resolve(module, glob, depth + 1) {
            Target::Module(of) if of != module => self.lookup(of, path, depth + 1),
            _ => None,
        })
    }

    fn uses(self) -> Uses {
        let mut edges = BTreeMap::new();
        for (number, module) in self.modules.iter().enumerate() {
            let mut add = |target: Target, line: usize, path: &[String]| {
                if let Target::File(file) = target
                    && file != module.file
                {
                    edges.entry((module.file, file)).or_insert_with(|| format!("line {line}: {}", path.join("::")));
                }
            };
            for alias in module.aliases.values().filter(|a| !a.public) {
                add(self.resolve(number, &alias.path, 0), alias.line, &alias.path);
            }
            for (path, line) in &module.paths {
                // A word by itself is a use when nothing in the file said where it comes from, or that it is handed on.
                let known = module.items.contains(&path[0]) || module.aliases.get(&path[0]).is_some_and(|a| !a.public);
                if path.len() > 1 || !known {
                    add(self.resolve(number, path, 0), *line, path);
                }
            }
        }
        Uses { files: self.files, edges }
    }
}

/// The names that lead to a file: `a/b.rs` and `a/b/mod.rs` are both `a::b`.
pub(crate) fn module_path(file: &str) -> Vec<String> {
    let mut names: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if names.last().is_some_and(|n| n == "mod") || names.len() == 1 && matches!(names[0].as_str(), "lib" | "main") {
        names.pop();
    }
    names
}
