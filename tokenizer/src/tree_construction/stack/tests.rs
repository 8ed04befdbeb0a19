//! The stack against a list.

use super::*;
use alloc::vec::Vec;

const KINDS: u32 = 6;

fn about(kind: Kind) -> AboutKind {
    AboutKind::new([0, 0b01, 0b10, 0b11, 0, 0b10][kind as usize], kind < 4)
}

/// The stack as a list.
#[derive(Default)]
struct Model(Vec<(Element, Kind)>);

impl Model {
    fn at(&self, element: Element) -> usize {
        let found = self.0.iter().position(|it| it.0 == element);
        found.expect("the element is open")
    }

    /// The last until a place that is one of some.
    fn last(&self, until: usize, is: impl Fn(Kind) -> bool) -> Element {
        let mut up = self.0[..until].iter().rev();
        up.find(|it| is(it.1)).map_or(Element::NULL, |it| it.0)
    }

    fn compare(&self, stack: &Stack, places: &[usize]) {
        let elements: Vec<Element> = self.0.iter().map(|it| it.0).collect();
        let open: Vec<Element> = stack.elements().map(|it| it.1).collect();
        assert_eq!(open, elements);
        assert_eq!(stack.len(), elements.len());
        assert_eq!(stack.last(), *elements.last().unwrap_or(&Element::NULL));
        let all = elements.len();
        for kind in 0..KINDS {
            let last = self.last(all, |it| it == kind);
            assert_eq!(stack.get(stack.last_of(kind)), last);
        }
        for (at, element) in elements.iter().enumerate() {
            let place = places[element.index()];
            assert_eq!(stack.get(place + 1), *element);
            assert_eq!(stack.nth(at), *element);
            assert_eq!(stack.get(stack.above(place)), self.last(at, |_| true));
            let below: Vec<Element> = stack.all_below(place).collect();
            assert_eq!(below, elements[at + 1..]);
            for kind in 0..KINDS {
                let nearest = self.last(at + 1, |it| it == kind);
                assert_eq!(stack.get(stack.nearest_of(kind, place)), nearest);
            }
            for scope in 0..2 {
                let end = self.last(at + 1, |it| about(it).ends >> scope & 1 != 0);
                assert_eq!(stack.get(stack.end_from(place, scope)), end);
            }
            let html = self.0[..at].iter().rposition(|it| about(it.1).is_html);
            let first = elements[html.map_or(0, |html| html + 1)];
            assert_eq!(stack.get(stack.first_foreign(place)), first);
        }
    }
}

#[test]
fn changes_anywhere_do_what_they_do_to_a_list() {
    let mut random = fastrand::Rng::with_seed(41);
    for _ in 0..300 {
        let mut stack = Stack::default();
        let mut model = Model::default();
        let mut places = Vec::new();
        let grows = random.u8(2..6);
        for number in 0..random.u32(1..60) {
            let element = Element(number);
            let kind = random.u32(0..KINDS);
            places.push(usize::MAX);
            let count = model.0.len();
            let middle = (count > 1).then(|| model.0[random.usize(..count - 1)].0);
            match (random.u8(0..8), middle) {
                (0, _) => assert_eq!(stack.pop(), model.0.pop().map(|it| it.0)),
                (1 | 2, Some(old)) => {
                    stack.remove(places[old.index()]);
                    model.0.remove(model.at(old));
                }
                (3, Some(old)) => {
                    let place = places[old.index()];
                    stack.replace(place, element, kind, || about(kind));
                    places[element.index()] = place;
                    let at = model.at(old);
                    model.0[at] = (element, kind);
                }
                (4 | 5, Some(above)) if random.u8(0..6) < grows => {
                    let mut moved = Vec::new();
                    let note = |element, place| moved.push((element, place));
                    let place = stack.make_room(places[above.index()], note);
                    stack.put(place, element, kind, || about(kind));
                    moved.push((element, place));
                    for (element, place) in moved {
                        places[element.index()] = place;
                    }
                    model.0.insert(model.at(above) + 1, (element, kind));
                }
                _ => {
                    places[element.index()] = stack.height();
                    stack.push(element, kind, || about(kind));
                    model.0.push((element, kind));
                }
            }
            model.compare(&stack, &places);
        }
    }
}
