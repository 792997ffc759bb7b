//! The attribute `#[hdl]`.

#![warn(missing_docs)]

use proc_macro::{Delimiter, Group, Ident, TokenStream, TokenTree};
use std::iter::Peekable;

/// Names each signal of a function by the variable that it is bound to.
///
/// After `let sum = a + b;` it adds `let sum = bind!(sum, "sum");`, and after a pattern one such line for each of its
/// variables. `bind!` names signals and returns any other value as it is. Left alone are variables that are `mut` or
/// begin with an underscore, closures, references and literals.
#[proc_macro_attribute]
pub fn hdl(_: TokenStream, item: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    if let Some(TokenTree::Group(body)) = tokens.pop() {
        tokens.push(within(body));
    }
    tokens.into_iter().collect()
}

/// Binds the variables of all blocks in a group.
fn within(group: Group) -> TokenTree {
    let mut bound = Group::new(group.delimiter(), statements(group.stream()));
    bound.set_span(group.span());
    bound.into()
}

fn statements(stream: TokenStream) -> TokenStream {
    let (mut tokens, mut out) = (stream.into_iter().peekable(), Vec::new());
    let mut begins = true;
    while let Some(token) = tokens.next() {
        let is_let = begins && is_word(&token, "let");
        begins = ends_statement(&token);
        out.push(nested(token));
        if is_let {
            let_statement(&mut tokens, &mut out);
            begins = true;
        }
    }
    out.into_iter().collect()
}

/// Passes a statement on from its pattern to its semicolon, and binds its variables.
fn let_statement(tokens: &mut Peekable<impl Iterator<Item = TokenTree>>, out: &mut Vec<TokenTree>) {
    let (mut pattern, mut is_pattern, mut is_named) = (Vec::new(), true, true);
    while let Some(token) = tokens.next() {
        if is_pattern && (is_sign(&token, '=') || is_sign(&token, ':')) {
            // A value that no signal is: a closure, a reference, a literal.
            let first = tokens.peek().map(ToString::to_string).unwrap_or_default();
            is_named = !is_sign(&token, '=') || !(first.starts_with(['&', '|', '"']) || first == "move");
            is_pattern = false;
        } else if is_pattern {
            pattern.push(token.clone());
        }
        let is_last = is_sign(&token, ';');
        out.push(nested(token));
        if is_last {
            break;
        }
    }
    let mut names = Vec::new();
    variables(pattern.into_iter().collect(), &mut names);
    for name in names.into_iter().filter(|_| is_named) {
        let text = name.to_string();
        let binding: TokenStream = format!("let {text} = bind!({text}, \"{text}\");").parse().expect("a statement");
        out.extend(binding.into_iter().map(|token| at(token, &name)));
    }
}

/// Lists the variables of a pattern.
fn variables(pattern: TokenStream, names: &mut Vec<Ident>) {
    let mut tokens = pattern.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word.to_string() == "mut" || word.to_string() == "ref" => drop(tokens.next()),
            // `field: pattern` and `path::Name` begin with a word that is no variable.
            TokenTree::Ident(_) if tokens.peek().is_some_and(|next| is_sign(next, ':')) => {}
            TokenTree::Ident(word) if word.to_string().starts_with(char::is_lowercase) => names.push(word),
            TokenTree::Group(group) => variables(group.stream(), names),
            _ => {}
        }
    }
}

fn nested(token: TokenTree) -> TokenTree {
    match token {
        TokenTree::Group(group) => within(group),
        token => token,
    }
}

/// Gives the tokens of a binding the place of a variable, for messages of the compiler.
fn at(token: TokenTree, name: &Ident) -> TokenTree {
    match token {
        TokenTree::Group(group) => {
            let mut moved =
                Group::new(group.delimiter(), group.stream().into_iter().map(|token| at(token, name)).collect());
            moved.set_span(name.span());
            moved.into()
        }
        mut token => {
            token.set_span(name.span());
            token
        }
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident.to_string() == word)
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn ends_statement(token: &TokenTree) -> bool {
    is_sign(token, ';') || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}
