//! Made-up lists of URLs, of any length and the same on every machine.
//!
//! Line n of a shape depends on the shape and on n alone. So nothing is kept in memory, and a short
//! list is the beginning of a longer one, which is what growth is measured on. All hosts end in
//! `.test` or `.example` and belong to nobody.

use std::io::Write as _;

/// What the lines of a list are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "the benches use fewer shapes than the generator")]
pub(crate) enum Shape {
    /// What archives and crawlers give of many sites: repeats, numbers, dates, titles, hashed
    /// files, tracking, lines that are no URLs.
    Mixed,
    /// Every line on a host of its own.
    Hosts,
    /// One host, paths of words that nobody knows.
    Paths,
    /// One page, up to nine parameters of names that differ.
    Params,
    /// One page, six parameters of which only the values differ.
    Values,
    /// One host, paths of six segments of which some are the same in all lines.
    Near,
    /// One page, about half of 600 parameters: no line is similar to another, and every feature is
    /// frequent.
    HalfParams,
    /// One host, up to eight segments and six parameters, all of twelve words that nobody knows.
    WordGrid,
    /// One host, three to twelve segments of twenty words that everybody knows.
    KnownPaths,
    /// Every line on a host of its own, with seven words that nobody knows.
    Unfamiliar7,
    /// The same with sixteen.
    Unfamiliar16,
    /// One page, 54 parameters of sixteen names and eight values each: what `examples/worst.rs`
    /// found to take most time with `--literal`.
    FewNames,
    /// 128 hosts, up to nine segments of two words that nobody knows, and a parameter: what it
    /// found to take most memory at low thresholds.
    TwoWords,
    /// 32 hosts, 39 segments of 128 words that nobody knows: what it found to take most time at
    /// `-t 90`.
    DeepPaths,
    /// Many sites whose pages have names: a third of the lines came before, and in the others most
    /// names are new.
    Names,
}

impl Shape {
    pub(crate) const ALL: [Self; 7] = [
        Self::Mixed,
        Self::Names,
        Self::Hosts,
        Self::Paths,
        Self::Params,
        Self::Values,
        Self::Near,
    ];

    /// Lists that nobody has but those who want to make a run expensive.
    #[allow(dead_code, reason = "only the generator prints them")]
    pub(crate) const HOSTILE: [Self; 8] = [
        Self::HalfParams,
        Self::WordGrid,
        Self::KnownPaths,
        Self::Unfamiliar7,
        Self::Unfamiliar16,
        Self::FewNames,
        Self::TwoWords,
        Self::DeepPaths,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Names => "names",
            Self::Hosts => "hosts",
            Self::Paths => "paths",
            Self::Params => "params",
            Self::Values => "values",
            Self::Near => "near",
            Self::HalfParams => "half-params",
            Self::WordGrid => "word-grid",
            Self::KnownPaths => "known-paths",
            Self::Unfamiliar7 => "unfamiliar-7",
            Self::Unfamiliar16 => "unfamiliar-16",
            Self::FewNames => "few-names",
            Self::TwoWords => "two-words",
            Self::DeepPaths => "deep-paths",
        }
    }

    /// Appends one line, with its line end.
    pub(crate) fn line(self, number: u64, line: &mut Vec<u8>) {
        let mut random = Random::new(number, self as u64);
        let mut page = Page {
            line,
            random: &mut random,
        };
        match self {
            Self::Mixed => page.mixed(number),
            Self::Names => page.named(number),
            Self::Hosts => page.host_of_its_own(number),
            Self::Paths => page.strange_path(),
            Self::Params => page.strange_params(),
            Self::Values => page.values(),
            Self::Near => page.near(),
            Self::HalfParams => page.half_params(),
            Self::WordGrid => page.word_grid(),
            Self::KnownPaths => page.known_path(),
            Self::Unfamiliar7 => page.unfamiliar(number, 7),
            Self::Unfamiliar16 => page.unfamiliar(number, 16),
            Self::FewNames => page.few_names(),
            Self::TwoWords => page.two_words(),
            Self::DeepPaths => page.deep_path(),
        }
        line.push(b'\n');
    }
}

/// Tells the seeds of sites from those of lines.
const SITES: u64 = 1 << 32;
/// Sites that most lines belong to.
const POPULAR: u64 = 120;

const SYLLABLES: [&str; 40] = [
    "ba", "bel", "bri", "cor", "da", "den", "dor", "el", "fa", "fin", "gal", "gro", "hal", "hu",
    "il", "jor", "ka", "kel", "li", "lum", "ma", "mir", "na", "nor", "ol", "pa", "per", "qui",
    "ra", "ros", "sa", "sel", "tan", "to", "ul", "va", "ven", "wi", "yo", "zel",
];
const TOPICS: [&str; 48] = [
    "autumn", "bicycle", "bread", "camera", "city", "coffee", "climate", "dance", "desk", "engine",
    "family", "film", "football", "garden", "green", "guitar", "harbour", "health", "history",
    "island", "jacket", "kitchen", "lamp", "leather", "light", "market", "mountain", "music",
    "night", "office", "paper", "phone", "picture", "river", "road", "school", "shoe", "silver",
    "snow", "spring", "station", "summer", "table", "theatre", "train", "water", "winter", "wood",
];
const FILLERS: [&str; 20] = [
    "a", "about", "after", "and", "before", "best", "first", "for", "from", "how", "in", "more",
    "new", "of", "on", "the", "to", "what", "why", "with",
];
const ACTIONS: [&str; 12] = [
    "add", "archive", "delete", "edit", "export", "history", "print", "remove", "settings",
    "share", "stats", "view",
];
const NOUNS: [&str; 14] = [
    "accounts", "articles", "carts", "comments", "devices", "events", "groups", "invoices",
    "messages", "orders", "products", "projects", "tickets", "users",
];

const GRID: [&str; 12] = [
    "zork", "quux", "frob", "blit", "gorp", "snaz", "vrum", "plok", "tweb", "dran", "kesh", "wozz",
];
const FAMILIAR: [&str; 20] = [
    "users", "login", "admin", "search", "product", "cart", "edit", "delete", "view", "news",
    "blog", "help", "about", "account", "settings", "orders", "api", "list", "detail", "upload",
];

/// One line being written.
struct Page<'a> {
    line: &'a mut Vec<u8>,
    random: &'a mut Random,
}

impl Page<'_> {
    /// Makes a third of the lines of a shape lines that came before, however far back. Returns the
    /// number of the first line that was the same.
    fn come_back(&mut self, mut number: u64, shape: Shape) -> u64 {
        while number > 0 && self.random.percent(32) {
            number = self.random.below(number);
            *self.random = Random::new(number, shape as u64);
        }
        number
    }

    fn mixed(&mut self, number: u64) {
        let number = self.come_back(number, Shape::Mixed);
        if self.random.below(500) == 0 {
            self.one_of(&[
                "mailto:info@",
                "javascript:void(0)//",
                "see also: ",
                "data:,",
            ]);
            return self.name(3);
        }
        // The others are small sites, and the longer the list, the more of them there are.
        let site = if self.random.percent(80) {
            self.random.skewed(POPULAR)
        } else {
            POPULAR + self.random.below(40 + number / 20)
        };
        let old = self.random.percent(25);
        if !self.random.percent(1) {
            self.text(if old { "http://" } else { "https://" });
        }
        let kind = self.site(site);
        if old && self.random.percent(10) {
            self.text(":80");
        }
        match kind {
            _ if self.random.percent(12) => self.asset(),
            0 => self.api(),
            1 | 2 => self.news(),
            3 => self.forum(),
            4 => self.manual(site),
            5 => self.scripts(),
            _ => self.shop(site),
        }
        if self.random.percent(8) {
            self.tracking();
        }
        if self.random.percent(3) {
            self.text("#");
            self.topic();
        }
    }

    fn named(&mut self, number: u64) {
        let number = self.come_back(number, Shape::Names);
        let site = self.random.below(60 + number / 30);
        self.text("https://");
        self.site(site);
        match self.random.below(8) {
            0 | 1 => {
                self.text("/blog/");
                self.title(3);
            }
            2 => {
                self.text("/user/");
                self.name(3);
                self.one_of(&["", "/posts", "/badges"]);
            }
            3 => {
                self.text("/wiki/");
                self.name(2);
                self.text("_");
                self.topic();
            }
            4 => {
                self.text("/");
                self.own_topic(site, 12);
                self.text("/");
                self.name(3);
                self.text("/");
                self.name(2);
                self.one_of(&["", ".html", "/"]);
            }
            5 => {
                self.text("/media/");
                self.topic();
                self.text("-");
                self.name(2);
                self.one_of(&[".jpg", ".pdf", ".png"]);
            }
            6 => {
                self.text("/tag/");
                self.name(2);
                self.text("-");
                self.topic();
                let _ = write!(self.line, "?page={}", 1 + self.random.skewed(9));
            }
            _ => {
                let _ = write!(self.line, "/product/{}", self.random.below(90_000));
            }
        }
    }

    /// Writes the host of a site, and gives what kind of site it is.
    fn site(&mut self, site: u64) -> u64 {
        let mut own = Random::new(site, SITES);
        let kind = own.below(9);
        let (prefix, upper) = (self.random.percent(70), self.random.percent(1));
        let start = self.line.len();
        match kind {
            0 => self.text("api."),
            1 | 6 if prefix => self.text("www."),
            3 => self.text("forum."),
            4 => self.text("docs."),
            _ => {}
        }
        let mut host = Page {
            line: self.line,
            random: &mut own,
        };
        host.name(2);
        let _ = write!(
            host.line,
            "{site}.{}",
            ["test", "example"][host.random.index(2)]
        );
        if upper {
            self.line[start..].make_ascii_uppercase();
        }
        kind
    }

    fn shop(&mut self, site: u64) {
        match self.random.below(10) {
            0..=2 => {
                let id = self.random.skewed(400_000);
                let _ = write!(self.line, "/product/{id}");
                match self.random.below(6) {
                    0 => self.text("/reviews"),
                    1 => {
                        let _ = write!(self.line, "/reviews?page={}", 1 + self.random.skewed(30));
                    }
                    _ => {}
                }
            }
            3 | 4 => {
                self.text("/");
                self.own_topic(site, 8);
                self.text("/");
                self.title(3);
                let _ = write!(self.line, "-{}.html", 10_000 + self.random.below(90_000));
            }
            5 | 6 => {
                self.text("/category/");
                self.own_topic(site, 20);
                let (page, price) = (1 + self.random.skewed(60), 5 * self.random.below(40));
                let sort = ["price", "name", "newest", "rating"][self.random.index(4)];
                let _ = write!(self.line, "?page={page}&sort={sort}");
                if self.random.percent(40) {
                    let _ = write!(self.line, "&price={price}-{}", price + 50);
                }
            }
            7 => {
                self.text("/search?q=");
                self.topic();
                if self.random.percent(50) {
                    self.one_of(&["+", "%20"]);
                    self.topic();
                }
            }
            8 => {
                self.text("/cart?action=");
                self.one_of(&ACTIONS[..4]);
                let _ = write!(self.line, "&item={}", self.random.below(400_000));
            }
            _ => {
                self.text("/seller/");
                self.name(3);
                self.one_of(&["", "/", "/contact", "/items"]);
            }
        }
    }

    fn news(&mut self) {
        let (year, month) = (2004 + self.random.below(22), 1 + self.random.below(12));
        let day = 1 + self.random.below(28);
        match self.random.below(8) {
            0..=3 => {
                let _ = write!(self.line, "/{year}/{month:02}/{day:02}/");
                self.title(5);
                self.one_of(&["", "/", "/", "/amp/", "/feed/"]);
            }
            4 => {
                self.text("/tag/");
                self.topic();
                let _ = write!(self.line, "/page/{}/", 1 + self.random.skewed(400));
            }
            5 => {
                self.text("/author/");
                self.name(2);
                self.text("/");
            }
            6 => {
                let _ = write!(self.line, "/?p={}", self.random.below(90_000));
                if self.random.percent(20) {
                    let _ = write!(self.line, "&replytocom={}", self.random.below(900_000));
                }
            }
            _ => {
                let _ = write!(self.line, "/archive/{year}-{month:02}-{day:02}");
            }
        }
    }

    fn forum(&mut self) {
        let (id, page) = (self.random.skewed(2_000_000), 1 + self.random.skewed(80));
        match self.random.below(5) {
            0 | 1 => {
                let _ = write!(self.line, "/t/");
                self.title(4);
                let _ = write!(self.line, "/{id}/{page}");
            }
            2 => {
                let _ = write!(
                    self.line,
                    "/viewtopic.php?f={}&t={id}&start={}",
                    id % 40,
                    page * 20
                );
            }
            3 => {
                self.text("/user/");
                self.name(2);
                self.one_of(&["", "/posts", "/badges"]);
            }
            _ => {
                let _ = write!(self.line, "/index.php?sid=");
                self.hex(32);
                let _ = write!(self.line, "&p={id}");
            }
        }
    }

    fn manual(&mut self, site: u64) {
        let (major, minor) = (1 + self.random.below(4), self.random.below(12));
        let _ = write!(
            self.line,
            "/{}/v{major}.{minor}/",
            ["en", "de", "ja"][self.random.index(3)]
        );
        self.own_topic(site, 12);
        self.text("/");
        self.topic();
        if self.random.percent(30) {
            // Not in the form that it is compared in.
            self.one_of(&["/../", "/%7e", "/caf\u{e9}-"]);
            self.topic();
        }
        self.one_of(&["", ".html", ".html", "/index.html"]);
    }

    fn api(&mut self) {
        let _ = write!(
            self.line,
            "/v{}/{}",
            1 + self.random.below(3),
            NOUNS[self.random.index(NOUNS.len())]
        );
        match self.random.below(5) {
            0 => {
                let _ = write!(
                    self.line,
                    "?limit={}&offset={}",
                    25,
                    25 * self.random.below(200)
                );
            }
            1 => {
                self.text("/");
                self.uuid();
                self.text("/");
                self.one_of(&ACTIONS);
            }
            2 => {
                self.text("/");
                self.uuid();
            }
            3 => {
                let _ = write!(self.line, "/{}/", self.random.below(900_000));
                self.one_of(&NOUNS);
            }
            _ => {
                self.text("?cursor=");
                self.token(40);
            }
        }
    }

    /// A site of scripts with queries.
    fn scripts(&mut self) {
        let script = ["list", "show", "item", "go", "index", "download"][self.random.index(6)];
        let ending = ["php", "php", "asp", "cgi", "do"][self.random.index(5)];
        let _ = write!(self.line, "/{script}.{ending}?");
        let _ = write!(self.line, "id={}", self.random.below(300_000));
        match self.random.below(6) {
            0 => {
                self.text("&mode=");
                self.one_of(&ACTIONS);
            }
            1 => {
                self.text("&url=https%3A%2F%2F");
                self.name(3);
                self.text(".example%2F");
            }
            2 => {
                self.text("&session=");
                self.token(24);
            }
            3 => {
                let _ = write!(
                    self.line,
                    "&x={}&y={}",
                    self.random.below(900),
                    self.random.below(600)
                );
            }
            _ => {}
        }
    }

    /// A file under the site's static files.
    fn asset(&mut self) {
        match self.random.below(5) {
            0 | 1 => {
                self.text("/assets/js/");
                self.one_of(&["app", "vendor", "chunk", "main"]);
                self.text(".");
                self.hex(8);
                self.one_of(&[".js", ".css", ".js.map"]);
            }
            2 => {
                let (year, width) = (
                    2010 + self.random.below(15),
                    100 * (1 + self.random.below(12)),
                );
                let _ = write!(
                    self.line,
                    "/uploads/{year}/{:02}/",
                    1 + self.random.below(12)
                );
                self.title(2);
                let _ = write!(self.line, "-{width}x{}.jpg", width * 2 / 3);
            }
            3 => {
                self.text("/img/");
                self.hex(40);
                self.one_of(&[".png", ".webp", ".svg"]);
            }
            _ => {
                self.text("/static/");
                self.topic();
                let _ = write!(self.line, ".css?v={}", self.random.below(5_000));
            }
        }
    }

    /// Parameters that say where a visitor came from.
    fn tracking(&mut self) {
        let mark = if self
            .line
            .rsplit(|&byte| byte == b'/')
            .next()
            .is_some_and(|end| end.contains(&b'?'))
        {
            "&"
        } else {
            "?"
        };
        self.text(mark);
        if self.random.percent(70) {
            let source = ["news", "mail", "ad", "social"][self.random.index(4)];
            let _ = write!(
                self.line,
                "utm_source={source}&utm_campaign=c{}",
                self.random.below(300)
            );
        } else {
            self.text("fbclid=");
            self.token(30);
        }
    }

    fn host_of_its_own(&mut self, number: u64) {
        self.text("https://");
        self.name(3);
        let _ = write!(self.line, "{number}.test/");
        self.topic();
    }

    fn strange_path(&mut self) {
        self.text("https://single.test");
        for _ in 0..2 + self.random.below(6) {
            self.text("/");
            self.name(4);
        }
    }

    fn strange_params(&mut self) {
        self.text("https://single.test/page.php");
        for i in 0..=self.random.below(9) {
            self.text(if i == 0 { "?" } else { "&" });
            self.name(3);
            let _ = write!(self.line, "={}", self.random.below(1000));
        }
    }

    fn values(&mut self) {
        self.text("https://single.test/page.php");
        for (i, name) in ["colour", "size", "brand", "shape", "style", "city"]
            .iter()
            .enumerate()
        {
            self.text(if i == 0 { "?" } else { "&" });
            self.text(name);
            self.text("=");
            self.name(3);
        }
    }

    fn near(&mut self) {
        self.text("https://single.test");
        // Half of the segments are those of a line that nobody wrote.
        for same in ["north", "east", "south", "west", "up", "down"] {
            self.text("/");
            if self.random.percent(50) {
                self.text(same);
            } else {
                self.name(3);
            }
        }
    }

    fn half_params(&mut self) {
        self.text("https://single.test/?p");
        for i in 0..600 {
            if self.random.percent(50) {
                self.line.extend_from_slice(format!("&p{i}=1").as_bytes());
            }
        }
    }

    fn word_grid(&mut self) {
        self.text("https://single.test");
        for _ in 0..self.random.below(9) {
            self.text("/");
            self.one_of(&GRID);
        }
        for i in 0..self.random.below(7) {
            self.text(if i == 0 { "?" } else { "&" });
            self.one_of(&GRID);
            self.text("=");
            self.one_of(&GRID);
        }
    }

    fn known_path(&mut self) {
        self.text("https://single.test");
        for _ in 0..3 + self.random.below(10) {
            self.text("/");
            self.one_of(&FAMILIAR);
        }
    }

    fn unfamiliar(&mut self, number: u64, words: usize) {
        self.line
            .extend_from_slice(format!("https://host{number}.test").as_bytes());
        for _ in 0..words {
            self.text("/");
            self.name(3);
        }
    }

    fn few_names(&mut self) {
        self.text("https://single.test/");
        for i in 0..54 {
            let (name, value) = (self.random.below(16), self.random.below(8));
            let mark = if i == 0 { '?' } else { '&' };
            let _ = write!(self.line, "{mark}{}={value}", char::from(b'a' + name as u8));
        }
    }

    fn two_words(&mut self) {
        let _ = write!(self.line, "https://host{}.test", self.random.below(128));
        for _ in 0..self.random.below(10) {
            self.text("/");
            self.one_of(&GRID[..2]);
        }
        let name = self.random.index(128);
        let _ = write!(
            self.line,
            "?{}{}={}",
            SYLLABLES[name % 40],
            SYLLABLES[name / 40],
            GRID[0]
        );
    }

    fn deep_path(&mut self) {
        let _ = write!(self.line, "https://host{}.test", self.random.below(32));
        for _ in 0..39 {
            let word = self.random.index(128);
            let _ = write!(
                self.line,
                "/{}{}",
                SYLLABLES[word % 40],
                SYLLABLES[20 + word / 40]
            );
        }
    }

    fn text(&mut self, text: &str) {
        self.line.extend_from_slice(text.as_bytes());
    }

    fn one_of(&mut self, texts: &[&str]) {
        let chosen = texts[self.random.index(texts.len())];
        self.text(chosen);
    }

    /// A word that no list knows, of so many syllables.
    fn name(&mut self, syllables: usize) {
        for _ in 0..syllables {
            self.one_of(&SYLLABLES);
        }
    }

    fn topic(&mut self) {
        self.one_of(&TOPICS);
    }

    /// One of `count` words that a site uses again and again.
    fn own_topic(&mut self, site: u64, count: u64) {
        let at = Random::new(site, SITES + 1)
            .next()
            .wrapping_add(self.random.skewed(count));
        self.text(TOPICS[(at % TOPICS.len() as u64) as usize]);
    }

    /// Words joined as the titles of articles are, at least `words`.
    fn title(&mut self, words: usize) {
        for i in 0..words + self.random.index(4) {
            if i > 0 {
                self.text("-");
            }
            if i % 2 == 1 {
                self.one_of(&FILLERS);
            } else {
                self.topic();
            }
        }
    }

    fn hex(&mut self, digits: usize) {
        for _ in 0..digits {
            self.line.push(b"0123456789abcdef"[self.random.index(16)]);
        }
    }

    fn uuid(&mut self) {
        for (i, digits) in [8, 4, 4, 4, 12].into_iter().enumerate() {
            if i > 0 {
                self.text("-");
            }
            self.hex(digits);
        }
    }

    /// What a machine calls a thing.
    fn token(&mut self, length: usize) {
        for _ in 0..length {
            self.line.push(
                b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789_-"
                    [self.random.index(61)],
            );
        }
    }
}

/// Steele, Lea and Flood's `SplitMix64` (2014): enough for lists, and the same for ever.
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of one line of one stream.
    pub(crate) fn new(line: u64, stream: u64) -> Self {
        let mut random = Self(stream);
        random.0 = random.next() ^ line.wrapping_mul(0xD134_2543_DE82_EF95);
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// A number below `end`, small ones far more often.
    pub(crate) fn skewed(&mut self, end: u64) -> u64 {
        let (a, b) = (self.below(end), self.below(end));
        (u128::from(a) * u128::from(b) / u128::from(end)) as u64
    }

    pub(crate) fn index(&mut self, end: usize) -> usize {
        self.below(end as u64) as usize
    }

    pub(crate) fn percent(&mut self, share: u64) -> bool {
        self.below(100) < share
    }
}
