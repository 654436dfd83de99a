//! SHA-256 in lower-case hexadecimal digits, as manifests carry it.

use sha2::{Digest, Sha256};

/// The hash of `bytes`.
///
/// ```
/// assert!(vedette_report::bundle::sha256(b"").starts_with("e3b0c44298fc1c14"));
/// ```
pub fn sha256(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}
