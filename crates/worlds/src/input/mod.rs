//! Bytes to text, safely: gzip, UTF-8, nesting; and the one shape of every input error.
//!
//! ```
//! use vedette_worlds::input::{Limits, text};
//!
//! assert_eq!(text(b"{}", "a.json", &Limits::default()).unwrap(), "{}");
//! let error = text(b"ab\xff", "a.json", &Limits::default()).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "a.json, byte 2: found a byte that is not UTF-8 (0xff), expected UTF-8 text"
//! );
//! ```
//!
//! # Why a step of its own
//!
//! Traces come from strangers. A compressed file may unpack to more than the memory holds, a cut
//! download looks like a syntax error, and a binary file like nonsense: each is named for what it is
//! before a reader of a format sees the text. Compression is recognised by its magic number, not by
//! the file's name, since browsers drop the name's end.

mod error;
mod json;

pub use error::{At, InputError};
pub(crate) use json::read;

use flate2::read::MultiGzDecoder;
use std::borrow::Cow;
use std::io::{ErrorKind, Read};

/// How much a reader accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of unpacked text.
    pub unpacked: usize,
    /// Brackets inside brackets, in a text that cannot be read.
    pub nesting: usize,
}

impl Default for Limits {
    /// 256 MB of text, 100 levels (the reader of JSON itself stops at 128).
    fn default() -> Self {
        Self { unpacked: 256 << 20, nesting: 100 }
    }
}

/// The beginning of a text that may be of any length: `most` characters, and `…` if there are more. Messages
/// repeat what was found, and a line of a hundred megabytes is no message.
pub fn clip(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// The two bytes that every gzip member starts with.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The text of a file called `source`, unpacked if it is gzip.
pub fn text<'a>(
    bytes: &'a [u8],
    source: &str,
    limits: &Limits,
) -> Result<Cow<'a, str>, InputError> {
    let bytes = if bytes.starts_with(&GZIP) {
        Cow::Owned(unpack(bytes, source, limits)?)
    } else {
        Cow::Borrowed(bytes)
    };
    if bytes.len() > limits.unpacked {
        return Err(InputError::whole(
            source,
            format!("found {} bytes", bytes.len()),
            format!("at most {}; split the file", limits.unpacked),
        ));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(InputError::whole(source, "found an empty file", "some content"));
    }
    let not_utf8 = |at: usize, byte: u8| {
        let what = format!("found a byte that is not UTF-8 ({byte:#04x})");
        InputError::new(source, At::Byte(at), what, "UTF-8 text")
    };
    let text = match bytes {
        Cow::Borrowed(bytes) => Cow::Borrowed(
            str::from_utf8(bytes).map_err(|e| not_utf8(e.valid_up_to(), bytes[e.valid_up_to()]))?,
        ),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).map_err(|e| {
            let at = e.utf8_error().valid_up_to();
            not_utf8(at, e.as_bytes()[at])
        })?),
    };
    Ok(match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Cow::Owned(text) if text.starts_with('\u{feff}') => {
            Cow::Owned(text['\u{feff}'.len_utf8()..].to_owned())
        }
        owned @ Cow::Owned(_) => owned,
    })
}

fn unpack(bytes: &[u8], source: &str, limits: &Limits) -> Result<Vec<u8>, InputError> {
    let mut unpacked = Vec::new();
    let cap = limits.unpacked as u64 + 1;
    match MultiGzDecoder::new(bytes).take(cap).read_to_end(&mut unpacked) {
        Ok(_) if unpacked.len() > limits.unpacked => Err(InputError::whole(
            source,
            format!(
                "found a zip bomb: {} bytes of gzip unpack to more than {} bytes",
                bytes.len(),
                limits.unpacked
            ),
            format!("at most {} bytes of text; split the file", limits.unpacked),
        )),
        Ok(_) => Ok(unpacked),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(InputError::whole(
            source,
            format!("found a gzip file that is cut off after {} bytes of text", unpacked.len()),
            "the whole file; copy it again",
        )),
        Err(error) => Err(InputError::whole(
            source,
            format!("found a damaged gzip file ({error})"),
            "gzip or plain text",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn message(bytes: &[u8], limits: &Limits) -> String {
        text(bytes, "t", limits).unwrap_err().to_string()
    }

    #[test]
    fn gzip_is_recognised_by_content_and_members_are_joined() {
        let mut two = gzip(b"[1,");
        two.extend(gzip(b"2]"));
        assert_eq!(text(&two, "t.json", &Limits::default()).unwrap(), "[1,2]");
    }

    #[test]
    fn every_fault_is_named_for_what_it_is() {
        let limits = Limits::default();
        let whole = gzip(&(0..20_000_u32).flat_map(u32::to_le_bytes).collect::<Vec<_>>());
        assert!(message(&whole[..whole.len() / 2], &limits).contains("cut off"));
        let mut damaged = gzip(b"some text that is long enough to be damaged");
        damaged[12] ^= 0xff;
        assert!(message(&damaged, &limits).contains("gzip"));
        let small = Limits { unpacked: 1000, ..limits };
        assert!(message(&gzip(&vec![b' '; 100_000]), &small).contains("zip bomb"));
        assert!(message(b"  \n", &limits).contains("empty file"));
        assert!(message(&gzip(b"a\xc3\x28"), &limits).contains("byte 1"));
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert_eq!(text("\u{feff}{}".as_bytes(), "t", &Limits::default()).unwrap(), "{}");
        assert_eq!(text(&gzip("\u{feff}{}".as_bytes()), "t", &Limits::default()).unwrap(), "{}");
    }
}
