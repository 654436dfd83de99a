//! The three loops: `EX`, `E U` and `E R`, on fair paths.

use crate::budget::{Budget, Limit};
use crate::kripke::{Kripke, components};
use crate::reasons::Steps;
use fixedbitset::FixedBitSet;

/// A structure with its fairness constraints: a path is fair if it meets each of them infinitely
/// often.
pub(super) struct Model<'a> {
    pub(super) kripke: &'a Kripke,
    pub(super) constraints: Vec<FixedBitSet>,
    /// The states from which some path is fair.
    pub(super) fair: FixedBitSet,
    pub(super) budget: &'a Budget<'a>,
}

impl<'a> Model<'a> {
    pub(super) fn new(
        kripke: &'a Kripke,
        constraints: Vec<FixedBitSet>,
        budget: &'a Budget<'a>,
    ) -> Result<Self, Limit> {
        let all = full(kripke.len());
        let mut model = Self { kripke, constraints, fair: all.clone(), budget };
        if !model.constraints.is_empty() {
            model.fair = model.stays(&all)?;
        }
        Ok(model)
    }

    /// Some fair path goes on in `next`.
    pub(super) fn ex(&self, next: &FixedBitSet) -> Result<FixedBitSet, Limit> {
        let mut out = FixedBitSet::with_capacity(self.kripke.len());
        for state in next.ones().filter(|&state| self.fair.contains(state)) {
            self.budget.tick()?;
            for &before in self.kripke.predecessors(state as u32) {
                out.insert(before as usize);
            }
        }
        Ok(out)
    }

    /// `E[φ U ψ]`, the witness at a number of steps within `steps`.
    pub(super) fn eu(
        &self,
        phi: &FixedBitSet,
        psi: &FixedBitSet,
        (low, high): Steps,
    ) -> Result<FixedBitSet, Limit> {
        let good = psi & &self.fair;
        let mut value = match high {
            None => self.reach(phi, &good)?,
            Some(high) if high < low => return Ok(FixedBitSet::with_capacity(good.len())),
            Some(high) => {
                let mut value = good.clone();
                self.repeat(high - low, &mut value, |next| &good | &(phi & next))?;
                value
            }
        };
        self.repeat(low, &mut value, |next| phi & next)?;
        Ok(value)
    }

    /// `E[φ R ψ]`, for the moments within `steps`.
    pub(super) fn er(
        &self,
        phi: &FixedBitSet,
        psi: &FixedBitSet,
        (low, high): Steps,
    ) -> Result<FixedBitSet, Limit> {
        let released = phi & &self.fair;
        let mut value = match high {
            None => self.release(phi, psi)?,
            Some(high) if high < low => return Ok(self.fair.clone()),
            Some(high) => {
                let good = psi & &self.fair;
                let mut value = good.clone();
                self.repeat(high - low, &mut value, |next| &good & &(&released | next))?;
                value
            }
        };
        self.repeat(low, &mut value, |next| &released | next)?;
        Ok(value)
    }

    /// So many times: what follows from `EX` of the value before. Stops when nothing changes.
    fn repeat(
        &self,
        times: u32,
        value: &mut FixedBitSet,
        rule: impl Fn(&FixedBitSet) -> FixedBitSet,
    ) -> Result<(), Limit> {
        for _ in 0..times {
            self.budget.tick()?;
            let next = rule(&self.ex(value)?);
            if next == *value {
                break;
            }
            *value = next;
        }
        Ok(())
    }

    /// The least fixpoint `Z = ψ | (φ & EX Z)`, by backward search.
    fn reach(&self, phi: &FixedBitSet, psi: &FixedBitSet) -> Result<FixedBitSet, Limit> {
        let mut out = psi.clone();
        let mut open: Vec<u32> = psi.ones().map(|state| state as u32).collect();
        while let Some(state) = open.pop() {
            self.budget.tick()?;
            for &before in self.kripke.predecessors(state) {
                if phi.contains(before as usize) && !out.put(before as usize) {
                    open.push(before);
                }
            }
        }
        Ok(out)
    }

    fn release(&self, phi: &FixedBitSet, psi: &FixedBitSet) -> Result<FixedBitSet, Limit> {
        if !self.constraints.is_empty() {
            // Either φ comes, or ψ holds on a fair path for ever.
            let both = &(phi & psi) & &self.fair;
            return Ok(&self.reach(psi, &both)? | &self.stays(psi)?);
        }
        // The greatest fixpoint `Z = ψ & (φ | EX Z)`: a state goes when its last successor goes.
        let mut out = psi.clone();
        let mut left: Vec<u32> = Vec::with_capacity(self.kripke.len());
        let mut open = Vec::new();
        for state in 0..self.kripke.len() as u32 {
            self.budget.tick()?;
            left.push(self.kripke.successors(state).len() as u32);
            if !psi.contains(state as usize) {
                open.push(state);
            }
        }
        while let Some(gone) = open.pop() {
            self.budget.tick()?;
            for &before in self.kripke.predecessors(gone) {
                let index = before as usize;
                left[index] -= 1;
                if left[index] == 0 && out.contains(index) && !phi.contains(index) {
                    out.set(index, false);
                    open.push(before);
                }
            }
        }
        Ok(out)
    }

    /// `EG φ` on fair paths: what reaches, within φ, a component of φ that meets every constraint.
    fn stays(&self, phi: &FixedBitSet) -> Result<FixedBitSet, Limit> {
        let mut core = FixedBitSet::with_capacity(self.kripke.len());
        for component in self.fair_components(phi) {
            core.extend(component.iter().map(|&state| state as usize));
        }
        self.reach(phi, &core)
    }

    /// The components within `part` that have a cycle and meet every constraint.
    pub(super) fn fair_components(&self, part: &FixedBitSet) -> Vec<Vec<u32>> {
        let mut found = components(self.kripke, part);
        found.retain(|component| {
            let cyclic =
                component.len() > 1 || self.kripke.successors(component[0]).contains(&component[0]);
            let meets = |constraint: &FixedBitSet| {
                component.iter().any(|&state| constraint.contains(state as usize))
            };
            cyclic && self.constraints.iter().all(meets)
        });
        found
    }
}

/// All states.
pub(super) fn full(n: usize) -> FixedBitSet {
    let mut all = FixedBitSet::with_capacity(n);
    all.set_range(.., true);
    all
}

/// All states that are not in `set`.
pub(super) fn complement(set: &FixedBitSet) -> FixedBitSet {
    let mut out = set.clone();
    out.toggle_range(..);
    out
}
