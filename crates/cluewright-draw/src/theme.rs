//! Colours and widths. The colours of highlights are the colours of Okabe and Ito (<https://jfly.uni-koeln.de/color/>), which
//! people with any kind of colour vision can tell apart.

/// The meaning of a highlight. Each meaning has its own colour and its own form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// A set that the argument is about, by number: 0 for the first set, 1 for the second, and so on.
    Set(u8),
    /// Candidates that break the pattern, such as fins and guardians.
    Fin,
    /// Candidates found true.
    Placed,
    /// Candidates found false.
    Removed,
}

/// The strength of a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    /// The colour that the setter chose.
    Full,
    /// Fills of clues under digits: soft, so that digits on them can be read.
    Soft,
}

/// The colours and line widths of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Black on white.
    #[default]
    Light,
    /// Light on dark.
    Dark,
    /// Grey tones without a background, for paper.
    Print,
    /// Thick lines, full colours.
    Contrast,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 4] = [Self::Light, Self::Dark, Self::Print, Self::Contrast];

    /// The theme's name: `light`, `dark`, `print` or `contrast`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Print => "print",
            Self::Contrast => "contrast",
        }
    }

    /// The theme with this name; `None` if there is no such theme.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.word() == word)
    }

    /// The background colour; `None` on paper.
    pub(crate) const fn paper(self) -> Option<&'static str> {
        match self {
            Self::Light | Self::Contrast => Some("#FFFFFF"),
            Self::Dark => Some("#1B1B1F"),
            Self::Print => None,
        }
    }

    /// The fill that hides lines behind a number: the background, and white on paper.
    pub(crate) fn under(self) -> &'static str {
        self.paper().unwrap_or("#FFFFFF")
    }

    pub(crate) const fn ink(self) -> &'static str {
        match self {
            Self::Dark => "#E6E6E6",
            _ => "#000000",
        }
    }

    /// The colour of the grid's thin lines.
    pub(crate) const fn thin(self) -> &'static str {
        match self {
            Self::Light => "#555555",
            Self::Dark => "#8A8A8A",
            Self::Print => "#333333",
            Self::Contrast => "#000000",
        }
    }

    /// The font size of a cage's total; larger on paper, where a picture may be small.
    pub(crate) const fn total(self) -> f64 {
        if matches!(self, Self::Print) { 0.25 } else { 0.2 }
    }

    /// The colour of the player's digits and marks.
    pub(crate) const fn pen(self) -> &'static str {
        match self {
            Self::Light => "#1D4E9E",
            Self::Dark => "#8AB8FF",
            Self::Print => "#444444",
            Self::Contrast => "#0000C0",
        }
    }

    /// The colours of fog and of its strokes, on which the player's entries must be readable.
    pub(crate) const fn fog(self) -> (&'static str, &'static str) {
        match self {
            Self::Light => ("#D3D6DB", "#BEC2C9"),
            Self::Dark => ("#3A3C44", "#4B4E58"),
            Self::Print => ("#DDDDDD", "#BBBBBB"),
            Self::Contrast => ("#D8D8D8", "#9A9A9A"),
        }
    }

    /// The widths of thin and thick lines, in hundredths of a cell.
    pub(crate) const fn lines(self) -> (f64, f64) {
        match self {
            Self::Contrast => (0.03, 0.09),
            _ => (0.016, 0.05),
        }
    }

    pub(crate) const fn role(self, role: Role) -> &'static str {
        if matches!(self, Self::Print) {
            return match role {
                Role::Removed | Role::Placed => "#000000",
                _ => "#777777",
            };
        }
        match role {
            Role::Set(n) => ["#56B4E9", "#E69F00", "#CC79A7", "#0072B2"][n as usize % 4],
            Role::Fin => "#F0E442",
            Role::Placed => "#009E73",
            Role::Removed => "#D55E00",
        }
    }

    /// A colour in a tone. A soft colour is mixed with the paper's colour: by at least a third (except in the high-contrast theme),
    /// and further until the player's entries on it have a contrast of 4.5 to 1, the minimum for WCAG level AA.
    pub(crate) fn toned(self, text: &str, tone: Tone) -> Option<String> {
        let own = self.color(text)?;
        let Some([r, g, b, a]) = color_parts(&own).filter(|parts| tone == Tone::Soft && parts[3] == 255) else {
            return Some(own);
        };
        let parts = |text: &str| color_parts(text).unwrap_or([255; 4]);
        let (paper, pen) = (parts(self.paper().unwrap_or("#FFFFFF")), parts(self.pen()));
        let least = if is_grey(text) || self == Self::Contrast { 0 } else { STEPS / 3 };
        let mixed = |step: u32| {
            let mix = |own: u8, paper: u8| {
                u8::try_from((u32::from(own) * (STEPS - step) + u32::from(paper) * step) / STEPS).unwrap_or(255)
            };
            [mix(r, paper[0]), mix(g, paper[1]), mix(b, paper[2]), a]
        };
        let [r, g, b, _] = (least..STEPS).map(mixed).find(|&parts| contrast(parts, pen) >= READ).unwrap_or(paper);
        Some(format!("#{r:02X}{g:02X}{b:02X}"))
    }

    /// The colour that this theme uses for a colour of a clue or of another program; `None` if the text is not a colour.
    pub(crate) fn color(self, text: &str) -> Option<String> {
        let rgba = color_parts(text)?;
        let [r, g, b, a] = rgba;
        let grey = (u32::from(r) * 30 + u32::from(g) * 59 + u32::from(b) * 11) / 100;
        let mixed = match self {
            Self::Light | Self::Contrast => [r, g, b],
            Self::Print => [u8::try_from(grey).unwrap_or(255); 3],
            // Greys are inverted, so black and white change places; other colours become deeper.
            Self::Dark if is_grey(text) => {
                let dark = |c: u8| u8::try_from(230 - u32::from(c) * 203 / 255).unwrap_or(255);
                [dark(r), dark(g), dark(b)]
            }
            // Lighten dark colours, which would be invisible on the dark background.
            Self::Dark if grey < 110 => {
                [r, g, b].map(|c| u8::try_from(u32::from(c) + (255 - u32::from(c)) * 45 / 100).unwrap_or(255))
            }
            Self::Dark => [r, g, b].map(|c| u8::try_from(u32::from(c) * 62 / 100 + 10).unwrap_or(255)),
        };
        let [r, g, b] = mixed;
        Some(if a == 255 { format!("#{r:02X}{g:02X}{b:02X}") } else { format!("#{r:02X}{g:02X}{b:02X}{a:02X}") })
    }
}

/// The number of steps in which a colour is mixed with the paper's colour.
const STEPS: u32 = 24;
/// The minimum contrast of readable text (WCAG level AA).
const READ: f64 = 4.5;

/// The contrast of two colours as WCAG 2 defines it, from 1 to 21.
fn contrast(one: [u8; 4], other: [u8; 4]) -> f64 {
    let light = |parts: [u8; 4]| {
        let part = |i: usize| {
            let c = f64::from(parts[i]) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2) + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}

/// Whether the colour is black, white or a grey.
pub(crate) fn is_grey(text: &str) -> bool {
    color_parts(text).is_some_and(|[r, g, b, _]| r.abs_diff(g) < 12 && g.abs_diff(b) < 12)
}

/// Whether the colour is so dark that a text on it must be light.
pub(crate) fn is_dark(text: &str) -> bool {
    color_parts(text)
        .is_some_and(|[r, g, b, a]| a > 100 && u32::from(r) * 30 + u32::from(g) * 59 + u32::from(b) * 11 < 9_000)
}

/// The red, green, blue and opacity of a colour, each from 0 to 255. The text may be `#RGB` or `#RRGGBB` (each also with opacity
/// as a fourth part), `rgb(...)`, `rgba(...)` or a colour name that puzzles use. `None` for any other text.
pub fn color_parts(text: &str) -> Option<[u8; 4]> {
    const NAMES: &[(&str, [u8; 4])] = &[
        ("black", [0, 0, 0, 255]),
        ("white", [255, 255, 255, 255]),
        ("red", [255, 0, 0, 255]),
        ("green", [0, 128, 0, 255]),
        ("blue", [0, 0, 255, 255]),
        ("yellow", [255, 255, 0, 255]),
        ("orange", [255, 165, 0, 255]),
        ("purple", [128, 0, 128, 255]),
        ("pink", [255, 192, 203, 255]),
        ("gray", [128, 128, 128, 255]),
        ("grey", [128, 128, 128, 255]),
        ("brown", [165, 42, 42, 255]),
        ("cyan", [0, 255, 255, 255]),
        ("magenta", [255, 0, 255, 255]),
        ("transparent", [0, 0, 0, 0]),
        ("none", [0, 0, 0, 0]),
    ];
    let text = text.trim().to_ascii_lowercase();
    if let Some(hex) = text.strip_prefix('#') {
        if !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let long: String = match hex.len() {
            3 | 4 => hex.chars().flat_map(|c| [c, c]).collect(),
            6 | 8 => hex.to_owned(),
            _ => return None,
        };
        let part = |i: usize| u8::from_str_radix(long.get(i..i + 2).unwrap_or("ff"), 16).unwrap_or(255);
        return Some([part(0), part(2), part(4), part(6)]);
    }
    if let Some(inside) = text.strip_prefix("rgba(").or_else(|| text.strip_prefix("rgb(")) {
        let numbers: Vec<f64> = inside.trim_end_matches(')').split(',').filter_map(|n| n.trim().parse().ok()).collect();
        #[allow(clippy::cast_possible_truncation, reason = "clamped to a byte")]
        let byte = |n: f64| n.round().clamp(0.0, 255.0) as u8;
        return match numbers[..] {
            [r, g, b] => Some([byte(r), byte(g), byte(b), 255]),
            [r, g, b, a] => Some([byte(r), byte(g), byte(b), byte(a * 255.0)]),
            _ => None,
        };
    }
    NAMES.iter().find(|n| n.0 == text).map(|n| n.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_rules::Ruleset;
    use cluewright_rules::look::{Form, look};

    #[test]
    fn digits_are_read_on_every_clue_under_them() {
        let mut colors: Vec<String> = Vec::new();
        for rule in Ruleset::library().rules() {
            let marks = look(rule).expect("a look that can be read").into_iter();
            let under =
                marks.filter(|mark| matches!(mark.form, Form::Line | Form::Shade | Form::Square | Form::Circle));
            colors.extend(under.map(|mark| mark.color).filter(|color| color_parts(color).is_some()));
        }
        assert!(colors.len() > 40, "{}", colors.len());
        colors.extend(["#F00", "#00F", "#000", "#FF0"].map(str::to_owned));
        for theme in Theme::ALL {
            let pen = color_parts(theme.pen()).expect("a colour");
            for color in &colors {
                let soft = theme.toned(color, Tone::Soft).expect("a colour");
                let on = contrast(color_parts(&soft).expect("a colour"), pen);
                assert!(on >= READ, "{} {color} {soft} {on}", theme.word());
            }
        }
        // The contrast of black on white, and a grey that is already soft enough and stays unchanged.
        assert!((contrast([0, 0, 0, 255], [255; 4]) - 21.0).abs() < 1e-9);
        assert_eq!(Theme::Light.toned("#CFCFCF", Tone::Soft).as_deref(), Some("#CFCFCF"));
        assert_eq!(Theme::Light.toned("#F067F0", Tone::Full).as_deref(), Some("#F067F0"));
    }
}
