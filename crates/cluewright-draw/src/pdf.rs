//! Pages as PDF: translates the SVG that this crate writes to the operators of ISO 32000-1, and embeds each letter once. Other
//! SVG is not supported.

use crate::font;
use crate::theme::color_parts;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A PDF file whose pages all have the same size, in points. The file is not compressed, so it is ASCII text.
pub(crate) fn pdf<'p>(title: &str, (wide, high): (f64, f64), pages: impl Iterator<Item = &'p str>) -> String {
    let mut ink = Ink::default();
    let streams: Vec<String> = pages.map(|page| ink.page(page, high)).collect();
    // Objects 1 to 4 are the catalogue, the list of pages, the title and the resources of all pages. They are followed by two
    // objects per page (the page and its content) and by the letters.
    let first_letter = 5 + 2 * streams.len();
    let kids = joined((0..streams.len()).map(|i| format!("{} 0 R", 5 + 2 * i)));
    let title = title.encode_utf16().map(|unit| format!("{unit:04X}")).collect::<Vec<_>>().concat();
    let letters = ink.letters.iter().enumerate();
    let letters = joined(letters.map(|(i, c)| format!("/g{:x} {} 0 R", u32::from(*c), first_letter + i)));
    let clear = joined(ink.clear.iter().map(|&(fill, stroke)| {
        let part = |of: u8| number(f64::from(of) / 100.0);
        format!("/{} << /ca {} /CA {} >>", clear_name((fill, stroke)), part(fill), part(stroke))
    }));
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", streams.len()),
        format!("<< /Title <FEFF{title}> /Producer (Cluewright) >>"),
        format!("<< /XObject << {letters} >> /ExtGState << {clear} >> >>"),
    ];
    let size = format!("[0 0 {} {}]", number(wide), number(high));
    for (i, stream) in streams.iter().enumerate() {
        let page =
            format!("<< /Type /Page /Parent 2 0 R /MediaBox {size} /Resources 4 0 R /Contents {} 0 R >>", 6 + 2 * i);
        objects.extend([page, with_stream("", stream)]);
    }
    for &c in &ink.letters {
        let data = path(&font::outline(c), (0.0, 0.0));
        objects.push(with_stream("/Type /XObject /Subtype /Form /BBox [-2000 -2000 4000 4000] ", &format!("{data}f")));
    }
    let mut out = "%PDF-1.4\n".to_owned();
    let mut places = String::new();
    for (i, object) in objects.iter().enumerate() {
        let _ = writeln!(places, "{:010} 00000 n ", out.len());
        let _ = write!(out, "{} 0 obj\n{object}\nendobj\n", i + 1);
    }
    let (at, count) = (out.len(), objects.len() + 1);
    let _ = write!(
        out,
        "xref\n0 {count}\n0000000000 65535 f \n{places}trailer\n<< /Size {count} /Root 1 0 R /Info 3 0 R >>\nstartxref\n{at}\n%%EOF\n"
    );
    out
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" ")
}

fn with_stream(head: &str, data: &str) -> String {
    format!("<< {head}/Length {} >>\nstream\n{data}\nendstream", data.len())
}

fn number(n: f64) -> String {
    let rounded = (n * 10_000.0).round() / 10_000.0;
    format!("{}", rounded + 0.0)
}

fn numbers<const N: usize>(list: [f64; N], operator: &str) -> String {
    let words: Vec<String> = list.iter().map(|&n| number(n)).collect();
    format!("{} {operator}\n", words.join(" "))
}

/// How an element is painted.
#[derive(Clone)]
struct Pen {
    fill: Option<[u8; 3]>,
    stroke: Option<[u8; 3]>,
    /// The opacity of fill and stroke, in percent.
    clear: (u8, u8),
    width: f64,
    dash: String,
    cap: &'static str,
    join: &'static str,
}

impl Pen {
    /// This pen, changed according to the attributes of an element.
    fn with(&self, tag: &str) -> Self {
        let mut pen = self.clone();
        let color = |text: &str| color_parts(text).filter(|parts| parts[3] > 0).map(|[r, g, b, _]| [r, g, b]);
        let part = |name| attribute(tag, name).and_then(|text| text.parse::<f64>().ok());
        let hundredths = |part: f64| (0..100).find(|&n| f64::from(n) + 0.5 > part * 100.0).unwrap_or(100);
        if let Some(text) = attribute(tag, "fill") {
            pen.fill = color(text);
        }
        if let Some(text) = attribute(tag, "stroke") {
            pen.stroke = color(text);
        }
        pen.clear.0 = part("fill-opacity").map_or(pen.clear.0, hundredths);
        pen.clear.1 = part("stroke-opacity").map_or(pen.clear.1, hundredths);
        pen.width = part("stroke-width").unwrap_or(pen.width);
        if let Some(text) = attribute(tag, "stroke-dasharray") {
            text.clone_into(&mut pen.dash);
        }
        pen.cap = match attribute(tag, "stroke-linecap") {
            Some("round") => "1",
            Some("square") => "2",
            _ => pen.cap,
        };
        if attribute(tag, "stroke-linejoin") == Some("round") {
            pen.join = "1";
        }
        pen
    }
}

fn clear_name((fill, stroke): (u8, u8)) -> String {
    format!("A{fill}B{stroke}")
}

/// The resources that the pages use: letters and opacities.
#[derive(Default)]
struct Ink {
    letters: BTreeSet<char>,
    clear: BTreeSet<(u8, u8)>,
}

impl Ink {
    /// The content of a page.
    fn page(&mut self, svg: &str, high: f64) -> String {
        let mut out = numbers([1.0, 0.0, 0.0, -1.0, 0.0, high], "cm");
        let plain = Pen {
            fill: Some([0; 3]),
            stroke: None,
            clear: (100, 100),
            width: 1.0,
            dash: String::new(),
            cap: "0",
            join: "0",
        };
        let mut pens = vec![plain];
        let mut rest = svg;
        while let Some((_, from)) = rest.split_once('<') {
            let Some((tag, after)) = from.split_once('>') else { break };
            rest = after;
            let name = tag.split([' ', '/']).next().unwrap_or_default();
            let pen = pens.last().expect("the plain one stays").with(tag);
            match name {
                "" if pens.len() > 1 => {
                    pens.pop();
                    out.push_str("Q\n");
                }
                "g" => {
                    out.push_str("q\n");
                    out.push_str(&moved(tag));
                    pens.push(pen);
                }
                "title" | "desc" => rest = rest.split_once(&format!("</{name}>")).map_or("", |(_, after)| after),
                "text" => {
                    let (text, after) = rest.split_once("</text>").unwrap_or_default();
                    rest = after;
                    out.push_str(&self.drawn(tag, &pen, &unknown(tag, text)));
                }
                "use" => out.push_str(&self.letter(tag, &pen)),
                "rect" => out.push_str(&self.drawn(tag, &pen, &rectangle(tag))),
                "circle" => {
                    let [x, y, r] = ["cx", "cy", "r"].map(|name| length(tag, name));
                    out.push_str(&self.drawn(tag, &pen, &oval([x - r, y - r, 2.0 * r, 2.0 * r], r)));
                }
                "path" => {
                    let data = path(attribute(tag, "d").unwrap_or_default(), (0.0, 0.0));
                    out.push_str(&self.drawn(tag, &pen, &data));
                }
                _ => {}
            }
        }
        // Close the graphics states of the groups that are still open.
        out.push_str(&"Q\n".repeat(pens.len() - 1));
        out
    }

    /// A path, followed by the operator that paints it with this pen.
    fn drawn(&mut self, tag: &str, pen: &Pen, path: &str) -> String {
        let how = match (pen.fill, pen.stroke.filter(|_| pen.width > 0.0)) {
            (Some(_), Some(_)) => "B",
            (Some(_), None) => "f",
            (None, Some(_)) => "S",
            (None, None) => return String::new(),
        };
        format!("q\n{}{}{path}{how}\nQ\n", moved(tag), self.painted(pen))
    }

    fn painted(&mut self, pen: &Pen) -> String {
        let color = |[r, g, b]: [u8; 3], operator| numbers([r, g, b].map(|c| f64::from(c) / 255.0), operator);
        let mut out = String::new();
        if pen.clear != (100, 100) {
            self.clear.insert(pen.clear);
            let _ = writeln!(out, "/{} gs", clear_name(pen.clear));
        }
        if let Some(fill) = pen.fill {
            out.push_str(&color(fill, "rg"));
        }
        if let Some(stroke) = pen.stroke {
            out.push_str(&color(stroke, "RG"));
            let _ = writeln!(out, "{} w {} J {} j [{}] 0 d", number(pen.width), pen.cap, pen.join, pen.dash);
        }
        out
    }

    fn letter(&mut self, tag: &str, pen: &Pen) -> String {
        let code = attribute(tag, "href").and_then(|name| u32::from_str_radix(name.get(2..)?, 16).ok());
        let Some(c) = code.and_then(char::from_u32) else { return String::new() };
        let (x, y) = (length(tag, "x"), length(tag, "y"));
        if pen.stroke.is_some() {
            return self.drawn(tag, pen, &path(&font::outline(c), (x, y)));
        }
        self.letters.insert(c);
        let at = numbers([1.0, 0.0, 0.0, 1.0, x, y], "cm");
        format!("q\n{}{at}/g{:x} Do\nQ\n", self.painted(pen), u32::from(c))
    }
}

/// The value of an attribute.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let from = tag.split_once(&format!(" {name}=\""))?.1;
    from.split_once('"').map(|(text, _)| text)
}

fn length(tag: &str, name: &str) -> f64 {
    attribute(tag, name).and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

fn list(text: &str) -> Vec<f64> {
    text.split([' ', ',']).filter_map(|word| word.parse().ok()).collect()
}

/// Applies `translate(x y) scale(s) rotate(angle x y)` in this order.
fn moved(tag: &str) -> String {
    let mut out = String::new();
    for part in attribute(tag, "transform").unwrap_or_default().split(')') {
        let Some((name, inside)) = part.split_once('(') else { continue };
        out.push_str(&match (name.trim(), list(inside)[..].as_ref()) {
            ("translate", &[x, y]) => numbers([1.0, 0.0, 0.0, 1.0, x, y], "cm"),
            ("scale", &[by]) => numbers([by, 0.0, 0.0, by, 0.0, 0.0], "cm"),
            ("rotate", &[angle, x, y]) => {
                let (sin, cos) = angle.to_radians().sin_cos();
                numbers([cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y], "cm")
            }
            _ => String::new(),
        });
    }
    out
}

/// An empty frame for each letter of the text. The frames stand for letters that the font lacks.
fn unknown(tag: &str, text: &str) -> String {
    let (size, count) = (length(tag, "font-size"), text.chars().count());
    let left = length(tag, "x") - 0.3 * size * count as f64;
    let one = |i: usize| {
        let [x, y, wide, high] = [left + 0.6 * size * i as f64, length(tag, "y") - 0.7 * size, 0.5 * size, 0.7 * size];
        let thin = 0.06 * size;
        // The inner outline runs in the opposite direction, so that the inside is not filled.
        let inner =
            format!("M{} {}v{}h{}v-{}z", x + thin, y + thin, high - 2.0 * thin, wide - 2.0 * thin, high - 2.0 * thin);
        path(&format!("M{x} {y}h{wide}v{high}h-{wide}z{inner}"), (0.0, 0.0))
    };
    (0..count).map(one).collect()
}

fn rectangle(tag: &str) -> String {
    let place = ["x", "y", "width", "height"].map(|name| length(tag, name));
    let round = length(tag, "rx").min(place[2] / 2.0).min(place[3] / 2.0);
    if round > 0.0 { oval(place, round) } else { numbers(place, "re") }
}

/// A rectangle with rounded corners of radius `round`; if the corners meet, this is a circle.
fn oval([x, y, wide, high]: [f64; 4], round: f64) -> String {
    // The distance of a quarter circle's control points from the rectangle's corner.
    let near = round * (1.0 - 0.552_285);
    let (right, low) = (x + wide, y + high);
    let mut out = numbers([x + round, y], "m");
    out.push_str(&numbers([right - round, y], "l"));
    out.push_str(&numbers([right - near, y, right, y + near, right, y + round], "c"));
    out.push_str(&numbers([right, low - round], "l"));
    out.push_str(&numbers([right, low - near, right - near, low, right - round, low], "c"));
    out.push_str(&numbers([x + round, low], "l"));
    out.push_str(&numbers([x + near, low, x, low - near, x, low - round], "c"));
    out.push_str(&numbers([x, y + round], "l"));
    out.push_str(&numbers([x, y + near, x + near, y, x + round, y], "c"));
    out.push_str("h\n");
    out
}

/// The data of an SVG path, moved by `by`.
fn path(data: &str, by: (f64, f64)) -> String {
    let mut out = String::new();
    let (mut at, mut start) = (by, by);
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        rest = &rest[command.len_utf8()..];
        let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let given = list(&rest[..end]);
        rest = &rest[end..];
        let whole = |x: f64, y: f64| (x + by.0, y + by.1);
        let to = match (command, &given[..]) {
            ('M' | 'L' | 'Q' | 'C', &[.., x, y]) => whole(x, y),
            ('l' | 'm', &[x, y]) => (at.0 + x, at.1 + y),
            ('h', &[x]) => (at.0 + x, at.1),
            ('v', &[y]) => (at.0, at.1 + y),
            _ => start,
        };
        match (command, &given[..]) {
            ('M' | 'm', _) => {
                start = to;
                out.push_str(&numbers([to.0, to.1], "m"));
            }
            ('Q', &[x, y, ..]) => {
                let bow = whole(x, y);
                let third = |from: f64, bow: f64| from + (bow - from) * 2.0 / 3.0;
                let (a, b) = ((third(at.0, bow.0), third(at.1, bow.1)), (third(to.0, bow.0), third(to.1, bow.1)));
                out.push_str(&numbers([a.0, a.1, b.0, b.1, to.0, to.1], "c"));
            }
            ('C', &[x1, y1, x2, y2, ..]) => {
                let (a, b) = (whole(x1, y1), whole(x2, y2));
                out.push_str(&numbers([a.0, a.1, b.0, b.1, to.0, to.1], "c"));
            }
            ('Z' | 'z', _) => out.push_str("h\n"),
            _ => out.push_str(&numbers([to.0, to.1], "l")),
        }
        at = to;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_followed() {
        assert_eq!(path("M1 2h3v-1l-1 -1z", (10.0, 0.0)), "11 2 m\n14 2 l\n14 1 l\n13 0 l\nh\n");
        assert_eq!(path("M0 0Q3 0 3 3", (0.0, 0.0)), "0 0 m\n2 0 3 1 3 3 c\n");
    }

    #[test]
    fn a_page_has_what_its_svg_has() {
        let svg = "<g transform=\"translate(5 6) scale(0.5)\" fill=\"#FF0000\"><title>a &lt; b</title><use href=\"#g31\" x=\"1\" y=\"2\"/>\
                   <rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" fill=\"none\" stroke=\"#000000\" stroke-opacity=\"0.5\"/></g>";
        let file = pdf("Ä", (100.0, 200.0), [svg].into_iter());
        let (_, page) = file.split_once("stream\n").unwrap();
        let (page, _) = page.split_once("\nendstream").unwrap();
        let wanted = "1 0 0 -1 0 200 cm\nq\n1 0 0 1 5 6 cm\n0.5 0 0 0.5 0 0 cm\nq\n1 0 0 rg\n1 0 0 1 1 2 cm\n/g31 Do\nQ\n\
                      q\n/A100B50 gs\n0 0 0 RG\n1 w 0 J 0 j [] 0 d\n1 2 3 4 re\nS\nQ\nQ\n";
        assert_eq!(page, wanted);
        assert!(file.contains("<FEFF00C4>") && file.contains("/A100B50 << /ca 1 /CA 0.5 >>"));
        // Each offset in the table must be the position at which its object begins.
        let table = file.rsplit_once("xref\n0 ").unwrap().0.len();
        let places = file[table..].lines().skip(3).take_while(|line| line.ends_with("n "));
        for (i, line) in places.enumerate() {
            let at: usize = line[..10].parse().unwrap();
            assert!(file[at..].starts_with(&format!("{} 0 obj\n", i + 1)), "{line}");
        }
    }
}
