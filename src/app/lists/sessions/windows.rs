//! The requests around each POST of a client.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};

use urlsift::Sift;
use urlsift::explain::templates::learned_shape;

use super::log::LoggedRequest;

/// Requests after which clients that have paused are forgotten.
const SWEEP: u64 = 1 << 16;

/// All clients that have not paused.
pub(super) struct Windows {
    /// Requests before each POST, and after it.
    around: usize,
    /// The longest pause in seconds.
    gap: i64,
    clients: HashMap<ClientName, Client>,
    requests: u64,
    left_out: u64,
    /// Writes templates of paths.
    shapes: Sift,
}

/// What tells clients apart.
#[derive(PartialEq, Eq, Hash)]
struct ClientName {
    address: Vec<u8>,
    agent: Vec<u8>,
}

/// One client.
#[derive(Default)]
struct Client {
    /// The last requests.
    steps: VecDeque<Step>,
    /// POSTs that wait for what follows them.
    open: Vec<Window>,
}

#[derive(Clone)]
struct Step {
    method: Vec<u8>,
    target: Vec<u8>,
    time: i64,
}

/// A POST and what surrounds it.
struct Window {
    post: Vec<u8>,
    steps: Vec<Step>,
}

impl Windows {
    pub(super) fn new(around: usize, gap: i64) -> Result<Self, urlsift::Error> {
        let shapes = Sift::builder().learn(false).build()?;
        Ok(Self {
            around,
            gap,
            clients: HashMap::new(),
            requests: 0,
            left_out: 0,
            shapes,
        })
    }

    /// Returns how many POSTs have too few requests around them, if nothing more comes.
    pub(super) fn left_out(&self) -> u64 {
        let mut left_out = self.left_out;
        for client in self.clients.values() {
            left_out += client.open.len() as u64;
        }
        left_out
    }

    /// Takes the next request, and writes the windows that it completes.
    pub(super) fn take(
        &mut self,
        request: &LoggedRequest<'_>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        self.requests += 1;
        if self.requests.is_multiple_of(SWEEP) {
            self.forget_before(request.time - self.gap);
        }
        let name = ClientName {
            address: request.address.to_vec(),
            agent: request.agent.to_vec(),
        };
        let client = self.clients.entry(name).or_default();
        if let Some(last) = client.steps.back()
            && request.time - last.time > self.gap
        {
            self.left_out += client.open.len() as u64;
            *client = Client::default();
        }
        let step = Step {
            method: request.method.to_vec(),
            target: request.target.to_vec(),
            time: request.time,
        };
        for window in &mut client.open {
            window.steps.push(step.clone());
        }
        // They are completed in the order in which they were opened.
        while let Some(window) = client.open.first()
            && window.steps.len() > 2 * self.around
        {
            client.open.remove(0).write(request.address, output)?;
        }
        if request.method == b"POST" {
            if client.steps.len() < self.around {
                self.left_out += 1;
            } else {
                let post = match learned_shape(&self.shapes, request.target) {
                    Some(shape) => shape.into_bytes(),
                    None => request.target.to_vec(),
                };
                let mut steps: Vec<Step> = client.steps.iter().cloned().collect();
                steps.push(step.clone());
                client.open.push(Window { post, steps });
            }
        }
        client.steps.push_back(step);
        if client.steps.len() > self.around {
            client.steps.pop_front();
        }
        Ok(())
    }

    /// Forgets clients whose last request was before a time.
    fn forget_before(&mut self, time: i64) {
        let left_out = &mut self.left_out;
        self.clients.retain(|_, client| {
            let stays = client.steps.back().is_some_and(|last| last.time >= time);
            *left_out += if stays { 0 } else { client.open.len() as u64 };
            stays
        });
    }
}

impl Window {
    fn write(&self, address: &[u8], output: &mut impl Write) -> io::Result<()> {
        output.write_all(&[b"client=", address, b" post=", &self.post].concat())?;
        let mut before = self.steps[0].time;
        for step in &self.steps {
            let request = [b" ", &step.target[..], b"|", &step.method];
            output.write_all(&request.concat())?;
            let pause = (step.time - before).max(0);
            write!(output, "|{pause}")?;
            before = step.time;
        }
        output.write_all(b"\n")
    }
}
