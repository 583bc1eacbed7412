//! The open nodes of one lane of a batch, as indices into the batch's nodes. The lane pops its newest node, and other lanes steal
//! its oldest.

/// The indices of one lane's open nodes.
#[derive(Default)]
pub(super) struct Stack {
    places: Vec<u32>,
    first: usize,
}

impl Stack {
    pub(super) fn len(&self) -> usize {
        self.open().len()
    }

    pub(super) fn open(&self) -> &[u32] {
        &self.places[self.first..]
    }

    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.first = 0;
    }

    /// Pushes a node.
    #[inline(always)]
    pub(super) fn push(&mut self, place: u32) {
        self.places.push(place);
    }

    /// Pops the newest node; `None` if there is none.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<u32> {
        let place = if self.len() > 0 { self.places.pop() } else { None };
        if self.len() == 0 {
            self.clear();
        }
        place
    }

    /// Removes and returns the oldest node, which must exist.
    pub(super) fn steal(&mut self) -> u32 {
        let place = self.places[self.first];
        self.first += 1;
        if self.len() == 0 {
            self.clear();
        }
        place
    }
}
