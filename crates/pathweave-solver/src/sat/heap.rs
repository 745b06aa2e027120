//! A binary heap of variables, highest activity first.

#[derive(Default)]
pub(super) struct VarHeap {
    heap: Vec<u32>,
    /// Each variable's position plus one; 0 if it is not in the heap.
    place: Vec<u32>,
    activity: Vec<f64>,
    step: f64,
}

impl VarHeap {
    pub(super) fn new() -> VarHeap {
        VarHeap { step: 1.0, ..VarHeap::default() }
    }

    pub(super) fn add_var(&mut self) {
        self.place.push(0);
        self.activity.push(0.0);
    }

    pub(super) fn clear(&mut self) {
        for &var in &self.heap {
            self.place[var as usize] = 0;
        }
        self.heap.clear();
    }

    pub(super) fn insert(&mut self, var: u32) {
        if self.place[var as usize] == 0 {
            self.heap.push(var);
            self.place[var as usize] = self.heap.len() as u32;
            self.sift_up(self.heap.len() - 1);
        }
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.place[top as usize] = 0;
        if last != top {
            self.heap[0] = last;
            self.place[last as usize] = 1;
            self.sift_down(0);
        }
        Some(top)
    }

    pub(super) fn bump(&mut self, var: u32) {
        let activity = &mut self.activity[var as usize];
        *activity += self.step;
        if *activity > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.step *= 1e-100;
        }
        if let Some(at) = self.place[var as usize].checked_sub(1) {
            self.sift_up(at as usize);
        }
    }

    pub(super) fn decay(&mut self) {
        self.step /= 0.95;
    }

    fn before(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn put(&mut self, at: usize, var: u32) {
        self.heap[at] = var;
        self.place[var as usize] = at as u32 + 1;
    }

    fn sift_up(&mut self, mut at: usize) {
        let var = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(var, self.heap[parent]) {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, var);
    }

    fn sift_down(&mut self, mut at: usize) {
        let var = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], var) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, var);
    }
}
