//! Describes in words how learning treats a segment.

use super::Learner;
use super::context::{Ground, PathContext, WordKind};
use super::rules::ENDLESS;
use crate::record::{Segment, Url};
use urlsift_url::hash::Key;
use urlsift_url::thresholds::Tuning;
use urlsift_url::token::{Speech, Traits};

/// Describes each segment, before anything has been learned.
pub fn describe(
    tuning: &'static Tuning,
    key: &Key,
    url: &Url,
    segments: &[Segment],
) -> Vec<String> {
    let learner = Learner::with_bound(0, tuning);
    let mut context = PathContext::below(key, url, None, false);
    let mut descriptions = Vec::new();
    for segment in segments {
        descriptions.push(describe_segment(&learner, &context, segment));
        context.step(key, segment, segment.token);
    }
    descriptions
}

fn describe_segment(learner: &Learner, context: &PathContext, segment: &Segment) -> String {
    if segment.traits.has(Traits::VALUE) {
        return "a value: says that values stand at this position".to_owned();
    }
    if segment.speech.has(Speech::TITLE) && segment.traits.is_task() {
        return "a title that may be a task: a word beside tasks of a program, elsewhere a value"
            .to_owned();
    }
    if segment.speech.has(Speech::TITLE) {
        return "a title that is not English: a word on hosts whose names are not English, elsewhere a value"
            .to_owned();
    }
    if segment.traits.has(Traits::HIDDEN) && learner.is_fixed(context, segment) {
        return "begins with _ or .: stays whatever is learned".to_owned();
    }
    if learner.is_fixed(context, segment) {
        return "stays whatever is learned".to_owned();
    }
    let kind = context.kind(segment);
    let name = match kind {
        WordKind::Action => "an action or a word that names what follows",
        WordKind::ActionPhrase => "a phrase that begins with an action",
        WordKind::Name => "an ordinary word",
        WordKind::Phrase => "a phrase of ordinary words",
        WordKind::LocaleCode => "the code of a language or country",
        WordKind::Unfamiliar => "an unfamiliar word",
        WordKind::UnfamiliarPhrase => "an unfamiliar phrase",
        WordKind::UnfamiliarPlural => "an unfamiliar plural",
    };
    let ground = match context.ground {
        Ground::Plain => "",
        Ground::Collections => ", where collections of an API stand",
        Ground::Listed => ", where things are listed",
        Ground::Free => ", where people choose the names",
    };
    let points = learner.rules.points(context, kind, segment);
    let numbers = if segment.traits.has(Traits::MASKED) {
        "; keeps its first three numbers"
    } else {
        ""
    };
    let stays = if learner.is_protected(context, segment) {
        "dangerous to lose: stays in a learned position".to_owned()
    } else {
        match learner.rules.patience(context, kind, segment) {
            ENDLESS => "stays in a learned position".to_owned(),
            i32::MIN => "reads as a value in a learned position".to_owned(),
            balance => format!("stays in a learned position below {balance} points"),
        }
    };
    format!("{name}{ground}: {points:+} points for the position being variable; {stays}{numbers}")
}
