//! Names of colours.

/// A colour: its red, green and blue components, from 0 to 255.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Color(u8, u8, u8);

/// The CSS colour names that are supported besides hexadecimal numbers.
const KNOWN: [(&str, Color); 12] = [
    ("black", Color(0, 0, 0)),
    ("white", Color(255, 255, 255)),
    ("red", Color(255, 0, 0)),
    ("green", Color(0, 128, 0)),
    ("blue", Color(0, 0, 255)),
    ("yellow", Color(255, 255, 0)),
    ("orange", Color(255, 165, 0)),
    ("purple", Color(128, 0, 128)),
    ("pink", Color(255, 192, 203)),
    ("gray", Color(128, 128, 128)),
    ("grey", Color(128, 128, 128)),
    ("silver", Color(192, 192, 192)),
];

/// All colour words that are recognised in text.
pub(super) const WORDS: [&str; 25] = [
    "black",
    "white",
    "gray",
    "grey",
    "silver",
    "red",
    "pink",
    "orange",
    "peach",
    "brown",
    "gold",
    "golden",
    "yellow",
    "green",
    "lime",
    "teal",
    "turquoise",
    "cyan",
    "aqua",
    "blue",
    "purple",
    "violet",
    "lavender",
    "magenta",
    "fuchsia",
];

/// Whether the word is a colour word.
pub(crate) fn is_color(word: &str) -> bool {
    WORDS.contains(&word)
}

/// Ranges of hues, each given by its upper end in degrees, with the words that people use for them.
const HUES: [(f64, &[&str]); 13] = [
    (12.0, &["red", "pink"]),
    (22.0, &["red", "orange", "brown", "peach"]),
    (42.0, &["orange", "peach", "brown", "gold", "golden", "yellow"]),
    (50.0, &["yellow", "gold", "golden", "orange", "brown"]),
    (68.0, &["yellow", "gold", "golden", "lime"]),
    (85.0, &["green", "lime", "yellow"]),
    (150.0, &["green", "lime"]),
    (175.0, &["green", "teal", "turquoise", "cyan", "aqua"]),
    (200.0, &["blue", "teal", "turquoise", "cyan", "aqua"]),
    (245.0, &["blue"]),
    (275.0, &["purple", "violet", "lavender", "blue"]),
    (325.0, &["purple", "violet", "lavender", "magenta", "fuchsia", "pink"]),
    (345.0, &["pink", "magenta", "fuchsia", "red"]),
];

impl Color {
    /// The lightness: the sum of the three components, from 0 to 765.
    pub(super) fn light(self) -> u32 {
        u32::from(self.0) + u32::from(self.1) + u32::from(self.2)
    }

    /// Parses `#RRGGBB`, optionally with two more digits for the opacity, `#RGB`, or a name.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        if let Some((_, color)) = KNOWN.iter().find(|(name, _)| *name == text) {
            return Some(*color);
        }
        let digits: Vec<u8> = text
            .strip_prefix('#')?
            .chars()
            .map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok()))
            .collect::<Option<_>>()?;
        match digits[..] {
            [r, g, b] | [r, g, b, _] => Some(Self(r * 17, g * 17, b * 17)),
            [a, b, c, d, e, f] | [a, b, c, d, e, f, _, _] => Some(Self(a * 16 + b, c * 16 + d, e * 16 + f)),
            _ => None,
        }
    }

    /// Whether two colours look almost the same.
    pub(super) fn near(self, other: Self) -> bool {
        let apart = |a: u8, b: u8| f64::from(a.abs_diff(b)).powi(2);
        apart(self.0, other.0) + apart(self.1, other.1) + apart(self.2, other.2) < 70.0 * 70.0
    }

    /// Whether two colours are shades of the same colour.
    pub(super) fn like(self, other: Self) -> bool {
        self.near(other) || self.words()[0] == other.words()[0]
    }

    /// The words that people may use for the colour, the usual one first.
    pub(super) fn words(self) -> &'static [&'static str] {
        let [r, g, b] = [self.0, self.1, self.2].map(|part| f64::from(part) / 255.0);
        let (high, low) = (r.max(g).max(b), r.min(g).min(b));
        let strength = if high > 0.0 { (high - low) / high } else { 0.0 };
        if strength < 0.12 || high < 0.12 {
            return match high {
                high if high < 0.25 => &["black", "grey", "gray"],
                high if high > 0.94 => &["white"],
                _ => &["grey", "gray", "silver"],
            };
        }
        let sixth = |n: f64| n / (high - low);
        let hue = if self.0 == self.0.max(self.1).max(self.2) {
            sixth(g - b).rem_euclid(6.0)
        } else if self.1 >= self.2 {
            sixth(b - r) + 2.0
        } else {
            sixth(r - g) + 4.0
        } * 60.0;
        HUES.iter().find(|(up_to, _)| hue < *up_to).map_or(HUES[0].1, |(_, words)| words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_the_names_people_use() {
        let first = |text: &str| Color::parse(text).unwrap().words()[0];
        assert_eq!(
            ["#67F067", "#F067F0", "#2ECBFF", "#CFCFCF", "#000"].map(first),
            ["green", "purple", "blue", "grey", "black"]
        );
        assert_eq!(
            ["#ff0000", "#FFA500", "#ffff00", "#0000ff80", "white"].map(first),
            ["red", "orange", "yellow", "blue", "white"]
        );
        assert!(Color::parse("#F067F0").unwrap().words().contains(&"pink"));
        assert!(Color::parse("#2ECBFF").unwrap().words().contains(&"blue"));
        assert_eq!(Color::parse("#12"), None);
        assert!(HUES.iter().flat_map(|(_, words)| *words).all(|word| WORDS.contains(word)));
    }
}
