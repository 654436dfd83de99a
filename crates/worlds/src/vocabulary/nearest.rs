//! The nearest of some names, for the mend of a typing error.
//!
//! Optimal string alignment distance (insert, delete, change, swap neighbours) over folded names; a
//! name further away than a third of the length (one letter of a short name) is no help and is not offered.

use super::fold;

/// The candidate nearest to `name`; of equals, the first.
pub fn nearest(name: &str, candidates: impl IntoIterator<Item = String>) -> Option<String> {
    let wanted: Vec<char> = fold(name).chars().take(64).collect();
    let limit = (wanted.len() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&wanted, &fold(&candidate)), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

fn distance(a: &[char], b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let first: Vec<usize> = (0..=b.len()).collect();
    let mut rows = [first.clone(), first, vec![0; b.len() + 1]];
    for i in 1..=a.len() {
        rows[2][0] = i;
        for j in 1..=b.len() {
            let change = rows[1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[1][j] + 1).min(rows[2][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[0][j - 2] + 1);
            }
            rows[2][j] = best;
        }
        rows.rotate_left(1);
        rows[2] = vec![0; b.len() + 1];
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_near_and_other_words_are_not() {
        let names = || ["ison", "open", "near", "inside"].map(str::to_owned);
        assert_eq!(nearest("ISNO", names()).as_deref(), Some("ison"));
        assert_eq!(nearest("Insid", names()).as_deref(), Some("inside"));
        assert_eq!(nearest("enar", names()).as_deref(), Some("near"));
        assert_eq!(nearest("temperature", names()), None);
        assert_eq!(nearest("HOT", ["on", "off", "hut"].map(str::to_owned)).as_deref(), Some("hut"));
        assert_eq!(nearest("HOT", ["on", "off"].map(str::to_owned)), None, "two letters of three");
        let b: Vec<char> = "ca".chars().collect();
        assert_eq!((distance(&b, "abc"), distance(&b, "ac"), distance(&b, "")), (3, 1, 2));
    }
}
