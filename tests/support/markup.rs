//! A strict reader of HTML: every tag closed, every attribute in double quotes, no bare sign.

/// An element as it was met: its name and attributes, and what stands in it.
#[derive(Debug, Default)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Element>,
    /// The text directly in it.
    pub text: String,
}

impl Element {
    /// Reads a fragment, as the children of an element without a name.
    #[track_caller]
    pub fn read(html: &str) -> Self {
        let mut open = vec![Self::default()];
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            let (text, tag) = rest.split_at(at);
            open.last_mut().unwrap().text += &plain(text);
            let end = tag.find('>').unwrap();
            let inner = &tag[1..end];
            rest = &tag[end + 1..];
            if let Some(name) = inner.strip_prefix('/') {
                let done = open.pop().unwrap();
                assert_eq!(done.name, name, "an element is closed by another");
                open.last_mut().unwrap().children.push(done);
                continue;
            }
            let is_empty = inner.ends_with('/');
            let element = tag_of(inner.trim_end_matches('/'));
            if is_empty {
                open.last_mut().unwrap().children.push(element);
            } else if element.name == "script" {
                // Nothing in a script is markup.
                let end = rest.find("</script").unwrap();
                let text = rest[..end].to_owned();
                rest = &rest[end..];
                open.push(Self { text, ..element });
            } else {
                open.push(element);
            }
        }
        let mut whole = open.pop().unwrap();
        assert!(open.is_empty(), "`{}` is not closed", whole.name);
        whole.text += &plain(rest);
        whole
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// All elements of a name in it, in their order.
    pub fn all(&self, name: &str) -> Vec<&Self> {
        (self.children.iter())
            .flat_map(|child| {
                let own = (child.name == name).then_some(child);
                own.into_iter().chain(child.all(name))
            })
            .collect()
    }

    /// The only element of a name in it.
    #[track_caller]
    pub fn only(&self, name: &str) -> &Self {
        let all = self.all(name);
        assert_eq!(all.len(), 1, "{} elements `{name}`", all.len());
        all[0]
    }

    /// The rows of a table, cell by cell.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let row = |row: &&Self| row.children.iter().map(|cell| cell.text.clone()).collect();
        self.all("tr").iter().map(row).collect()
    }
}

fn tag_of(inner: &str) -> Element {
    let (name, mut rest) = inner.split_once(' ').unwrap_or((inner, ""));
    assert!((name.bytes()).all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "`{name}` is no name");
    let mut attributes = Vec::new();
    while !rest.trim().is_empty() {
        let (key, value) = rest.trim_start().split_once("=\"").unwrap();
        let (value, after) = value.split_once('"').unwrap();
        attributes.push((key.to_owned(), plain(value)));
        rest = after;
    }
    Element { name: name.to_owned(), attributes, ..Element::default() }
}

/// Text without its references, of which only the written ones are known.
fn plain(text: &str) -> String {
    assert!(!text.contains(['<', '>', '"']), "a bare sign in `{text}`");
    let mut result = text.to_owned();
    for (reference, sign) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
        result = result.replace(reference, sign);
    }
    result
}
