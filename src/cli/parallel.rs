//! Work on many things at once.

use rayon::prelude::*;

use super::STACK;

/// The results of `work` in the order of the items. `jobs` is the number of threads; none stands for one a core.
pub fn each<T: Send, R: Send>(items: Vec<T>, jobs: Option<u16>, work: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    let threads = jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let threads = threads.min(items.len());
    if threads > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build()
    {
        return pool.install(|| items.into_par_iter().map(work).collect());
    }
    items.into_iter().map(work).collect()
}
