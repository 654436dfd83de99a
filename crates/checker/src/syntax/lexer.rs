//! The lexer: one pass over the text, one token at a time into a vector.
//!
//! Three signs need to know what stands before them: `<` is a relation after an operand and opens a
//! placeholder elsewhere; `()` is an empty argument list after a name and *next* elsewhere; a dot
//! belongs to a name (`stove.12`) except in the head of a quantifier, where it ends the head.

use super::Dialect;
use super::token::{Kind, Token};
use super::words;
use crate::formula::{Relation, Unary};
use crate::words::Reading;
use std::ops::Range;

/// The tokens of a text, ending with [`Kind::End`].
pub(super) struct Lexed {
    pub(super) tokens: Vec<Token>,
    /// The first plain `X` and the first `X[!]`.
    pub(super) plain_next: Option<Range<usize>>,
    pub(super) strong_next: Option<Range<usize>>,
}

pub(super) fn lex(text: &str, dialect: Dialect, reading: Reading) -> Lexed {
    let weak = dialect == Dialect::Spot && reading == Reading::Finite;
    let mut lexer = Lexer {
        text,
        at: 0,
        dialect,
        next: if weak { Unary::WeakNext } else { Unary::Next },
        head: Head::Outside,
        in_bounds: false,
        bounds_end: 0,
        out: Lexed { tokens: Vec::new(), plain_next: None, strong_next: None },
    };
    if dialect == Dialect::NuSmv {
        lexer.skip_specification_keyword();
    }
    while lexer.token() {}
    lexer.out
}

/// Where in the head of a quantifier the lexer is: dots and second colons end it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    Outside,
    Variable,
    Category,
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    dialect: Dialect,
    /// What a plain `X` means here.
    next: Unary,
    head: Head,
    /// Whether the square bracket that is open holds bounds.
    in_bounds: bool,
    /// How many tokens there were when bounds last ended: what follows them is no operator.
    bounds_end: usize,
    out: Lexed,
}

impl Lexer<'_> {
    fn push(&mut self, kind: Kind, end: usize) {
        let bounded = |token: &Token| match token.kind {
            Kind::Unary(op) | Kind::Fused(_, op) => op.is_temporal(),
            Kind::Binary(op) => op.is_temporal(),
            _ => false,
        };
        match kind {
            Kind::SquareOpen => self.in_bounds = self.out.tokens.last().is_some_and(bounded),
            Kind::SquareClose if std::mem::take(&mut self.in_bounds) => {
                self.bounds_end = self.out.tokens.len() + 1;
            }
            _ => {}
        }
        self.out.tokens.push(Token { kind, start: self.at as u32, end: end as u32 });
        self.at = end;
    }

    fn after_operand(&self) -> bool {
        self.bounds_end != self.out.tokens.len()
            && self.out.tokens.last().is_some_and(|token| token.kind.ends_operand())
    }

    /// `LTLSPEC`, `CTLSPEC` and `SPEC` introduce a formula in `NuSMV`'s input files.
    fn skip_specification_keyword(&mut self) {
        let trimmed = self.text.trim_start();
        for keyword in ["LTLSPEC", "CTLSPEC", "SPEC"] {
            if let Some(rest) = trimmed.strip_prefix(keyword)
                && !rest.starts_with(words::inside_name)
            {
                self.at = self.text.len() - rest.len();
                // `LTLSPEC NAME rule := …`
                if let Some(named) = rest.trim_start().strip_prefix("NAME")
                    && !named.starts_with(words::inside_name)
                    && let Some(colon) = named.find(":=")
                {
                    self.at = self.text.len() - named.len() + colon + 2;
                }
                return;
            }
        }
    }

    /// Pushes the next token; false once the end was pushed.
    fn token(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let Some(c) = rest.chars().next() else {
            self.push(Kind::End, self.at);
            return false;
        };
        if c.is_whitespace() || c == '\u{feff}' {
            self.at += c.len_utf8();
        } else if words::starts_name(c) {
            self.word(rest);
        } else if c.is_ascii_digit() {
            self.number(rest, 0);
        } else if c == '"' {
            self.quoted(rest);
        } else {
            self.sign(rest, c);
        }
        true
    }

    fn word(&mut self, rest: &str) {
        let length = self.word_length(rest);
        let word = &rest[..length];
        if !self.in_head()
            && let Some(kind) = words::keyword(word, self.dialect)
        {
            return self.operator(kind, length);
        }
        if self.dialect == Dialect::Spot && !self.in_head() {
            let bytes = word.as_bytes();
            let unary = matches!(bytes[0], b'F' | b'G' | b'X')
                && !bytes.get(1).is_some_and(u8::is_ascii_digit);
            let binary =
                matches!(bytes[0], b'U' | b'R' | b'V' | b'W' | b'M') && self.after_operand();
            if (unary || binary)
                && let Some(kind) = words::letter(bytes[0])
            {
                return self.operator(kind, 1);
            }
        }
        self.push(Kind::Name, self.at + length);
    }

    fn in_head(&self) -> bool {
        self.head != Head::Outside
    }

    fn word_length(&self, rest: &str) -> usize {
        let mut chars = rest.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|&(_, next)| next);
            let joins = words::inside_name(c)
                || (c == '.' && !self.in_head() && next.is_some_and(words::inside_name))
                || (self.dialect == Dialect::NuSmv
                    && (matches!(c, '#' | '$')
                        || (c == '-' && next.is_some_and(char::is_alphanumeric))));
            if !joins {
                return at;
            }
        }
        rest.len()
    }

    /// Pushes an operator of `length` bytes, with the `[!]` or `[w]` that may follow a *next*.
    fn operator(&mut self, kind: Kind, length: usize) {
        let (at, end) = (self.at, self.at + length);
        match kind {
            Kind::Unary(Unary::Next) => {
                let (next, end) = self.next_variant(end);
                self.push(Kind::Unary(next), end);
            }
            Kind::Fused(path, Unary::Next) => {
                let (next, end) = self.next_variant(end);
                self.push(Kind::Fused(path, next), end);
            }
            _ => self.push(kind, end),
        }
        debug_assert!(self.at > at);
        if let Kind::Quantifier(_) = kind {
            self.head = Head::Variable;
        }
    }

    fn next_variant(&mut self, end: usize) -> (Unary, usize) {
        let rest = &self.text[end..];
        if rest.starts_with("[!]") {
            self.out.strong_next.get_or_insert(self.at..end + 3);
            (Unary::Next, end + 3)
        } else if rest.starts_with("[w]") || rest.starts_with("[W]") {
            (Unary::WeakNext, end + 3)
        } else {
            self.out.plain_next.get_or_insert(self.at..end);
            (self.next, end)
        }
    }

    /// A number that begins `sign` bytes into `rest` (after a minus sign).
    fn number(&mut self, rest: &str, sign: usize) {
        let bytes = rest.as_bytes();
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let mut end = digits(sign);
        if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
            end = digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let signed = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            if bytes.get(end + 1 + signed).is_some_and(u8::is_ascii_digit) {
                end = digits(end + 1 + signed);
            }
        }
        let suffix = rest[end..].find(|c| !words::inside_name(c)).unwrap_or(rest.len() - end);
        // Spot reads `p=1Uq` as `p U q`.
        let operator = self.dialect == Dialect::Spot
            && matches!(bytes.get(end), Some(b'U' | b'R' | b'V' | b'W' | b'M'));
        let (kind, end) = match &rest[end..end + suffix] {
            "" => (Kind::Number, end),
            "s" => (Kind::Seconds, end + 1),
            _ if operator => (Kind::Number, end),
            _ => (Kind::Junk, end + suffix),
        };
        self.push(kind, self.at + end);
    }

    fn quoted(&mut self, rest: &str) {
        let mut escaped = false;
        for (at, c) in rest.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => return self.push(Kind::Quoted, self.at + at + 1),
                _ => {}
            }
        }
        self.push(Kind::OpenQuote, self.text.len());
    }

    fn sign(&mut self, rest: &str, c: char) {
        let after_operand = self.after_operand();
        if rest.starts_with("--") && self.dialect == Dialect::NuSmv && !rest.starts_with("-->") {
            self.at += rest.find('\n').unwrap_or(rest.len());
            return;
        }
        if c == '-' && !after_operand && rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
            return self.number(rest, 1);
        }
        if c == '<'
            && !after_operand
            && let Some(length) = placeholder_length(rest)
        {
            return self.push(Kind::Placeholder, self.at + length);
        }
        if rest.starts_with("!=") && after_operand {
            return self.push(Kind::Relation(Relation::NotEqual), self.at + 2);
        }
        if rest.starts_with("()") && after_operand {
            return self.push(Kind::Open, self.at + 1);
        }
        if c == ';' && rest[1..].trim().is_empty() {
            self.at = self.text.len();
            return;
        }
        let Some((text, kind)) = words::sign(rest, self.dialect) else {
            return self.junk(rest);
        };
        match (kind, self.head) {
            (Kind::Colon, Head::Variable) => self.head = Head::Category,
            (Kind::Comma, Head::Category) => self.head = Head::Variable,
            (Kind::Comma, _) | (Kind::Colon, Head::Outside) => {}
            // A dot, a second colon, or something that no head contains.
            _ => self.head = Head::Outside,
        }
        self.operator(kind, text.len());
    }

    /// Everything up to the next character that could belong to a formula, as one token.
    fn junk(&mut self, rest: &str) {
        let end = rest
            .char_indices()
            .skip(1)
            .find(|&(at, c)| {
                c.is_whitespace()
                    || words::inside_name(c)
                    || c == '"'
                    || words::sign(&rest[at..], self.dialect).is_some()
            })
            .map_or(rest.len(), |(at, _)| at);
        self.push(Kind::Junk, self.at + end);
    }
}

/// The length of the placeholder `<…>` at the start of `rest`.
fn placeholder_length(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('<')?;
    inner.starts_with(words::starts_name).then_some(())?;
    let end = inner.find(|c| !(words::inside_name(c) || matches!(c, ' ' | '-' | '.')))?;
    (inner[end..].starts_with('>') && !inner[..end].ends_with([' ', '-'])).then_some(end + 2)
}

/// The text of a quoted name, without quotes and escapes.
pub(super) fn unquote(quoted: &str) -> String {
    let inner = quoted.strip_prefix('"').unwrap_or(quoted);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        out.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    out
}

/// Whether `text` is read as exactly one token, of kind `kind`, in `dialect`.
pub(super) fn is_one(text: &str, dialect: Dialect, kind: Kind) -> bool {
    let mut tokens = lex(text, dialect, Reading::Infinite).tokens.into_iter();
    tokens.next().is_some_and(|token| {
        token.kind == kind && token.start == 0 && token.end as usize == text.len()
    })
}
