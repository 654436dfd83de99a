//! Lists of numbers, one list per row, in two flat vectors (compressed sparse rows).

/// No row.
pub(crate) const NONE: u32 = u32::MAX;

/// Lists of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rows {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Rows {
    /// Item `i` goes to the list of `owner[i]`, unless that is [`NONE`].
    pub(crate) fn new(rows: usize, owner: &[u32]) -> Self {
        let mut start = vec![0_u32; rows + 1];
        for &row in owner.iter().filter(|&&row| row != NONE) {
            start[row as usize + 1] += 1;
        }
        for row in 0..rows {
            start[row + 1] += start[row];
        }
        let mut next = start.clone();
        let mut items = vec![0; start[rows] as usize];
        for (item, &row) in owner.iter().enumerate().filter(|&(_, &row)| row != NONE) {
            items[next[row as usize] as usize] = item as u32;
            next[row as usize] += 1;
        }
        Self { start, items }
    }

    pub(crate) fn row(&self, row: u32) -> &[u32] {
        let row = row as usize;
        &self.items[self.start[row] as usize..self.start[row + 1] as usize]
    }

    /// The second component of every pair goes to the list of the first.
    pub(crate) fn of_pairs(rows: usize, pairs: &[(u32, u32)]) -> Self {
        let owner: Vec<u32> = pairs.iter().map(|&(owner, _)| owner).collect();
        let mut out = Self::new(rows, &owner);
        for item in &mut out.items {
            *item = pairs[*item as usize].1;
        }
        out
    }
}
