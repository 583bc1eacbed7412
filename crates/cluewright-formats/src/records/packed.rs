//! Texts compressed with gzip, which are decompressed while they are read.

use super::record::broken;
use crate::{MAX_TEXT, text_of};
use cluewright_core::BadInput;
use flate2::read::MultiGzDecoder;
use std::io::{Chain, Cursor, Read};

/// The first bytes of gzip data.
const MARK: [u8; 2] = [0x1f, 0x8b];

/// A reader of the first bytes, which have already been read, followed by the rest.
type Whole<R> = Chain<Cursor<Vec<u8>>, R>;

/// A reader of plain text, whose source may be compressed.
pub(super) enum Unpacked<R> {
    Plain(Whole<R>),
    Gzip(Box<MultiGzDecoder<Whole<R>>>),
}

impl<R: Read> Unpacked<R> {
    /// Determines from the first bytes whether the data is compressed.
    pub(super) fn of(mut from: R) -> std::io::Result<Self> {
        let mut first = Vec::new();
        from.by_ref().take(MARK.len() as u64).read_to_end(&mut first)?;
        let packed = first == MARK;
        let whole = Cursor::new(first).chain(from);
        Ok(if packed { Self::Gzip(Box::new(MultiGzDecoder::new(whole))) } else { Self::Plain(whole) })
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Self::Plain(from) => from.read(bytes),
            Self::Gzip(from) => from.read(bytes),
        }
    }
}

/// The whole text from a reader, decompressed if it is gzip. Errors: reading fails, there are more than [`MAX_TEXT`] bytes, or they
/// are not UTF-8 text.
pub fn whole(from: impl Read) -> Result<String, BadInput> {
    let mut bytes = Vec::new();
    let read = Unpacked::of(from).and_then(|from| from.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes));
    read.map_err(broken)?;
    if bytes.len() > MAX_TEXT {
        return Err(BadInput::new(format!("the text is longer than {MAX_TEXT} bytes")));
    }
    Ok(text_of(&bytes)?.to_owned())
}
