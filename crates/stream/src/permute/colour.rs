//! Edge colouring of bipartite graphs, which assigns the elements of a frame to memory banks.

/// Colours the edges of a bipartite multigraph so that edges at a node have different colours.
///
/// `edges` are (left node, right node). A graph of degree `colours` always has such a colouring (König 1916). It is
/// found by exchanging the colours of alternating paths. Returns a colour for each edge.
///
/// ```
/// use fftgen_stream::permute::edge_colours;
/// assert_eq!(edge_colours(&[(0, 0), (0, 1), (1, 0)], 2).len(), 3);
/// ```
pub fn edge_colours(edges: &[(u32, u32)], colours: usize) -> Vec<u32> {
    const FREE: u32 = u32::MAX;
    let count = |side: fn(&(u32, u32)) -> u32| edges.iter().map(side).max().map_or(0, |m| m as usize + 1);
    // `at[side][node * colours + colour]`: the edge of a colour at a node.
    let mut at = [vec![FREE; count(|e| e.0) * colours], vec![FREE; count(|e| e.1) * colours]];
    let node = |side: usize, edge: u32| match side {
        0 => edges[edge as usize].0 as usize,
        _ => edges[edge as usize].1 as usize,
    };
    let mut colour = vec![0; edges.len()];
    for (edge, &(left, right)) in edges.iter().enumerate() {
        let free = |at: &[u32], node: u32| {
            let base = node as usize * colours;
            at[base..base + colours].iter().position(|&e| e == FREE).expect("degree exceeds the colours")
        };
        let (a, b) = (free(&at[0], left), free(&at[1], right));
        // Exchanging a and b along the path from the right node makes `a` free at that node too.
        let mut path = Vec::new();
        let (mut side, mut here, mut want) = (1, right as usize, a);
        loop {
            let next = at[side][here * colours + want];
            if next == FREE {
                break;
            }
            path.push(next);
            side = 1 - side;
            here = node(side, next);
            want = a + b - want;
        }
        for &e in &path {
            for side in [0, 1] {
                let slot = node(side, e) * colours + colour[e as usize] as usize;
                if at[side][slot] == e {
                    at[side][slot] = FREE;
                }
            }
        }
        for &e in &path {
            let flipped = (a + b) as u32 - colour[e as usize];
            colour[e as usize] = flipped;
            for side in [0, 1] {
                at[side][node(side, e) * colours + flipped as usize] = e;
            }
        }
        colour[edge] = a as u32;
        at[0][left as usize * colours + a] = edge as u32;
        at[1][right as usize * colours + a] = edge as u32;
    }
    colour
}
