//! The pictures of sixty links of the archive have not changed since a person checked them, so no element is lost unnoticed.
//!
//! `archive.txt` has a line for each: the hash of its id, how many elements the picture has, and the hash of the list of them
//! (layer, kind, place, size, colours, text). They are the links with the smallest SHA-256 of the id outside the held-back part,
//! with each kind of link among them. After checking the pictures (`cluewright render`), write the numbers again with
//! `CLUEWRIGHT_UPDATE=1 cargo test -p cluewright-formats --test tests archive::`. The puzzles are read if `../shared` exists.

use cluewright_draw::{Scene, draw};
use cluewright_formats::read;
use cluewright_rules::Ruleset;
use roxmltree::{Document, Node};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

const KNOWN: &str = include_str!("archive.txt");

/// FNV-1a, 64 bits.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The numbers in a text with any separators.
fn numbers(text: &str) -> impl Iterator<Item = f64> {
    text.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-')).filter_map(|n| n.parse().ok())
}

/// The attribute of the element, or of the nearest one around it.
fn around<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    node.ancestors().find_map(|n| n.attribute(name)).unwrap_or("")
}

/// The visible properties of an element as text, with places rounded to an eighth of a cell of 64 units.
fn seen(node: Node<'_, '_>) -> Option<String> {
    let kind = node.tag_name().name();
    if !matches!(kind, "path" | "circle" | "rect" | "use" | "text") || node.ancestors().any(|n| n.has_tag_name("defs"))
    {
        return None;
    }
    let layer = node.ancestors().filter_map(|n| n.attribute("id")).last().unwrap_or("");
    let scale = node.ancestors().find_map(|n| n.attribute("transform")?.strip_prefix("scale("));
    let scale = scale.and_then(|s| numbers(s).next()).unwrap_or(1.0);
    let eighths = |n: f64| (n * scale / 8.0).round() as i64;
    let all = ["d", "cx", "cy", "r", "x", "y", "width", "height", "rx", "font-size"];
    let places: Vec<i64> = all.into_iter().filter_map(|a| node.attribute(a)).flat_map(numbers).map(eighths).collect();
    let paint = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray"];
    let paint = paint.map(|name| around(node, name)).join(" ");
    let turn =
        node.ancestors().find_map(|n| n.attribute("transform").filter(|t| t.starts_with("rotate"))).unwrap_or("");
    let turn: Vec<i64> = numbers(turn).map(|n| n.round() as i64).take(1).collect();
    let text = node.attribute("href").or(node.text()).unwrap_or("");
    Some(format!("{layer} {kind} {places:?} {paint} {turn:?} {text}"))
}

#[test]
fn sixty_links_are_drawn_as_they_were() {
    let path = format!("{}/../../../shared/data/variants/ctc_archive_dev.jsonl", env!("CARGO_MANIFEST_DIR"));
    let Ok(records) = std::fs::read_to_string(path) else {
        println!("skipped: no ../shared");
        return;
    };
    let known: BTreeMap<&str, &str> = KNOWN.lines().filter_map(|line| line.split_once(' ')).collect();
    assert_eq!(known.len(), 60);
    let (library, mut now, mut wrong) = (Ruleset::library(), BTreeMap::new(), Vec::new());
    for record in records.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON")) {
        let id = record["id"].as_str().expect("an id");
        let key = format!("{:016x}", hash(id));
        let Some(before) = known.get(&*key) else { continue };
        let puzzle = read(record["payload"].as_str().expect("a payload")).expect("it is read").puzzle;
        let svg = draw(&Scene::new(&puzzle, &library)).to_svg();
        let document = Document::parse(&svg).expect("an SVG");
        let list: Vec<String> = document.descendants().filter_map(seen).collect();
        let told = format!("{} {:016x}", list.len(), hash(&list.join("\n")));
        if told != *before {
            wrong.push(format!("{id}: {told}, and not {before}"));
        }
        now.insert(key, told);
    }
    if std::env::var_os("CLUEWRIGHT_UPDATE").is_some() {
        let mut text = String::new();
        for (key, told) in &now {
            writeln!(text, "{key} {told}").expect("a text");
        }
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/archive.txt"), text).expect("the list is written");
        return;
    }
    assert_eq!(now.len(), known.len(), "records of the archive");
    assert!(wrong.is_empty(), "look at them again (`cluewright render`):\n{}", wrong.join("\n"));
}
