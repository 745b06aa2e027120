// A small crate: traits, closures, collections, panics, wide integers.
use std::collections::HashMap;
pub fn count(s: &str) -> HashMap<char, usize> {
    let mut map = HashMap::new();
    for c in s.chars() {
        *map.entry(c).or_insert(0) += 1;
    }
    map
}
pub enum Shape {
    Circle(f64),
    Rect { w: f64, h: f64 },
}
pub trait Area {
    fn area(&self) -> f64;
}
impl Area for Shape {
    fn area(&self) -> f64 {
        match self {
            Shape::Circle(r) => 3.0 * r * r,
            Shape::Rect { w, h } => w * h,
        }
    }
}
pub fn total(shapes: &[Box<dyn Area>]) -> f64 {
    shapes.iter().map(|s| s.area()).sum()
}
pub fn sort(v: &mut Vec<u128>) {
    v.sort();
}
pub fn text(x: i32) -> String {
    format!("{x:?} {}", x as u8)
}
pub fn checked(a: i32, b: i32) -> Option<i32> {
    a.checked_div(b)?.checked_mul(a)
}
