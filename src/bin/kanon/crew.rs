//! Runs one search, or one proof, on several threads.

use kanon::monitor::Unlimited;
use kanon::proof::{Certify, ProofTask, Proved, Prover};
use kanon::run::Run;
use kanon::search::exact::{Dive, DiveResult};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Does one part after another.
pub(crate) type Work<S> = Box<dyn FnMut(<S as Shared>::Task) -> <S as Shared>::Outcome>;

/// Work that can be lent in parts.
pub(crate) trait Shared: 'static {
    /// A part, and its result.
    type Task: Send + 'static;
    type Outcome: Send + 'static;

    /// Creates a worker for the parts, in a thread of its own; `None` if the work cannot be shared.
    fn member(&self) -> Option<impl FnOnce() -> Work<Self> + Send + 'static>;

    /// Lends a part, with a number.
    fn lend(&mut self) -> Option<(u64, Self::Task)>;

    /// Takes back the result of the part with this number.
    fn absorb(&mut self, number: u64, outcome: Self::Outcome);

    /// Adds milliseconds of waiting without work.
    fn waited(&mut self, _milliseconds: f64) {}
}

impl Shared for Run {
    type Task = Dive;
    type Outcome = DiveResult;

    fn member(&self) -> Option<impl FnOnce() -> Work<Self> + Send + 'static> {
        let mut diver = self.diver()?;
        Some(move || -> Work<Self> {
            Box::new(move |dive| {
                diver.begin(dive);
                diver.advance(&mut Unlimited);
                diver.finish()
            })
        })
    }

    fn lend(&mut self) -> Option<(u64, Dive)> {
        self.lend()
    }

    fn absorb(&mut self, number: u64, outcome: DiveResult) {
        self.absorb(number, outcome);
    }

    fn waited(&mut self, milliseconds: f64) {
        self.waited(milliseconds);
    }
}

impl Shared for Certify {
    type Task = ProofTask;
    type Outcome = Proved;

    fn member(&self) -> Option<impl FnOnce() -> Work<Self> + Send + 'static> {
        let subject = Arc::clone(self.subject());
        Some(move || -> Work<Self> {
            let mut prover = Prover::new(subject);
            Box::new(move |task| {
                prover.begin(&task);
                prover.advance(&mut Unlimited);
                prover.finish()
            })
        })
    }

    fn lend(&mut self) -> Option<(u64, ProofTask)> {
        self.lend()
    }

    fn absorb(&mut self, number: u64, outcome: Proved) {
        self.absorb(number, outcome);
    }
}

/// Work that is shared between threads once it takes long enough to be worth it.
pub(crate) struct Sharing<S: Shared> {
    threads: usize,
    crew: Option<Crew<S>>,
}

impl<S: Shared> Sharing<S> {
    /// Work that is done within this many milliseconds starts no threads.
    const ALONE: f64 = 100.0;

    /// Milliseconds of work before checking whether other threads need parts.
    const STEP: f64 = 10.0;

    /// A step that returns sooner had nothing to do.
    const IDLE: Duration = Duration::from_millis(1);

    pub(crate) fn new(threads: usize) -> Self {
        Self { threads, crew: None }
    }

    /// Milliseconds until the threads need parts.
    pub(crate) fn step(&self) -> f64 {
        match self.crew {
            Some(_) => Self::STEP,
            None => Self::ALONE,
        }
    }

    /// Gives out parts after a step that began at `start`.
    pub(crate) fn feed(&mut self, lead: &mut S, start: Instant) {
        if self.threads > 1 {
            let was_idle = start.elapsed() < Self::IDLE;
            let crew = (self.crew).get_or_insert_with(|| Crew::start(lead, self.threads - 1));
            crew.feed(lead, was_idle);
        }
    }

    /// Whether there are threads besides the leading one.
    pub(crate) fn is_begun(&self) -> bool {
        self.crew.is_some()
    }
}

/// Threads that work on lent parts. They end when this is dropped.
struct Crew<S: Shared> {
    members: Vec<Member<S>>,
    replies: Receiver<Reply<S>>,
}

struct Member<S: Shared> {
    orders: Sender<(u64, S::Task)>,
    is_busy: bool,
}

struct Reply<S: Shared> {
    member: usize,
    number: u64,
    outcome: S::Outcome,
}

impl<S: Shared> Crew<S> {
    /// Starts `threads` threads that share the table with the leading one; none if nothing can be lent.
    fn start(lead: &S, threads: usize) -> Self {
        let (sender, replies) = channel();
        let members = (0..threads).filter_map(|member| {
            let make = lead.member()?;
            let (orders, parts) = channel::<(u64, S::Task)>();
            let sender = sender.clone();
            thread::spawn(move || {
                let mut work = make();
                for (number, task) in parts {
                    let reply = Reply { member, number, outcome: work(task) };
                    if sender.send(reply).is_err() {
                        break;
                    }
                }
            });
            Some(Member { orders, is_busy: false })
        });
        Self { members: members.collect(), replies }
    }

    /// Takes in results, and gives parts to idle threads. If the leading thread had nothing to do, waits for a result
    /// first.
    fn feed(&mut self, lead: &mut S, was_idle: bool) {
        if was_idle && self.members.iter().any(|member| member.is_busy) {
            let start = Instant::now();
            if let Ok(reply) = self.replies.recv_timeout(Duration::from_millis(20)) {
                self.absorb(lead, reply);
            }
            lead.waited(start.elapsed().as_secs_f64() * 1e3);
        }
        while let Ok(reply) = self.replies.try_recv() {
            self.absorb(lead, reply);
        }
        for member in self.members.iter_mut().filter(|member| !member.is_busy) {
            let Some(lent) = lead.lend() else { break };
            member.is_busy = member.orders.send(lent).is_ok();
        }
    }

    fn absorb(&mut self, lead: &mut S, reply: Reply<S>) {
        self.members[reply.member].is_busy = false;
        lead.absorb(reply.number, reply.outcome);
    }
}
