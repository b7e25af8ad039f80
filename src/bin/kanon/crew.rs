//! Several threads on one search.

use kanon::monitor::Unlimited;
use kanon::search::exact::{Dive, DiveResult};
use kanon::study::Run;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Threads that search the boxes that a run lends them. They end when this is dropped.
pub(crate) struct Crew {
    members: Vec<Member>,
    replies: Receiver<Reply>,
}

struct Member {
    orders: Sender<(u64, Dive)>,
    is_busy: bool,
}

struct Reply {
    member: usize,
    number: u64,
    result: DiveResult,
}

impl Crew {
    /// `threads` threads, which share the table with the run; none where the search is not one over boxes.
    pub(crate) fn start(run: &Run, threads: usize) -> Self {
        let (sender, replies) = channel();
        let members = (0..threads).filter_map(|member| {
            let mut diver = run.diver()?;
            let (orders, boxes) = channel::<(u64, Dive)>();
            let sender = sender.clone();
            thread::spawn(move || {
                for (number, dive) in boxes {
                    diver.begin(dive);
                    diver.advance(&mut Unlimited);
                    let result = diver.finish();
                    if sender
                        .send(Reply {
                            member,
                            number,
                            result,
                        })
                        .is_err()
                    {
                        break;
                    }
                }
            });
            Some(Member {
                orders,
                is_busy: false,
            })
        });
        Self {
            members: members.collect(),
            replies,
        }
    }

    /// Takes in what was found, and gives boxes to those who have none. Where the run itself had nothing to do, waits
    /// for an answer first.
    pub(crate) fn feed(&mut self, run: &mut Run, was_idle: bool) {
        if was_idle && self.members.iter().any(|member| member.is_busy) {
            let start = Instant::now();
            if let Ok(reply) = self.replies.recv_timeout(Duration::from_millis(20)) {
                self.absorb(run, reply);
            }
            run.waited(start.elapsed().as_secs_f64() * 1e3);
        }
        while let Ok(reply) = self.replies.try_recv() {
            self.absorb(run, reply);
        }
        for member in self.members.iter_mut().filter(|member| !member.is_busy) {
            let Some(lent) = run.lend() else { break };
            member.is_busy = member.orders.send(lent).is_ok();
        }
    }

    fn absorb(&mut self, run: &mut Run, reply: Reply) {
        self.members[reply.member].is_busy = false;
        run.absorb(reply.number, reply.result);
    }
}
