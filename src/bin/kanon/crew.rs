//! Runs work turn by turn, alone or on several threads.

use crate::failure::Failure;
use crate::progress::{Budget, Progress};
use kanon::jobs::{Found, Helper, Lend, Part, Turn, Work};
use kanon::monitor::Unlimited;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Who helps with some work.
pub(crate) trait Helpers<W> {
    /// Milliseconds until they need parts.
    fn step(&self) -> f64;

    /// Gives out parts after a turn; `was_idle` if there was nothing to do in it.
    fn feed(&mut self, work: &mut W, was_idle: bool);
}

/// Runs work to its end or the end of the budget, and shows its progress with further words. Returns whether it is
/// over.
///
/// # Errors
/// The error of a turn.
pub(crate) fn drive<W: Work>(
    work: &mut W,
    helpers: &mut impl Helpers<W>,
    budget: &Budget,
    mut progress: Progress,
    mut words: impl FnMut(&W) -> String,
) -> Result<bool, Failure> {
    let clock = Instant::now();
    let mut now = || clock.elapsed().as_secs_f64() * 1e3;
    loop {
        let start = Instant::now();
        if work.turn(&mut Turn::new(helpers.step().min(budget.milliseconds()), &mut now))? {
            return Ok(true);
        }
        if budget.is_spent() {
            return Ok(false);
        }
        helpers.feed(work, start.elapsed() < IDLE);
        if progress.is_due() {
            progress.tell_more(work.share(), || words(work));
        }
    }
}

/// A turn that returns sooner had nothing to do.
const IDLE: Duration = Duration::from_millis(1);

/// Nobody helps.
pub(crate) struct Alone;

impl<W> Helpers<W> for Alone {
    fn step(&self) -> f64 {
        f64::INFINITY
    }

    fn feed(&mut self, _: &mut W, _: bool) {}
}

/// Threads that help once work takes long enough to be worth it.
pub(crate) struct Sharing<W: Lend> {
    threads: usize,
    crew: Option<Crew<W>>,
}

impl<W: Lend> Sharing<W> {
    /// Work that is done within this many milliseconds starts no threads.
    const ALONE: f64 = 100.0;

    /// Milliseconds of work before checking whether other threads need parts.
    const STEP: f64 = 10.0;

    pub(crate) fn new(threads: usize) -> Self {
        Self { threads, crew: None }
    }

    /// Whether there are threads besides the leading one.
    pub(crate) fn is_begun(&self) -> bool {
        self.crew.is_some()
    }
}

impl<W: Lend> Helpers<W> for Sharing<W> {
    fn step(&self) -> f64 {
        match self.crew {
            Some(_) => Self::STEP,
            None => Self::ALONE,
        }
    }

    fn feed(&mut self, work: &mut W, was_idle: bool) {
        if self.threads > 1 {
            let crew = (self.crew).get_or_insert_with(|| Crew::start(work, self.threads - 1));
            crew.feed(work, was_idle);
        }
    }
}

/// Threads that work on lent parts. They end when this is dropped.
struct Crew<W: Lend> {
    members: Vec<Member<W>>,
    replies: Receiver<Reply<W>>,
}

struct Member<W: Lend> {
    orders: Sender<(u64, Part<W>)>,
    is_busy: bool,
}

/// The place of a member, the number of its part, and the result.
type Reply<W> = (usize, u64, Found<W>);

impl<W: Lend> Crew<W> {
    /// Starts `threads` threads that share the table with the leading one; none if nothing can be lent.
    fn start(work: &mut W, threads: usize) -> Self {
        let (sender, replies) = channel();
        let members = (0..threads).filter_map(|member| {
            let make = work.helper()?;
            let (orders, parts) = channel::<(u64, Part<W>)>();
            let sender = sender.clone();
            thread::spawn(move || {
                let mut helper = make();
                for (number, part) in parts {
                    helper.begin(part);
                    helper.advance(&mut Unlimited);
                    if sender.send((member, number, helper.finish())).is_err() {
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
    fn feed(&mut self, work: &mut W, was_idle: bool) {
        if was_idle && self.members.iter().any(|member| member.is_busy) {
            let start = Instant::now();
            if let Ok(reply) = self.replies.recv_timeout(Duration::from_millis(20)) {
                self.absorb(work, reply);
            }
            work.waited(start.elapsed().as_secs_f64() * 1e3);
        }
        while let Ok(reply) = self.replies.try_recv() {
            self.absorb(work, reply);
        }
        for member in self.members.iter_mut().filter(|member| !member.is_busy) {
            let Some(lent) = work.lend() else { break };
            member.is_busy = member.orders.send(lent).is_ok();
        }
    }

    fn absorb(&mut self, work: &mut W, (member, number, found): Reply<W>) {
        self.members[member].is_busy = false;
        work.absorb(number, found);
    }
}
