//! An estimate that improves over time: the mean of all random dives so far.

use super::message::Estimated;

/// The statistics of all dives so far.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Dives {
    number: u64,
    mean: f64,
    /// The sum of squared deviations from the mean.
    squares: f64,
}

impl Dives {
    /// Adds further dives, given their number, their mean and the standard error of the mean (Chan, Golub and `LeVeque`, Updating
    /// formulae, 1979).
    pub(super) fn add(&mut self, number: u64, mean: f64, error: f64) {
        if number == 0 {
            return;
        }
        let (a, b) = (self.number as f64, number as f64);
        // The standard error of a single dive is unknown.
        let squares = if number > 1 { error * error * b * (b - 1.0) } else { 0.0 };
        let delta = mean - self.mean;
        self.squares += squares + delta * delta * a * b / (a + b);
        self.mean += delta * b / (a + b);
        self.number += number;
    }

    pub(super) fn number(self) -> u64 {
        self.number
    }

    pub(super) fn told(self) -> Estimated {
        let n = self.number as f64;
        let stderr = if self.number > 1 { (self.squares / (n - 1.0) / n).sqrt() } else { f64::INFINITY };
        let within = 1.96 * stderr;
        Estimated {
            estimate: self.mean,
            stderr,
            iterations: self.number,
            ci95_lower: (self.mean - within).max(0.0),
            ci95_upper: self.mean + within,
            rel_err_percent: 100.0 * stderr / self.mean,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adding dives in parts gives the same result as adding all of them at once.
    #[test]
    fn parts_make_the_whole() {
        let all = [3.0, 0.0, 12.0, 5.0, 5.0, 40.0, 1.0];
        let sum = |part: &[f64]| {
            let n = part.len() as f64;
            let mean = part.iter().sum::<f64>() / n;
            let squares: f64 = part.iter().map(|x| (x - mean) * (x - mean)).sum();
            (mean, if part.len() > 1 { (squares / (n - 1.0) / n).sqrt() } else { f64::INFINITY })
        };
        let mut dives = Dives::default();
        for part in [&all[..1], &all[1..4], &all[4..4], &all[4..]] {
            if !part.is_empty() {
                let (mean, error) = sum(part);
                dives.add(part.len() as u64, mean, error);
            }
        }
        let (mean, error) = sum(&all);
        let told = dives.told();
        assert_eq!(told.iterations, 7);
        assert!((told.estimate - mean).abs() < 1e-12 && (told.stderr - error).abs() < 1e-12, "{told:?}");
        assert!(Dives::default().told().rel_err_percent.is_nan() || Dives::default().told().stderr.is_infinite());
    }
}
