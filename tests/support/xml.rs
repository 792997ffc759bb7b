//! A check of documents in XML.

/// Panics where tags do not match, a value has no quotes, or a character is not escaped.
pub fn check_xml(document: &str) {
    let mut open = Vec::new();
    for tag in document.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("the end of a tag");
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).expect("a name");
        match (tag.strip_prefix('/'), tag.ends_with('/')) {
            (Some(closed), _) => assert_eq!(open.pop(), Some(closed), "{document}"),
            (None, true) => {}
            (None, false) => open.push(name),
        }
        assert!(tag.matches('"').count() == 2 * tag.matches('=').count(), "{tag}");
        let entities = text.matches('&').count();
        let known = ["&amp;", "&lt;", "&gt;"].iter().map(|entity| text.matches(entity).count()).sum::<usize>();
        assert!(entities == known && !text.contains('>'), "{text}");
    }
    assert!(open.is_empty() && document.starts_with("<svg xmlns="), "{open:?}");
}
