//! A state of a page as one short text for a link: JSON, deflated, in base64url.
//!
//! ```
//! use vedette_report::packed::{pack, unpack};
//!
//! let state = vec!["G(req -> F grant)".to_owned(); 40];
//! let packed = pack(&state);
//! assert!(packed.starts_with("1.") && packed.len() < 100, "{packed}");
//! assert_eq!(unpack(&packed), Ok(state));
//! assert!(unpack::<Vec<String>>("1.AAAA").is_err() && unpack::<Vec<String>>("2.x").is_err());
//! ```
//!
//! The number in front is the version of what follows. A link comes from anybody: what it unfolds to is
//! bounded before it is read, so that a short text cannot fill the memory (a "zip bomb"), and everything
//! that is wrong is an error. The alphabet is that of RFC 4648, section 5: brackets and signs with a
//! meaning would break a link in mail and in Markdown.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{Read, Write};

/// The longest text that a link unfolds to, in bytes.
const UNFOLDED: u64 = 400_000;
/// The longest packed text that is read.
const PACKED: usize = 100_000;
/// What is said of a link that cannot be read.
const DAMAGED: &str = "the link is damaged: copy it again, whole";
/// Before what is packed: the version.
const VERSION: &str = "1.";

/// The state as text.
///
/// # Panics
/// If the state has no JSON, as a map with keys that are no texts.
pub fn pack<T: Serialize>(state: &T) -> String {
    pack_bytes(&serde_json::to_vec(state).expect("texts and numbers are JSON"))
}

/// The reverse.
pub fn unpack<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_slice(&unpack_bytes(text)?).map_err(|_| DAMAGED.to_owned())
}

/// Any bytes, deflated, for a link.
pub fn pack_bytes(bytes: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    format!("{VERSION}{}", base64url(&written.expect("writing to memory does not fail")))
}

/// The reverse of [`pack_bytes`], within bounds.
pub fn unpack_bytes(text: &str) -> Result<Vec<u8>, String> {
    if text.len() > PACKED {
        return Err(format!(
            "found a link of {} characters; expected at most {PACKED}",
            text.len()
        ));
    }
    let packed = text
        .strip_prefix(VERSION)
        .ok_or("the link is of another version; open it with a newer Vedette, or copy it again")?;
    let bytes = from_base64url(packed).ok_or(DAMAGED)?;
    let mut found = Vec::new();
    let mut decoder = DeflateDecoder::new(bytes.as_slice()).take(UNFOLDED + 1);
    decoder.read_to_end(&mut found).map_err(|_| DAMAGED)?;
    if found.len() as u64 > UNFOLDED {
        return Err(format!("the link unfolds to more than {UNFOLDED} bytes; expected fewer"));
    }
    Ok(found)
}

/// RFC 4648, section 5: the digits of base64 that need no escape in a link, without padding.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn base64url(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk
            .iter()
            .enumerate()
            .fold(0_u32, |all, (at, &byte)| all | u32::from(byte) << (16 - 8 * at));
        for digit in 0..=chunk.len() {
            out.push(char::from(DIGITS[(group >> (18 - 6 * digit) & 63) as usize]));
        }
    }
    out
}

fn from_base64url(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    for chunk in text.as_bytes().chunks(4) {
        if chunk.len() == 1 {
            return None;
        }
        let mut group = 0_u32;
        for (at, byte) in chunk.iter().enumerate() {
            let digit = DIGITS.iter().position(|digit| digit == byte)? as u32;
            group |= digit << (18 - 6 * at);
        }
        let [_, bytes @ ..] = group.to_be_bytes();
        out.extend(&bytes[..chunk.len() - 1]);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::{UNFOLDED, VERSION, base64url, from_base64url, pack, unpack};
    use flate2::Compression;
    use flate2::write::DeflateEncoder;
    use proptest::prelude::*;
    use std::io::Write;

    #[test]
    fn digits_are_those_of_the_standard() {
        // RFC 4648, section 10, without padding.
        let vectors = [("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg")];
        for (plain, digits) in vectors {
            assert_eq!(base64url(plain.as_bytes()), digits);
            assert_eq!(from_base64url(digits).as_deref(), Some(plain.as_bytes()));
        }
        assert_eq!(base64url(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn a_bomb_is_refused() {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(b"[\"").unwrap();
        encoder.write_all(&vec![b'x'; 50_000_000]).unwrap();
        let bomb = format!("{VERSION}{}", base64url(&encoder.finish().unwrap()));
        assert!(bomb.len() < 100_000);
        let error = unpack::<Vec<String>>(&bomb).unwrap_err();
        assert!(error.contains(&UNFOLDED.to_string()), "{error}");
    }

    proptest! {
        #[test]
        fn unpacking_undoes_packing(state in prop::collection::vec(".{0,30}", 0..4)) {
            prop_assert_eq!(unpack(&pack(&state)), Ok(state));
        }

        #[test]
        fn hostile_links_are_errors_or_states(text in "[A-Za-z0-9_-]{0,60}") {
            let _ = unpack::<Vec<String>>(&format!("1.{text}"));
            let _ = unpack::<Vec<String>>(&text);
        }
    }
}
