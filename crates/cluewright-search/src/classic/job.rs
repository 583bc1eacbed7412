//! Runs an engine's work on a kernel, and selects the code that is compiled for this kernel. Many puzzles run in batches, a few
//! puzzles run alone, and long puzzles are also weighed.

use super::batch::{self, Batch, Bounds, End, Feed, Sink, Stats};
use super::kernel::{Kernel, PORTABLE};
use super::lanes::{Lanes, Node};
use super::lone::{self, Lone};
use super::long::{Long, Outcome};
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::slice::Slice;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::wasm128;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512, sse2};

/// After this many guesses, a lone search continues in the batch, because 32 lanes are faster from this point on.
pub(super) const LARGE: u64 = 150;

/// Everything that a kernel needs. Feed and sink are trait objects: compiling the kernels separately for every pair of feed and
/// sink made them 1 to 5 % faster, but took minutes.
pub(super) struct Job<'a> {
    pub(super) batch: &'a mut Batch,
    pub(super) lone: &'a mut Lone,
    pub(super) long: &'a mut Long,
    pub(super) aside: &'a mut Option<Box<Batch>>,
    pub(super) feed: &'a mut dyn Feed,
    pub(super) sink: &'a mut dyn Sink,
    pub(super) bounds: &'a Bounds<'a>,
    pub(super) stats: &'a mut Stats,
}

impl Job<'_> {
    /// Runs the job with this kernel, which the processor must support.
    pub(super) fn run(self, kernel: Kernel, lone_is_large: Option<&mut bool>) -> End {
        match kernel {
            Kernel::Portable if PORTABLE => {
                self.go::<super::lanes::Array<8>>(large_one::<super::lanes::Array<8>>, lone_is_large)
            }
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon => self.go::<neon::Neon>(large_one::<neon::Neon>, lone_is_large),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Wasm128 => self.go::<wasm128::Wasm128>(large_one::<wasm128::Wasm128>, lone_is_large),
            #[cfg(target_arch = "x86_64")]
            Kernel::Sse2 => self.go::<sse2::Sse2>(large_one::<sse2::Sse2>, lone_is_large),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an engine has this kernel only if `avx2_available` returned true.
            Kernel::Avx2 => unsafe { go_avx2(self, lone_is_large) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an engine has this kernel only if `avx512_available` returned true.
            Kernel::Avx512 => unsafe { go_avx512(self, lone_is_large) },
            _ => unreachable!("not available here"),
        }
    }

    /// Searches every puzzle of the feed, or continues the search of a single puzzle (see [`Engine::job`](super::Engine::job)).
    #[inline(always)]
    fn go<V: Lanes>(self, search_large: Large, lone_is_large: Option<&mut bool>) -> End {
        let Self { batch, lone, long, aside, feed, sink, bounds, stats } = self;
        let one = lone_is_large.is_some();
        let mut own = false;
        let large = lone_is_large.unwrap_or(&mut own);
        let few = one || feed.few() && !bounds.apart;
        if !few {
            batch.reset();
            *large = true;
        }
        let mut node = Node::EMPTY;
        let mut index = 0;
        let mut under_way = one || !few;
        loop {
            if !under_way {
                if !batch::take(feed, &mut node) {
                    return End::Done;
                }
                stats.puzzles += 1;
                lone.start(index, &node);
                index += 1;
                *large = false;
            }
            let mut end = End::Guesses;
            if !*large {
                let most = bounds.guesses.min(LARGE);
                end = lone::run::<V>(lone, sink, bounds, most, stats);
                if end == End::Guesses && lone.guesses >= most {
                    if most == bounds.guesses {
                        sink.done(lone.index, lone.count, false);
                        end = End::Done;
                    } else {
                        let (index, count, guesses, done) = (lone.index, lone.count, lone.guesses, lone.done);
                        batch.seed(index, count, guesses, done, lone.take_nodes());
                        long.reset();
                        *large = true;
                    }
                }
            }
            if *large && few {
                end = search_large(batch, long, sink, bounds, stats);
            } else if *large {
                end = batch::run::<V>(batch, feed, sink, &Bounds { long: long.first(), ..*bounds }, stats);
                if end == End::Long {
                    let aside = aside.get_or_insert_with(|| Box::new(Batch::new()));
                    batch.take_long(aside);
                    long.reset();
                    end = search_large(aside, long, sink, bounds, stats);
                    if end == End::Done {
                        continue;
                    }
                    batch.give_up(sink);
                }
            }
            if one || !few || end == End::Stopped {
                return end;
            }
            under_way = false;
        }
    }
}

/// The function [`large_one`] of a kernel. It is called through a pointer, because inlining it would make the function for all
/// other puzzles 5 % slower.
type Large = fn(&mut Batch, &mut Long, &mut dyn Sink, &Bounds, &mut Stats) -> End;

/// Runs a single search in the batch, and tries the other method from time to time (see `long.rs`).
#[inline(always)]
fn large_one<V: Lanes>(
    batch: &mut Batch,
    long: &mut Long,
    sink: &mut dyn Sink,
    bounds: &Bounds,
    stats: &mut Stats,
) -> End {
    loop {
        let pause = stats.guesses.saturating_add(long.due().saturating_sub(batch.guesses()));
        // A batch that was seeded with nodes needs no puzzles from a feed.
        let own = Bounds { pause: pause.min(bounds.pause), ..*bounds };
        let end = batch::run::<V>(batch, &mut Slice(&[]), sink, &own, stats);
        if end != End::Guesses || stats.guesses >= bounds.pause {
            return end;
        }
        let before = stats.guesses;
        match long.attempt::<V>(batch, bounds, stats) {
            Outcome::Dropped => batch.charge(stats.guesses - before),
            Outcome::Stopped => {
                sink.done(batch.index(), batch.count(), false);
                return End::Stopped;
            }
            Outcome::Solved => {
                let (index, mut count) = (batch.index(), batch.count());
                for grid in long.found() {
                    count += 1;
                    let more = !sink.grids() || sink.solution(index, grid);
                    if !more || count >= bounds.solutions {
                        break;
                    }
                }
                sink.done(index, count, true);
                batch.reset();
                return End::Done;
            }
        }
    }
}

/// Compiles the code of a kernel for the features of its processor.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($features:literal, $lanes:ty, $go:ident, $large:ident) => {
        #[target_feature(enable = $features)]
        fn $go(job: Job, lone_is_large: Option<&mut bool>) -> End {
            job.go::<$lanes>($large, lone_is_large)
        }

        #[target_feature(enable = $features)]
        fn $large(batch: &mut Batch, long: &mut Long, sink: &mut dyn Sink, bounds: &Bounds, stats: &mut Stats) -> End {
            large_one::<$lanes>(batch, long, sink, bounds, stats)
        }
    };
}
#[cfg(target_arch = "x86_64")]
compiled_for!("avx2,bmi1,bmi2,popcnt,lzcnt", avx2::Avx2, go_avx2, large_avx2);
#[cfg(target_arch = "x86_64")]
compiled_for!(
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt,lzcnt",
    avx512::Avx512,
    go_avx512,
    large_avx512
);
