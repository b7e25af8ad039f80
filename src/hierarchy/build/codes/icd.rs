//! The common part of the disease classifications: categories in blocks, and blocks in chapters.

/// A chapter: its first and last category and its name, and its blocks.
pub(super) type Chapter = (&'static str, &'static [&'static str]);

/// The block of a category on level 1, and its chapter on level 2, counted from 0. A category without a block is
/// replaced by its chapter. `None` for a category without a chapter.
pub(super) fn group_of_category(chapters: &[Chapter], category: &str, level: usize) -> Option<String> {
    let is_own = |(chapter, _): &&Chapter| holds(chapter, category);
    let (chapter, blocks) = chapters.iter().find(is_own)?;
    if level == 2 {
        return Some((*chapter).to_owned());
    }
    Some(match blocks.iter().find(|block| holds(block, category)) {
        Some(block) => (*block).to_owned(),
        None => format!("{chapter}, no block"),
    })
}

/// Whether the category is in the range at the beginning of a block's or chapter's name: `A00-B99 infections`, `B99`.
fn holds(name: &str, category: &str) -> bool {
    let (first, last) = ends(name);
    first <= category && category <= last
}

fn ends(name: &str) -> (&str, &str) {
    let range = name.split_once(' ').map_or(name, |(range, _)| range);
    range.split_once('-').unwrap_or((range, range))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Checks that blocks are ascending and disjoint, and inside their chapters.
    pub(in crate::hierarchy) fn expect_order(chapters: &[Chapter]) {
        let mut before = "";
        for (chapter, blocks) in chapters {
            for block in *blocks {
                let (first, last) = ends(block);
                assert!(before < first && first <= last, "{block}");
                assert!(holds(chapter, first) && holds(chapter, last), "{block}");
                before = last;
            }
        }
    }

    /// Checks that each of these categories is in the ranges of its block and chapter. Returns those without a
    /// chapter, which `none` names.
    pub(in crate::hierarchy) fn expect_groups(
        group: fn(&str, usize) -> String,
        none: &str,
        categories: impl Iterator<Item = String>,
    ) -> Vec<String> {
        let mut others = Vec::new();
        for category in categories {
            let code = format!("{category}.1");
            let [own, block, chapter] = [0, 1, 2].map(|level| group(&code, level));
            assert_eq!(own, category);
            if chapter == none {
                assert_eq!(block, chapter);
                others.push(category);
                continue;
            }
            assert!(holds(&chapter, &category), "{code}: {chapter}");
            let is_named = block == format!("{chapter}, no block");
            assert!(is_named || holds(&block, &category), "{code}: {block}");
        }
        others
    }
}
