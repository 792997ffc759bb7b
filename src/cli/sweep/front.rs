//! Pareto fronts: designs that no other one beats in price, throughput and signal-to-noise ratio.

use super::row::Row;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

/// Key of the number format, which is as much as is known of accuracy where there is no forecast.
const PRECISION: &str = "precision";

/// Returns whether each row is on the front of those that it compares with: frames of as many points, whose
/// signal-to-noise ratios are known, or which have the same format.
pub fn of(rows: &[Row]) -> Vec<bool> {
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (place, row) in rows.iter().enumerate().filter(|(_, row)| row.position().is_some()) {
        let format = row.snr_db.is_none().then(|| row.settings.get(PRECISION));
        groups.entry((row.points, format)).or_default().push(place);
    }
    let mut on_front = vec![false; rows.len()];
    for places in groups.into_values() {
        front(rows, places).into_iter().for_each(|place| on_front[place] = true);
    }
    on_front
}

/// Returns the places of the rows that are on the front. In the order of their prices each can only be beaten by one
/// before it, and then also by one on the front.
fn front(rows: &[Row], mut places: Vec<usize>) -> Vec<usize> {
    let merits = |place: usize| merits(&rows[place]);
    places.sort_by(|a, b| merits(*b).partial_cmp(&merits(*a)).unwrap_or(Ordering::Equal));
    let mut found: Vec<usize> = vec![];
    for place in places {
        let own = merits(place);
        let is_beaten = |other: &usize| {
            let other = merits(*other);
            other != own && other.0 >= own.0 && other.1 >= own.1 && other.2 >= own.2
        };
        if !found.iter().any(is_beaten) {
            found.push(place);
        }
    }
    found
}

/// Returns price, throughput and signal-to-noise ratio, of which more is better.
fn merits(row: &Row) -> (Reverse<usize>, f64, f64) {
    let (price, throughput) = row.position().unwrap_or((usize::MAX, 0.0));
    (Reverse(price), throughput, row.snr_db.unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_on_the_front_is_beaten() {
        let row = |points, price, throughput, snr_db| Row {
            points: Some(points),
            price: Some(price),
            samples_per_second: Some(throughput),
            snr_db,
            ..Row::default()
        };
        let mut rows = vec![
            row(64, 100, 1e8, Some(60.0)),
            row(64, 90, 1e8, Some(60.0)),
            row(64, 90, 1e8, Some(60.0)),
            row(64, 95, 1e8, Some(70.0)),
            row(64, 200, 2e8, Some(50.0)),
            row(64, 210, 2e8, Some(40.0)),
            row(128, 300, 1e8, Some(60.0)),
            row(64, 80, 1e8, None),
        ];
        rows.push(Row { error: Some("refused".into()), ..row(64, 1, 1e9, Some(99.0)) });
        assert_eq!(of(&rows), [false, true, true, true, true, false, true, true, false]);
    }
}
