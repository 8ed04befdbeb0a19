//! The words of the generated pages.

pub(super) const NOUNS: &[&str] = &[
    "anchor", "archive", "baker", "barge", "beacon", "bell", "boat", "bridge", "buoy", "canal",
    "captain", "cargo", "chart", "clock", "coast", "compass", "crane", "crew", "current", "custom",
    "dock", "engine", "ferry", "fisherman", "fleet", "fog", "gate", "harbour", "herring", "hull",
    "island", "keeper", "kettle", "ladder", "lamp", "lantern", "ledger", "letter", "lighthouse",
    "lock", "map", "market", "mast", "mill", "museum", "net", "oar", "office", "orchard", "parcel",
    "passage", "pier", "pilot", "port", "quay", "radio", "raft", "reef", "rope", "rudder", "sail",
    "salt", "school", "ship", "shore", "signal", "station", "storm", "street", "survey", "tide",
    "timetable", "tower", "town", "trawler", "tunnel", "vessel", "village", "voyage", "wall",
    "warehouse", "watch", "wave", "weather", "well", "wharf", "wind", "winter", "workshop", "yard",
];

pub(super) const ADJECTIVES: &[&str] = &[
    "ancient", "bitter", "bright", "broad", "calm", "careful", "cold", "crooked", "dark",
    "distant", "dry", "early", "eastern", "empty", "famous", "flat", "foreign", "former", "frozen",
    "gentle", "green", "grey", "heavy", "hidden", "hollow", "iron", "large", "late", "light",
    "local", "long", "lost", "low", "narrow", "new", "northern", "old", "open", "patient", "plain",
    "public", "quiet", "rusty", "salty", "second", "sharp", "silent", "slow", "small", "solid",
    "southern", "steep", "strange", "sudden", "tall", "thin", "warm", "weary", "western", "white",
    "wide", "wooden",
];

pub(super) const VERBS: &[&str] = &[
    "answers", "avoids", "borrows", "brings", "builds", "carries", "counts", "crosses",
    "describes", "draws", "expects", "feeds", "finds", "follows", "forgets", "gives", "guards",
    "hears", "holds", "keeps", "leaves", "lifts", "lights", "measures", "meets", "mends", "moves",
    "needs", "owns", "paints", "passes", "promises", "reaches", "remembers", "repairs", "returns",
    "sees", "sells", "sends", "shows", "steers", "stores", "takes", "teaches", "turns", "uses",
    "visits", "warns",
];

pub(super) const LINKS: &[&str] = &[
    "above", "after", "along", "around", "before", "behind", "beside", "beyond", "from", "inside",
    "near", "outside", "over", "past", "through", "towards", "under", "with", "without",
];

pub(super) const JOINTS: &[&str] = &[
    ", and ", ", but ", ", so ", "; ", ", where ", " because ", ", while ", " until ", ", though ",
    " and then ", ": ",
];

pub(super) const PLACES: &[&str] = &[
    "Vesterholm", "Kelderby", "Port Arrow", "Sundmark", "Old Quarry", "Harrowness", "Tamm",
    "Lower Brine", "Eskermouth", "Saint Orla", "Widdershore", "Nine Elms", "Caldwater", "Grimsand",
    "Farrow Point", "Oxtail Bay",
];

pub(super) const TAGS: &[&str] = &[
    "span", "code", "a", "em", "b", "i", "var", "kbd", "small", "sub", "sup", "mark", "abbr",
];
