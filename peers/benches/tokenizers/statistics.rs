//! Medians and means.

/// The median and the spread of measurements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Summary {
    pub(crate) median: f64,
    /// Half the distance between the quartiles, as a share of the median.
    pub(crate) spread: f64,
}

/// Summarises measurements; needs at least one.
pub(crate) fn summary(measurements: &[f64]) -> Summary {
    let mut sorted = measurements.to_vec();
    sorted.sort_by(f64::total_cmp);
    let median = at(&sorted, 0.5);
    Summary {
        median,
        spread: (at(&sorted, 0.75) - at(&sorted, 0.25)) / 2.0 / median,
    }
}

/// The quantile `share` of the sorted values.
fn at(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (low, high) = (
        sorted[place.floor() as usize],
        sorted[place.ceil() as usize],
    );
    low + (high - low) * place.fract()
}

/// The geometric mean; `None` without values.
pub(crate) fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.into_iter().fold((0.0, 0), |(sum, count), value| {
        (sum + value.ln(), count + 1)
    });
    (count > 0).then(|| (sum / f64::from(count)).exp())
}
