//! Reads the data types of the format: the object, numbers, places, colours.

use super::zipped::unzipped;
use crate::FormatInfo;
use cluewright_core::BadInput;
use cluewright_core::drawing::Point;
use cluewright_core::error::place_number;
use cluewright_draw::color_parts;
use serde_json::{Map, Value};

pub(super) static INFO: FormatInfo = FormatInfo {
    id: "scl",
    about: "SudokuPad: links and ids with `scl` or `ctc`, packed text and JSON",
    endings: &["scl"],
    writes: true,
    draws: true,
};

/// The number of length units per cell, regardless of `cellSize`.
pub(super) const UNITS: f64 = 64.0;

/// The names of settings and texts, which are cages without cells or fields of `metadata`.
pub(super) const NO_RULES: [&str; 16] = [
    "source",
    "msgcorrect",
    "customstyle",
    "id",
    "version",
    "url",
    "video",
    "videos",
    "email",
    "tags",
    "preview",
    "difficulty",
    "date",
    "bgimage",
    "bgimageopacity",
    "bgimagetarget",
];

/// Parses the object from plain or zipped JSON.
pub(super) fn object(text: &str) -> Result<Map<String, Value>, BadInput> {
    let value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(e) => unzipped(text).ok_or_else(|| {
            BadInput::new("the JSON is broken")
                .at(place_number(e.line()), place_number(e.column().max(1)))
                .hint(e.to_string())
        })?,
    };
    match value {
        Value::Object(object) => Ok(object),
        _ => Err(BadInput::new("this JSON is not a SudokuPad puzzle")),
    }
}

/// Reads a whole number that is written as a number or as a string.
pub(super) fn whole(value: &Value) -> Option<i64> {
    #[allow(clippy::cast_possible_truncation, reason = "a whole number below a million")]
    match value {
        Value::Number(n) => {
            n.as_i64().or_else(|| n.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 1e6).map(|n| n as i64))
        }
        Value::String(s) => s.trim().parse().ok(),
        _ => None,
    }
}

pub(super) fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::String(text) => text.trim().parse().ok()?,
        other => other.as_f64()?,
    };
    (number.is_finite() && number.abs() < 1e6).then_some(number)
}

pub(super) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(n) => n.to_string(),
        _ => String::new(),
    }
}

/// Whether a setting is on.
pub(super) fn is_on(value: &Value) -> bool {
    match value {
        Value::Bool(on) => *on,
        Value::String(s) => matches!(s.trim(), "true" | "t" | "1"),
        Value::Number(n) => n.as_f64() != Some(0.0),
        _ => false,
    }
}

/// Row and column of a cell, from 0.
pub(super) fn cell(value: &Value) -> Option<(i32, i32)> {
    let pair = value.as_array().filter(|p| p.len() == 2)?;
    let one = |v: &Value| i32::try_from(whole(v)?).ok().filter(|n| n.abs() < 1000);
    Some((one(&pair[0])?, one(&pair[1])?))
}

/// Reads a point. The format's origin is the corner of the grid, and ours is the middle of the first cell.
pub(super) fn point(value: &Value) -> Option<Point> {
    let pair = value.as_array().filter(|p| p.len() == 2)?;
    Some((number(&pair[0])? - 0.5, number(&pair[1])? - 0.5))
}

/// A colour as `#RRGGBB` or `#RRGGBBAA`. Text that is not `#RGB`, `#RRGGBB`, `rgb()` or `rgba()` is unchanged.
pub(super) fn color(text: &str, opacity: Option<f64>) -> String {
    let text = text.trim();
    // The name of a colour is unchanged, unless there is an opacity.
    let named = opacity.is_none() && !text.contains(['#', '(']);
    let parts = color_parts(text).filter(|p| !named && p[3] > 0);
    let Some([r, g, b, a]) = parts else { return text.to_owned() };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 255")]
    let a = opacity.filter(|o| (0.0..1.0).contains(o)).map_or(a, |o| (f64::from(a) * o).round() as u8);
    if a == 255 { format!("#{r:02X}{g:02X}{b:02X}") } else { format!("#{r:02X}{g:02X}{b:02X}{a:02X}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_hexadecimal() {
        for (text, hex) in [
            ("#abc", "#AABBCC"),
            ("#CFCFCF", "#CFCFCF"),
            ("#cfcfcfff", "#CFCFCF"),
            ("rgba(207, 207, 207, 0.5)", "#CFCFCF80"),
            ("rgb(0,0,255)", "#0000FF"),
            ("red", "red"),
        ] {
            assert_eq!(color(text, None), hex);
        }
        assert_eq!(color("#ffffff", Some(0.5)), "#FFFFFF80");
    }
}
