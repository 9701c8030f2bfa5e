//! The words above those that name a field: they make it better or worse, or say that it is not one
//! of the request.

use super::field_role::FieldRole;
use super::field_words::{FieldWord, FieldWordKind};

/// The words above the ending of a name.
#[derive(Clone, Copy)]
pub(super) struct NameSurroundings<'w> {
    /// The depth of the first word of the ending.
    pub depth: usize,
    /// The words, the last one first.
    pub above: &'w [FieldWord],
}

/// How good a name is.
pub(super) struct NameGrade {
    pub rank: i16,
    /// Whether the name leaves no doubt, so that less is asked of the value.
    pub is_sure: bool,
}

/// Words that say that a host is that of the request.
const OF_REQUEST: [&str; 5] = ["request", "http", "https", "proxy", "url"];

const HEADERS: [&str; 2] = ["headers", "header"];

/// Words of things other than answers that are measured.
const MEASURED: [&str; 8] = [
    "app", "args", "page", "params", "path", "query", "session", "url",
];

/// Steps of rank: between what belongs to the request or the response as its name says and what
/// does not, for another form of the URL, and for that of a server behind.
const SIDE_STEP: i16 = 6;
const DOUBTFUL_STEP: i16 = 40;
const BEHIND_STEP: i16 = 60;

/// Highest ranks of the URL of a target, which may be that of a server behind, and of a thing that
/// the record describes.
const TARGET_RANK: i16 = 45;
const DESCRIBED_RANK: i16 = 2;

/// Highest rank of the host of a target: only a name with a dot is one.
const TARGET_HOST_RANK: i16 = 18;

/// Rank from which the name of a host says that it is that of a request.
const SURE_HOST: i16 = 70;

impl NameSurroundings<'_> {
    /// Returns the number of words of a kind.
    fn count(self, kind: FieldWordKind) -> i16 {
        let words = self.above.iter().filter(|word| word.kind == kind);
        i16::try_from(words.count()).unwrap_or(i16::MAX / 100)
    }

    fn has(self, kind: FieldWordKind) -> bool {
        self.count(kind) > 0
    }

    /// Whether one of these words is in the name itself.
    fn has_beside(self, words: &[&str]) -> bool {
        let mut beside = self.above.iter().filter(|word| word.depth == self.depth);
        beside.any(|word| word.is_among(words))
    }

    /// Whether one of these words is in the names above it.
    fn has_above(self, words: &[&str]) -> bool {
        let mut above = self.above.iter().filter(|word| word.depth > self.depth);
        above.any(|word| word.is_among(words))
    }

    /// Whether the name has no other words, and the names above say nothing.
    pub(super) fn are_plain_names(self) -> bool {
        let is_alone = self
            .above
            .first()
            .is_none_or(|word| word.depth > self.depth);
        is_alone && self.are_plain()
    }

    /// Whether all words are those that say nothing, or of requests and responses.
    fn are_plain(self) -> bool {
        self.above.iter().all(is_plain)
    }

    /// Same, of the words of the name itself.
    fn are_plain_beside(self) -> bool {
        let mut words = self.above.iter();
        words.all(|word| word.depth > self.depth || is_plain(word))
    }

    /// Whether it is a value that the request has under any name: a parameter, a cookie.
    fn is_value(self) -> bool {
        let mut above = self
            .above
            .iter()
            .skip_while(|word| word.depth == self.depth);
        let parent = above.find(|word| word.kind != FieldWordKind::Suffix);
        parent
            .is_some_and(|word| word.depth == self.depth + 1 && word.kind == FieldWordKind::Values)
    }

    /// Whether a machine is named that the request did not ask: `clientHost`, but not
    /// `clientRequestHost`.
    fn has_other_machine(self) -> bool {
        let mut below = FieldWordKind::Unknown;
        for word in self.above {
            let kind = word.kind;
            let is_machine = matches!(kind, FieldWordKind::Machine | FieldWordKind::Protocol)
                || word.text == "source";
            if is_machine && below != FieldWordKind::Request {
                return true;
            }
            below = kind;
        }
        false
    }

    /// Whether the name, or the one above it, is about a target: `target_url`, `target.url`.
    pub(super) fn is_of_target(self) -> bool {
        self.above.iter().any(|word| self.is_target(word))
    }

    fn is_target(self, word: &FieldWord) -> bool {
        word.text == "target" && word.depth <= self.depth + 1
    }

    /// Whether a server behind the one that was asked is named. The target of a link may be none.
    fn is_behind(self, role: FieldRole) -> bool {
        let is_part = matches!(
            role,
            FieldRole::Url | FieldRole::Path | FieldRole::Host | FieldRole::Query
        );
        self.above.iter().any(|word| {
            let is_target = is_part && self.is_target(word);
            word.kind == FieldWordKind::Behind && !is_target
        })
    }

    /// Grades a name of this rank; `None` if the words above say that it is something else.
    pub(super) fn grade(self, role: FieldRole, rank: i16) -> Option<NameGrade> {
        if self.has(FieldWordKind::Never) && role != FieldRole::Location {
            return None;
        }
        let is_measure = matches!(
            role,
            FieldRole::Size | FieldRole::Words | FieldRole::Lines | FieldRole::Digest
        );
        if self.is_value() && !is_measure && role != FieldRole::Body {
            return None;
        }
        let is_of_answer = matches!(role, FieldRole::Status | FieldRole::Method);
        if is_of_answer && self.has(FieldWordKind::Protocol) {
            return None;
        }
        match role {
            FieldRole::Status => self.status(rank),
            FieldRole::Method => self.method(rank),
            FieldRole::Host => self.host(rank),
            FieldRole::Port => self.port(rank),
            FieldRole::Body => self.body(rank),
            FieldRole::Location => self.location(rank),
            FieldRole::Time => self.time(rank),
            FieldRole::ContentType | FieldRole::Title => self.of_answer(rank),
            FieldRole::Message => self.strict(rank),
            FieldRole::Override | FieldRole::Operation => self.request_header(rank),
            FieldRole::Client | FieldRole::Visitor | FieldRole::Envelope => positive(rank, true),
            _ if is_measure => self.measure(rank),
            _ => self.part(role, rank),
        }
    }

    /// Grades the URL or a part of the request.
    fn part(self, role: FieldRole, rank: i16) -> Option<NameGrade> {
        let may_be_header = matches!(role, FieldRole::Path | FieldRole::Scheme);
        if self.has_above(&HEADERS) && !may_be_header {
            return None;
        }
        let is_described =
            matches!(role, FieldRole::Url | FieldRole::Path) && self.has(FieldWordKind::Described);
        let is_sure = match role {
            _ if is_described => false,
            FieldRole::Path => rank >= 50,
            FieldRole::Query => rank >= 70,
            _ => rank >= 60,
        };
        let mut rank = self.of_request(role, rank)?;
        if role == FieldRole::Url && self.has(FieldWordKind::Doubtful) {
            rank -= DOUBTFUL_STEP;
        }
        if role == FieldRole::Url && self.is_of_target() {
            rank = rank.min(TARGET_RANK);
        }
        if is_described {
            rank = rank.min(DESCRIBED_RANK);
        }
        positive(rank, is_sure)
    }

    /// Grades what belongs to the request.
    fn of_request(self, role: FieldRole, rank: i16) -> Option<i16> {
        let mut rank = rank - self.unknown_loss();
        let mut beside = self.above.iter().filter(|word| word.depth == self.depth);
        if beside.any(|word| word.kind == FieldWordKind::Values) {
            return None;
        }
        if self.has(FieldWordKind::Request) {
            rank += SIDE_STEP;
        } else if self.has(FieldWordKind::Response) {
            rank -= SIDE_STEP;
        }
        if self.is_behind(role) {
            rank -= BEHIND_STEP;
        }
        Some(rank)
    }

    fn unknown_loss(self) -> i16 {
        self.count(FieldWordKind::Unknown) + self.count(FieldWordKind::Machine)
    }

    fn method(self, rank: i16) -> Option<NameGrade> {
        let is_sure = rank >= 60 && !self.has(FieldWordKind::Unknown);
        let rank = self.of_request(FieldRole::Method, rank)?;
        positive(rank, is_sure)
    }

    fn status(self, rank: i16) -> Option<NameGrade> {
        if rank < 60 && !self.are_plain() {
            return None;
        }
        let is_sure = rank >= 60 && !self.has(FieldWordKind::Unknown);
        if self.is_behind(FieldRole::Status) {
            return positive(4, is_sure);
        }
        let mut rank = rank - self.unknown_loss();
        if self.has(FieldWordKind::Response) || self.has_above(&["http"]) {
            rank += SIDE_STEP;
        }
        positive(rank, is_sure)
    }

    fn host(self, rank: i16) -> Option<NameGrade> {
        let is_of_answer = self.has(FieldWordKind::Response) || self.has_above(&HEADERS);
        if self.has_other_machine() || (is_of_answer && rank < 30) {
            return None;
        }
        if self.is_of_target() && rank < SURE_HOST {
            return positive(rank.min(TARGET_HOST_RANK), false);
        }
        let gain = if self.has_above(&HEADERS) {
            20
        } else if rank >= 70 || !self.above.iter().any(|word| word.is_among(&OF_REQUEST)) {
            0
        } else if rank == 30 {
            30
        } else {
            15
        };
        let rank = self.of_request(FieldRole::Host, rank)? + gain;
        positive(rank, rank >= SURE_HOST)
    }

    /// Grades a header of the request.
    fn request_header(self, rank: i16) -> Option<NameGrade> {
        if !self.has_above(&HEADERS) || self.has(FieldWordKind::Response) {
            return None;
        }
        positive(rank, true)
    }

    fn port(self, rank: i16) -> Option<NameGrade> {
        if self.is_behind(FieldRole::Port) || self.has_above(&HEADERS) {
            return None;
        }
        self.strict(rank)
    }

    /// Grades the body of the request.
    fn body(self, rank: i16) -> Option<NameGrade> {
        let is_of_request = rank >= 80 || self.has(FieldWordKind::Request);
        if self.has(FieldWordKind::Response) || self.has_above(&HEADERS) {
            return None;
        }
        if rank < 40 && !is_of_request {
            return None;
        }
        if !is_of_request {
            let grade = self.strict(rank)?;
            return positive(grade.rank, false);
        }
        if !self.are_plain_beside() {
            return None;
        }
        positive(rank + 20 - self.unknown_loss(), true)
    }

    /// Grades what only answers have.
    fn of_answer(self, rank: i16) -> Option<NameGrade> {
        if self.has(FieldWordKind::Request) && !self.has(FieldWordKind::Response) {
            return None;
        }
        positive(rank - 5 * self.unknown_loss(), true)
    }

    /// Grades the target of a redirect. The location of a server is another thing.
    fn location(self, rank: i16) -> Option<NameGrade> {
        let is_known = |word: &FieldWord| match word.kind {
            FieldWordKind::Request | FieldWordKind::Unknown | FieldWordKind::Machine => false,
            FieldWordKind::Never => word.text.starts_with("redirect"),
            _ => word.text != "edge",
        };
        if !self.above.iter().all(is_known) {
            return None;
        }
        if self.is_behind(FieldRole::Location) {
            return positive(4, true);
        }
        positive(rank, true)
    }

    fn time(self, rank: i16) -> Option<NameGrade> {
        let mut rank = rank - 10 * self.count(FieldWordKind::Unknown);
        if self.has_above(&HEADERS) {
            rank -= 40;
        }
        positive(rank, true)
    }

    /// Grades a size, a count or a digest of the response.
    fn measure(self, rank: i16) -> Option<NameGrade> {
        if self.has(FieldWordKind::Request) || self.has_beside(&HEADERS) {
            return None;
        }
        if self.has_beside(&MEASURED) || self.has_above(&["uri", "url"]) {
            return None;
        }
        if !self.are_plain_beside() || self.has(FieldWordKind::Behind) {
            return None;
        }
        positive(rank + self.response_gain() - self.unknown_loss(), true)
    }

    fn response_gain(self) -> i16 {
        if self.has(FieldWordKind::Response) {
            SIDE_STEP
        } else {
            0
        }
    }

    /// Grades a name that counts only among words that say nothing.
    fn strict(self, rank: i16) -> Option<NameGrade> {
        if !self.are_plain() {
            return None;
        }
        positive(rank + self.response_gain(), true)
    }
}

/// Whether a word says nothing, or belongs to requests and responses.
pub(super) fn is_plain(word: &FieldWord) -> bool {
    matches!(
        word.kind,
        FieldWordKind::Request
            | FieldWordKind::Response
            | FieldWordKind::Plain
            | FieldWordKind::Suffix
            | FieldWordKind::Values
    )
}

/// Returns a grade, unless its rank is too low.
fn positive(rank: i16, is_sure: bool) -> Option<NameGrade> {
    if rank <= 0 {
        return None;
    }
    Some(NameGrade { rank, is_sure })
}
