//! Pictures of whole puzzles whose look must not change: several grids, a large grid, an import with drawings.
//!
//! `CLUEWRIGHT_UPDATE=1 cargo test -p cluewright --test tests pictures::` writes them anew; look at them before you keep them.

use cluewright::draw::draw;
use cluewright::{Compiled, formats, picture};

/// A 4x4 grid with a line, a cage, a circle, a coloured cell and a text that no rule reads, in words and colours of its own.
const DRAWN: &str = r##"{"size":4,"title":"Drawn","author":"Nobody","ruleset":"Digits along the green line differ by 2 or more.\nAll else is ornament.",
"grid":[[{"value":2,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{"value":4,"given":true}]],
"line":[{"lines":[["R1C2","R2C3","R3C3"],["R4C1","R3C1"]],"outlineC":"#67F067","width":0.4}],
"cage":[{"cells":["R1C3","R1C4","R2C4"],"value":"a","outlineC":"#B00000","fontC":"#B00000"}],
"circle":[{"cells":["R2C1"],"baseC":"#FFE0E0","outlineC":"#800080","fontC":"#000000","width":0.7,"height":0.7}],
"rectangle":[{"cells":["R3C4"],"baseC":"#C0D8FF","outlineC":"#C0D8FF","fontC":"#000000","width":1,"height":1}],
"text":[{"cells":["R4C2","R4C3"],"value":"Hi","fontC":"#333333","size":0.5}]}"##;

fn check(name: &str, text: &str, words: bool) {
    let puzzle = formats::read(text).expect("a puzzle").puzzle;
    let compiled = Compiled::new(puzzle).expect("rules that can be read");
    let mut scene = picture::scene(&compiled);
    if words {
        (scene.heading, scene.words) = picture::words(&compiled);
    }
    let svg = draw(&scene).sized(Some(500.0));
    let path = format!("{}/tests/golden/{name}.svg", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("CLUEWRIGHT_UPDATE").is_some() {
        std::fs::write(&path, &svg).expect("a writable folder");
    }
    assert!(std::fs::read_to_string(&path).unwrap_or_default() == svg, "looks other than {path}");
}

fn example(name: &str) -> String {
    let path = format!("{}/../../examples/{name}.clue", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("an example")
}

#[test]
fn several_grids_look_as_they_did() {
    check("samurai", &example("samurai"), false);
}

#[test]
fn a_large_grid_looks_as_it_did() {
    check("sixteen", &example("sixteen"), false);
}

#[test]
fn an_import_with_drawings_and_words_looks_as_it_did() {
    check("drawn", DRAWN, true);
}
