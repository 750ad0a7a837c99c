// The tracks that stations lend: every choice is tried (M-4).

// The track of each station, or null. `worth` says what some lent tracks bring: ticket points, and
// completed tickets. Then the fewest tracks are best, then the list of their ids that comes first,
// then the one that earlier stations lend.
export function bestLending(board, cities, others, worth) {
  const offers = cities.map((city) => {
    const touches = (id) => [board.tracks.get(id).a, board.tracks.get(id).b].includes(city);
    return [null, ...others.filter(touches)];
  });
  let best = null;
  for (const tracks of choices(offers)) {
    const lent = tracks.filter((track) => track !== null);
    const [points, completed] = worth(lent);
    const found = { tracks, rank: [-points, -completed, lent.length, ...lent, ...places(tracks)] };
    if (!best || isBefore(found.rank, best.rank)) best = found;
  }
  return best.tracks;
}

function* choices([offers, ...rest]) {
  if (!offers) yield [];
  else for (const track of offers) for (const others of choices(rest)) yield [track, ...others];
}

const places = (tracks) => [...tracks.keys()].filter((n) => tracks[n] !== null);

// Both lists are of one kind up to where they differ: the number of ids comes before them.
function isBefore(one, other) {
  const n = one.findIndex((value, place) => value !== other[place]);
  return n >= 0 && one[n] < other[n];
}
