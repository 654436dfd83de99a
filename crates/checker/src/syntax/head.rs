//! The head of a quantifier: `forall x: T, y: U.`; a colon may stand for the dot.

use super::dialect::Dialect;
use super::lexer::unquote;
use super::parser::Parser;
use super::token::{Kind, Token};
use crate::formula::{Binder, BinderId, Symbol};

impl Parser<'_> {
    /// What follows `forall` or `exists`, up to the dot; none if it is unreadable (reported).
    pub(super) fn head(&mut self) -> Option<BinderId> {
        let binder = self.variables();
        if binder.is_none() {
            while matches!(
                self.peek(),
                Kind::Name | Kind::Quoted | Kind::Placeholder | Kind::Comma | Kind::Colon
            ) {
                self.bump();
            }
            if self.peek() == Kind::Dot {
                self.bump();
            }
        }
        binder
    }

    fn variables(&mut self) -> Option<BinderId> {
        let mut variables: Vec<(Symbol, Symbol)> = Vec::new();
        let mut names: Vec<(Token, Symbol)> = Vec::new();
        loop {
            let token = self.token();
            let name = self.head_name("a variable, as in `forall m: Microwave.`")?;
            names.push((token, name));
            match self.peek() {
                Kind::Comma => {
                    self.bump();
                    continue;
                }
                Kind::Colon => {
                    self.bump();
                }
                _ => {
                    let mend = "name the category, as in `forall m: Microwave.`".to_owned();
                    self.error("`:`", Some(mend));
                    return None;
                }
            }
            let category = self.head_name("a category, as in `forall m: Microwave.`")?;
            for (token, name) in names.drain(..) {
                if variables.iter().any(|&(other, _)| other == name) {
                    let found = self.describe(token);
                    let mend = Some("two variables need two names".to_owned());
                    self.error_at(token, found, "a new variable", mend, None);
                    return None;
                }
                variables.push((name, category));
            }
            match self.peek() {
                Kind::Comma => {
                    self.bump();
                }
                Kind::Dot | Kind::Colon => {
                    self.bump();
                    break;
                }
                _ => {
                    let mend = "put a dot between the variables and the formula".to_owned();
                    self.error("`.`", Some(mend));
                    break;
                }
            }
        }
        Some(self.pool.binder_id(Binder { variables: variables.into() }))
    }

    fn head_name(&mut self, expected: &str) -> Option<Symbol> {
        let token = self.token();
        let text = self.slice(token);
        let name = match token.kind {
            Kind::Name => text.to_owned(),
            Kind::Quoted => unquote(text),
            Kind::Placeholder => text[1..text.len() - 1].to_owned(),
            _ => {
                let mend = (self.dialect == Dialect::Spot)
                    .then(|| "that tool has no quantifiers".to_owned());
                self.error(expected, mend);
                return None;
            }
        };
        self.bump();
        Some(self.pool.symbol(&name))
    }
}
