//! The `HoDoKu` and Sudopedia names of techniques that have another name in Cluewright.
//!
//! Sources: the step table of `HoDoKu` 2.3.2 (names as shown to its users); the Sudopedia names are quoted from memory.

use super::TechniqueInfo;

/// For each technique id, the `HoDoKu` name and the Sudopedia name; a name is empty if it is the same as Cluewright's or does not
/// exist.
const NAMES: &[(&str, &str, &str)] = &[
    ("pointing", "Locked Candidates Type 1 (Pointing)", "Locked Candidates"),
    ("claiming", "Locked Candidates Type 2 (Claiming)", "Locked Candidates"),
    ("naked_quad", "Naked Quadruple", ""),
    ("hidden_quad", "Hidden Quadruple", ""),
    ("simple_colors_trap", "", "Simple Colors"),
    ("simple_colors_wrap", "", "Simple Colors"),
    ("multi_colors_1", "", "Multi-Colors"),
    ("multi_colors_2", "", "Multi-Colors"),
    ("remote_pair", "", "Remote Pairs"),
    ("unique_rectangle_1", "Uniqueness Test 1", "Uniqueness Test 1"),
    ("unique_rectangle_2", "Uniqueness Test 2", "Uniqueness Test 2"),
    ("unique_rectangle_3", "Uniqueness Test 3", "Uniqueness Test 3"),
    ("unique_rectangle_4", "Uniqueness Test 4", "Uniqueness Test 4"),
    ("unique_rectangle_5", "Uniqueness Test 5", "Uniqueness Test 5"),
    ("unique_rectangle_6", "Uniqueness Test 6", "Uniqueness Test 6"),
    ("bug_plus_1", "", "Bivalue Universal Grave"),
    ("aic", "AIC", ""),
    ("grouped_aic", "Grouped AIC", ""),
    ("als_aic", "Grouped AIC", ""),
    ("als_continuous_nice_loop", "Grouped Continuous Nice Loop", ""),
    ("als_discontinuous_nice_loop", "Grouped Discontinuous Nice Loop", ""),
    ("als_xz", "Almost Locked Set XZ-Rule", ""),
    ("als_xz_doubly_linked", "Almost Locked Set XZ-Rule", ""),
    ("als_xy_wing", "Almost Locked Set XY-Wing", ""),
    ("als_chain", "Almost Locked Set Chain", ""),
    ("kraken_x_wing", "Kraken Fish Type 1", "Kraken Fish"),
    ("kraken_swordfish", "Kraken Fish Type 1", "Kraken Fish"),
    ("kraken_jellyfish", "Kraken Fish Type 1", "Kraken Fish"),
    ("template_set", "", "Pattern Overlay Method"),
    ("template_delete", "", "Pattern Overlay Method"),
    ("cell_forcing_chain", "Forcing Chain Verity", ""),
    ("region_forcing_chain", "Forcing Chain Verity", ""),
    ("trial", "Forcing Net Contradiction", ""),
    ("cases", "Forcing Net Verity", ""),
];

impl TechniqueInfo {
    /// The sources that use another name for the technique, each with that name.
    ///
    /// ```
    /// let info = cluewright_logic::TECHNIQUES.iter().find(|t| t.info().id == "pointing").unwrap().info();
    /// assert!(info.elsewhere().any(|of| of == ("HoDoKu", "Locked Candidates Type 1 (Pointing)")));
    /// ```
    pub fn elsewhere(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let names = NAMES.iter().find(|(id, ..)| *id == self.id);
        let both = names.into_iter().flat_map(|&(_, hodoku, sudopedia)| [("HoDoKu", hodoku), ("Sudopedia", sudopedia)]);
        both.filter(|(_, name)| !name.is_empty())
    }

    /// The names in words: `Locked Candidates Type 1 (Pointing) in HoDoKu, and as Locked Candidates on Sudopedia`, to follow
    /// "known as".
    pub fn elsewhere_text(&self) -> Option<String> {
        let parts: Vec<String> = self
            .elsewhere()
            .map(|(place, name)| {
                let at = if place == "HoDoKu" { "in" } else { "on" };
                format!("{name} {at} {place}")
            })
            .collect();
        (!parts.is_empty()).then(|| parts.join(", and as "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RARE, TECHNIQUES};

    #[test]
    fn names_elsewhere_are_of_techniques_and_differ() {
        let infos: Vec<_> = TECHNIQUES.iter().chain(RARE).flat_map(|t| t.infos()).collect();
        for (id, hodoku, sudopedia) in NAMES {
            let info = infos.iter().find(|i| i.id == *id).unwrap_or_else(|| panic!("no technique is called {id}"));
            assert!(*hodoku != info.name && *sudopedia != info.name, "{id}: the name is the one here");
            assert!(
                info.elsewhere_text()
                    .is_some_and(|text| text.ends_with(" in HoDoKu") || text.ends_with(" on Sudopedia")),
                "{id}"
            );
            assert_eq!(NAMES.iter().filter(|n| n.0 == *id).count(), 1, "{id} is there twice");
        }
        assert_eq!(infos.iter().find(|i| i.id == "x_wing").and_then(|i| i.elsewhere_text()), None);
    }
}
