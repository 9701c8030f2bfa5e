//! The state of one instance: its filter, and the bytes that pass between it and its host.

use crate::crawling::Crawling;
use crate::filter::{self, InstanceFilter, NotedDecisions};
use crate::settings::builder;
use crate::thresholds::Thresholds;
use urlsift::explain::templates::learned_shape;
use urlsift::memory::Recorder;
use urlsift::{Builder, Verdict};

/// The longest line that is compared and the longest link that gets a ticket, in bytes. Hosts pass
/// one byte more of a longer one, so that its size does not become theirs.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// Stands for no group.
const NO_GROUP: u32 = u32::MAX;

/// The state of one instance.
#[derive(Default)]
pub(crate) struct Instance {
    input: Vec<u8>,
    pub(crate) output: Vec<u8>,
    settings: Builder,
    pub(crate) filter: Option<Box<dyn InstanceFilter>>,
    thresholds: Option<Thresholds>,
    crawling: Option<Crawling>,
}

/// Returns the number of a verdict. Lines are printed below 16.
fn number(verdict: Verdict) -> u32 {
    match verdict {
        Verdict::Kept => 1,
        Verdict::Sample => 2,
        Verdict::NotUrl => 3,
        Verdict::Header { repeated: false } => 4,
        Verdict::Similar => 16,
        Verdict::Unwanted(_) => 17,
        Verdict::Repeated => 18,
        Verdict::Header { repeated: true } => 19,
        Verdict::Empty => 20,
    }
}

impl Instance {
    pub(crate) fn reserve(&mut self, length: usize) -> *mut u8 {
        if self.input.len() < length {
            // What a host has written belongs to the last call, and need not be copied.
            self.input = vec![0; length];
        }
        self.input.as_mut_ptr()
    }

    /// Leaves a result in the output, and returns whether it is an answer.
    fn answer(&mut self, result: Result<Vec<u8>, String>) -> usize {
        let is_answer = result.is_ok();
        self.output = result.unwrap_or_else(String::into_bytes);
        usize::from(is_answer)
    }

    pub(crate) fn create(&mut self, length: usize) -> usize {
        let made = self.make_filter(length);
        self.answer(made.map(|()| Vec::new()))
    }

    fn make_filter(&mut self, length: usize) -> Result<(), String> {
        let settings = builder(&self.input[..length])?;
        let filter = filter::build(&settings).map_err(|error| error.to_string())?;
        self.settings = settings;
        self.filter = Some(filter);
        Ok(())
    }

    pub(crate) fn admit(&mut self, length: usize) -> u32 {
        let Some(filter) = &mut self.filter else {
            return 0;
        };
        if length > LONGEST_LINE {
            filter.pass_over();
            return number(Verdict::NotUrl);
        }
        // No filter has a store, so none fails.
        let verdict = filter.admit(&self.input[..length]);
        verdict.map(number).unwrap_or_default()
    }

    pub(crate) fn shape(&mut self, length: usize) -> usize {
        let line = &self.input[..length];
        let found = self
            .filter
            .as_ref()
            .filter(|_| length <= LONGEST_LINE)
            .and_then(|filter| learned_shape(filter.sift(), line));
        self.answer(found.map(String::into_bytes).ok_or_else(String::new))
    }

    pub(crate) fn group(&self, number: usize) -> u32 {
        let group = self.noted().and_then(|noted| noted.group(number));
        group.map_or(NO_GROUP, |group| group as u32)
    }

    fn noted(&self) -> Option<&NotedDecisions> {
        self.filter.as_ref()?.noted()
    }

    pub(crate) fn explain(&mut self, length: usize, number: usize) -> usize {
        let line = &self.input[..length];
        let found = self.noted().and_then(|noted| noted.explain(line, number));
        self.answer(found.ok_or_else(String::new))
    }

    pub(crate) fn save(&mut self) -> usize {
        let saved = match (&mut self.crawling, &mut self.filter) {
            (Some(crawling), _) => crawling.save(),
            (None, Some(filter)) => filter.save(),
            (None, None) => Err(String::new()),
        };
        self.answer(saved)
    }

    pub(crate) fn load(&mut self, length: usize) -> usize {
        let saved = &self.input[..length];
        let loaded = if let Some(crawling) = &mut self.crawling {
            crawling.load(saved)
        } else {
            match Recorder::load(self.settings.clone(), saved) {
                Ok(recorder) => {
                    self.filter = Some(Box::new(recorder));
                    Ok(())
                }
                Err(error) => Err(error.to_string()),
            }
        };
        self.answer(loaded.map(|()| Vec::new()))
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        if let Some(crawling) = &self.crawling {
            crawling.heap_bytes()
        } else if let Some(filter) = &self.filter {
            filter.memory_usage()
        } else {
            0
        }
    }

    pub(crate) fn crawl(&mut self, length: usize) -> usize {
        let begun = Crawling::new(&self.input[..length]).map(|crawling| {
            self.crawling = Some(crawling);
            Vec::new()
        });
        self.answer(begun)
    }

    /// Asks the crawl about the input, with the output for what it says beside a number.
    pub(crate) fn ask(
        &mut self,
        length: usize,
        question: impl FnOnce(&mut Crawling, &[u8], &mut Vec<u8>) -> f64,
    ) -> f64 {
        let Self {
            crawling,
            input,
            output,
            ..
        } = self;
        crawling.as_mut().map_or(-1.0, |crawling| {
            question(crawling, &input[..length], output)
        })
    }

    pub(crate) fn open_tickets(&mut self) {
        self.output = self
            .crawling
            .as_ref()
            .map(Crawling::open)
            .unwrap_or_default();
    }

    pub(crate) fn templates(&self) -> usize {
        self.crawling.as_ref().map_or(0, Crawling::templates)
    }

    pub(crate) fn sweep(&mut self, length: usize, lowest: u32) -> usize {
        let begun =
            builder(&self.input[..length]).and_then(|settings| Thresholds::new(&settings, lowest));
        let begun = begun.map(|thresholds| {
            self.thresholds = Some(thresholds);
            Vec::new()
        });
        self.answer(begun)
    }

    pub(crate) fn sweep_line(&mut self, length: usize) {
        if let Some(thresholds) = &mut self.thresholds {
            thresholds.admit(&self.input[..length]);
        }
    }

    pub(crate) fn sweep_end(&mut self) {
        self.output = self
            .thresholds
            .take()
            .map(Thresholds::kept)
            .unwrap_or_default();
    }
}
