//! Extracts the properties that the library stores from a puzzle's text.

use super::entry::{cut, most};
use super::error::Error;
use cluewright::BadInput;
use cluewright::compiled::logical_hash;
use cluewright::formats::{self, MAX_TEXT};
use cluewright::question::{Choice, FormatId};
use cluewright::reader::{Reader, Reading};
use cluewright::rules::Ruleset;
use std::time::{Duration, Instant};

/// The time limit for examining one puzzle.
const PATIENCE: Duration = Duration::from_secs(2);

/// The properties of a puzzle's text.
#[derive(Debug)]
pub(super) struct TextSummary {
    pub(super) format: &'static str,
    pub(super) title: String,
    pub(super) author: String,
    pub(super) rules: String,
    pub(super) hash: String,
}

/// Reads text in the same way as the protocol's sessions, so that the hash is the same.
pub(super) fn told(text: &str, format: Option<&str>) -> Result<TextSummary, Error> {
    super::entry::bounded("the puzzle's text", text, MAX_TEXT)?;
    let end = Instant::now() + PATIENCE;
    let stop = || Instant::now() >= end;
    let format = format.map(FormatId::of_name).transpose()?;
    let reader = Reader::of(&Reading { format, ..Reading::default() });
    let mut read = reader.and_then(|reader| reader.puzzle(text, &stop)).map_err(BadInput::from)?;
    // Mistakes in the text of a rule are not reported here, but when the puzzle is first compiled.
    if let Ok(rules) = Ruleset::for_puzzle(&read.puzzle, &[]) {
        formats::bind_drawings(&mut read.puzzle, &rules);
    }
    let puzzle = &read.puzzle;
    Ok(TextSummary {
        format: read.format.info().id,
        title: cut(&puzzle.title, most::TITLE).to_owned(),
        author: cut(&puzzle.author, most::TITLE).to_owned(),
        rules: cut(&puzzle.text, most::RULES).to_owned(),
        hash: logical_hash(puzzle),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_protocol::{MessageBuffer, Session};

    #[test]
    fn the_hash_is_the_protocols() {
        let scl = r##"{"cells":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],
            "lines":[{"wayPoints":[[0.5,0.5],[0.5,2.5]],"color":"#67F067"}],
            "metadata":{"rules":"Green lines are German Whispers with a difference of at least 2."}}"##;
        for text in ["12..34..2.....3.", "title: One\ngrid: 4x4\ngivens: 12..34..2.....3.", scl] {
            let (session, kept) = (Session::default(), MessageBuffer::default());
            let text_json = serde_json::to_string(text).unwrap();
            session.handle(&format!(r#"{{"id":1,"op":"solve","puzzle":{text_json}}}"#), &kept);
            let said: serde_json::Value = serde_json::from_str(&kept.messages()[0]).unwrap();
            assert_eq!(said["hash"].as_str(), Some(&*told(text, None).unwrap().hash), "{said}");
        }
    }
}
