//! Bounds how deep a plan nests, on its tokens, before it is parsed.
//!
//! The parser recurses, and so does everything that walks a syntax tree; a plan is input that an
//! attacker may write. The depth of the tree is at most what is counted here: an operator or keyword
//! puts what stands beside it one deeper, a bracket all that stands in it; a comma or a new line
//! begins anew. Lexing does not recurse.

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::Mode;
use ruff_python_parser::lexer::lex;
use vedette_checker::syntax::SyntaxError;

/// The most brackets, or blocks, within one another.
const MOST_BRACKETS: usize = 64;

/// The deepest chain of operators and brackets.
const MOST_DEPTH: u32 = 200;

/// What nests too deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Excess {
    Brackets,
    Blocks,
    Chain,
}

/// The error if `code` nests too deep.
pub(super) fn check(code: &str, offset: usize) -> Result<(), SyntaxError> {
    let Some(excess) = excess(code) else { return Ok(()) };
    // The lexer does not tell where it is: the shortest beginning that is too deep ends there.
    let (mut low, mut high) = (0, code.len());
    while low < high {
        let middle = code.floor_char_boundary(usize::midpoint(low, high));
        if middle <= low {
            break;
        }
        if self::excess(&code[..middle]).is_some() { high = middle } else { low = middle }
    }
    let at = code.floor_char_boundary(high.saturating_sub(1)) + offset;
    let (found, expected) = match excess {
        Excess::Brackets => ("brackets within brackets", format!("at most {MOST_BRACKETS} levels")),
        Excess::Blocks => ("blocks within blocks", format!("at most {MOST_BRACKETS} levels")),
        Excess::Chain => ("a very deep expression", format!("a depth of at most {MOST_DEPTH}")),
    };
    Err(SyntaxError {
        span: at..high + offset,
        found: found.into(),
        expected,
        mend: Some("put parts into variables of their own".into()),
        related: None,
    })
}

fn excess(code: &str) -> Option<Excess> {
    use TokenKind as T;
    let mut lexer = lex(code, Mode::Module);
    // Per open bracket: the depth of the element being read, and of the deepest before it.
    let mut levels = vec![(0_u32, 0_u32)];
    let mut blocks = 0_usize;
    loop {
        let kind = lexer.next_token();
        let last = levels.len() - 1;
        match kind {
            T::EndOfFile => return None,
            T::Indent => {
                blocks += 1;
                if blocks > MOST_BRACKETS {
                    return Some(Excess::Blocks);
                }
            }
            T::Dedent => blocks = blocks.saturating_sub(1),
            T::Newline => {
                levels.clear();
                levels.push((0, 0));
            }
            T::Comma | T::Semi => {
                let (depth, most) = levels[last];
                levels[last] = (0, most.max(depth));
            }
            T::Lpar | T::Lsqb | T::Lbrace | T::FStringStart | T::TStringStart => {
                levels.push((0, 0));
                if levels.len() > MOST_BRACKETS {
                    return Some(Excess::Brackets);
                }
            }
            T::Rpar | T::Rsqb | T::Rbrace | T::FStringEnd | T::TStringEnd => {
                if last > 0 {
                    let (depth, most) = levels[last];
                    levels.pop();
                    levels[last - 1].0 += depth.max(most) + 1;
                }
            }
            T::Name
            | T::Int
            | T::Float
            | T::Complex
            | T::String
            | T::Comment
            | T::Colon
            | T::FStringMiddle
            | T::TStringMiddle
            | T::NonLogicalNewline
            | T::True
            | T::False
            | T::None
            | T::Ellipsis => {}
            _ => levels[last].0 += 1,
        }
        // What is open may be nested in what is left of it.
        if levels.iter().map(|(depth, most)| depth.max(most)).sum::<u32>() > MOST_DEPTH {
            return Some(Excess::Chain);
        }
    }
}
