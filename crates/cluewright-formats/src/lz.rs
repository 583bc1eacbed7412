//! LZ-string, the compression in puzzle links: LZ78 over UTF-16 units, in base64.
//!
//! Codes start with 2 bits and get longer. The bits of a code are written least significant first, and fill characters of 6 bits
//! most significant first. Code 0 announces a new unit of 8 bits, code 1 a new unit of 16 bits, and code 2 is the end. The format
//! is compatible with pieroxy's lz-string.

use cluewright_core::BadInput;
use std::collections::HashMap;

/// The maximum length of a decompressed text, in UTF-16 units.
const MAX_UNITS: usize = 8 << 20;
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

struct Bits {
    out: String,
    value: u8,
    filled: u8,
}

impl Bits {
    fn put(&mut self, mut number: u32, bits: u32) {
        for _ in 0..bits {
            self.value = self.value << 1 | (number & 1) as u8;
            number >>= 1;
            self.filled += 1;
            if self.filled == 6 {
                self.out.push(ALPHABET[self.value as usize] as char);
                (self.value, self.filled) = (0, 0);
            }
        }
    }
}

/// The code of a phrase. A phrase of one unit that has not been written yet (`untold`) is written as this unit.
#[derive(Clone, Copy)]
struct Phrase {
    code: u32,
    unit: u16,
    untold: bool,
}

/// Compresses to base64, padded to a multiple of four characters. The result is the same as the result of the JavaScript library,
/// byte for byte.
pub(crate) fn compress(text: &str) -> String {
    let mut bits = Bits { out: String::new(), value: 0, filled: 0 };
    let mut units: HashMap<u16, Phrase> = HashMap::new();
    let mut phrases: HashMap<(u32, u16), u32> = HashMap::new();
    let (mut next, mut width, mut codes_left) = (3u32, 2u32, 2u32);
    let mut current: Option<Phrase> = None;
    let mut say = |phrase: Phrase, units: &mut HashMap<u16, Phrase>, width: &mut u32, codes_left: &mut u32| {
        let mut grow = |width: &mut u32| {
            *codes_left -= 1;
            if *codes_left == 0 {
                *codes_left = 1 << *width;
                *width += 1;
            }
        };
        // A phrase of one unit may occur again before its unit has been written.
        if phrase.untold && units[&phrase.unit].untold {
            if phrase.unit < 256 {
                bits.put(0, *width);
                bits.put(u32::from(phrase.unit), 8);
            } else {
                bits.put(1, *width);
                bits.put(u32::from(phrase.unit), 16);
            }
            grow(width);
            units.get_mut(&phrase.unit).expect("it was met").untold = false;
        } else {
            bits.put(phrase.code, *width);
        }
        grow(width);
    };
    for unit in text.encode_utf16() {
        let single = *units.entry(unit).or_insert_with(|| {
            next += 1;
            Phrase { code: next - 1, unit, untold: true }
        });
        let Some(before) = current else {
            current = Some(single);
            continue;
        };
        if let Some(&code) = phrases.get(&(before.code, unit)) {
            current = Some(Phrase { code, unit, untold: false });
        } else {
            say(before, &mut units, &mut width, &mut codes_left);
            phrases.insert((before.code, unit), next);
            next += 1;
            current = Some(single);
        }
    }
    if let Some(last) = current {
        say(last, &mut units, &mut width, &mut codes_left);
    }
    bits.put(2, width);
    bits.put(0, 6 - u32::from(bits.filled));
    let pad = bits.out.len().next_multiple_of(4) - bits.out.len();
    bits.out.push_str(&"=".repeat(pad));
    bits.out
}

/// Decompresses base64 in either alphabet (`+/=` or `+-$`). Text after the end mark is ignored.
pub(crate) fn decompress(text: &str) -> Result<String, BadInput> {
    decompress_within(text, &mut { MAX_UNITS })
}

/// Like `decompress`, but to at most `left` UTF-16 units. Subtracts the number of decompressed units from `left`, even on failure.
pub(crate) fn decompress_within(text: &str, left: &mut usize) -> Result<String, BadInput> {
    let mut stream = Stream { text: text.as_bytes(), bit: 0 };
    let broken = || BadInput::new("the packed puzzle is damaged").hint("copy the whole link again");
    let mut out: Vec<u16> = Vec::new();
    // Phrases as ranges of the output. Codes 0 to 2 are marks, not phrases.
    let mut phrases: Vec<(usize, usize)> = vec![(0, 0); 3];
    let literal = |stream: &mut Stream<'_>, mark: u32| {
        stream.take(if mark == 0 { 8 } else { 16 }).and_then(|unit| u16::try_from(unit).ok())
    };
    let first = stream.take(2).ok_or_else(broken)?;
    if first == 2 {
        return Ok(String::new());
    }
    if first > 2 {
        return Err(broken());
    }
    out.push(literal(&mut stream, first).ok_or_else(broken)?);
    phrases.push((0, 1));
    let (mut width, mut codes_left) = (3u32, 4u32);
    let mut before = (0usize, 1usize);
    loop {
        let mark = stream.take(width).ok_or_else(broken)?;
        let grow = |width: &mut u32, codes_left: &mut u32| {
            *codes_left -= 1;
            if *codes_left == 0 {
                *codes_left = 1 << *width;
                *width += 1;
            }
        };
        let start = out.len();
        let entry = match mark {
            2 => return String::from_utf16(&out).map_err(|_| broken()),
            0 | 1 => {
                out.push(literal(&mut stream, mark).ok_or_else(broken)?);
                phrases.push((start, 1));
                grow(&mut width, &mut codes_left);
                (start, 1)
            }
            code => {
                let (from, length) = match phrases.get(code as usize) {
                    Some(&phrase) => phrase,
                    // The phrase that is being defined: the previous phrase, followed by its own first unit.
                    None if code as usize == phrases.len() => (before.0, before.1 + 1),
                    None => return Err(broken()),
                };
                if length > *left {
                    return Err(BadInput::new("the packed puzzle unpacks to more than 16 MiB"));
                }
                *left -= length;
                for i in from..from + length {
                    out.push(out[i]);
                }
                (start, length)
            }
        };
        phrases.push((before.0, before.1 + 1));
        grow(&mut width, &mut codes_left);
        before = entry;
        if width > 24 {
            return Err(broken());
        }
    }
}

struct Stream<'a> {
    text: &'a [u8],
    bit: usize,
}

impl Stream<'_> {
    /// The next number, which has `bits` bits; `None` at the end of the text or at an invalid character.
    fn take(&mut self, bits: u32) -> Option<u32> {
        let mut number = 0;
        for i in 0..bits {
            let six = match *self.text.get(self.bit / 6)? {
                c @ b'A'..=b'Z' => c - b'A',
                c @ b'a'..=b'z' => c - b'a' + 26,
                c @ b'0'..=b'9' => c - b'0' + 52,
                b'+' | b' ' => 62,
                b'/' | b'-' => 63,
                _ => return None,
            };
            number |= u32::from(six >> (5 - self.bit % 6) & 1) << i;
            self.bit += 1;
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts() {
        let known = [
            ("a", "IZA="),
            ("{\"size\":4}", "N4IgzglgXgpiBcAWAvkA"),
            ("{\"size\":9,\"grid\":[", "N4IgzglgXgpiBcBOANCA5gJwgEwQbSA="),
            ("é—𝟙", "JeFAJKwbib+0A==="),
        ];
        for (text, packed) in known {
            assert_eq!(compress(text), packed);
            assert_eq!(decompress(packed).unwrap(), text);
            assert_eq!(decompress(&packed.replace('/', "-").replace('=', "$")).unwrap(), text);
        }
    }

    #[test]
    fn any_text_comes_back() {
        let mut seed = 7u64;
        for length in 0..400 {
            let text: String = (0..length)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    ["a", "b", "ab", "{\"", "é", "—", "𝟙", "R1C1"][(seed >> 40) as usize % 8]
                })
                .collect();
            let packed = compress(&text);
            assert_eq!(packed.len() % 4, 0);
            assert_eq!(decompress(&packed).unwrap(), text);
            assert_eq!(decompress(&format!("{packed}123")).unwrap(), text);
        }
    }

    #[test]
    fn damage_is_an_error() {
        let packed = compress(&"{\"size\":9,\"grid\":[]}".repeat(20));
        for cut in 0..packed.len() - 4 {
            assert!(decompress(&packed[..cut]).is_err(), "{cut}");
        }
        // A decompression bomb: each phrase is one unit longer than the previous one.
        assert!(decompress(&compress(&"a".repeat(20 << 20))).is_err());
    }
}
