// Connections, the longest path, and the final scores (B-12, B-13, J-9, J-10, A-11 to A-13, M-4, M-5, M-8 to M-10).

import { bestLending } from "./lending.js";

// What each tie-break of a board compares; more is better (B-13).
const MEASURES = {
  "longest path": (score) => score.longest,
  "mountain tracks": (score) => score.mountains,
  "longest path bonus": (score) => score.longest_bonus,
  "fewest stations": (score) => -(score.stations?.length ?? 0),
};

// The scores of all sides, the best place first; equal sides in order of play.
export function finalScores(game) {
  const { board } = game;
  const sides = game.teams.length ? game.teams : game.order.map((seat) => [seat]);
  const scores = sides.map((seats) => sideScore(game, seats));
  const best = (name) => Math.max(...scores.map((score) => score[name]));
  const longest = best("longest");
  const most = best("completed");
  const connected = board.bonuses.most_connected ? best("connected") : 0;
  for (const score of scores) {
    if (score.longest && score.longest === longest) score.longest_bonus = board.bonuses.longest;
    if (score.completed && score.completed === most) {
      score.globetrotter_bonus = board.bonuses.globetrotter;
    }
    if (board.rules.bullet_trains) score.bullet_bonus = bulletBonus(board, scores, score.progress);
    score.total += score.longest_bonus + score.globetrotter_bonus + score.bullet_bonus;
    if (board.rules.bonuses.grand_tour) score.total += score.grand_tour_bonus;
    if (board.rules.crossing_points) score.total += score.mountain_bonus;
    if (board.bonuses.most_connected) {
      const holds = score.connected && score.connected === connected;
      score.connected_bonus = holds ? board.bonuses.most_connected : 0;
      score.total += score.connected_bonus;
    }
    if (board.rules.stations) score.total += score.station_bonus;
  }
  const compare = (one, other) =>
    other.total - one.total ||
    other.completed - one.completed ||
    board.tieBreaks.map((name) => MEASURES[name](other) - MEASURES[name](one)).find(Boolean) ||
    0;
  scores.sort(compare);
  for (const score of scores) {
    score.place = 1 + scores.filter((other) => compare(other, score) < 0).length;
  }
  return scores;
}

function bulletBonus(board, scores, progress) {
  const { bonus, no_progress: none } = board.rules.bullet_trains;
  if (!progress) return none;
  return bonus[scores.length][scores.filter((other) => other.progress > progress).length];
}

function sideScore(game, seats) {
  const { board } = game;
  const own = seats.flatMap((seat) => game.claims[seat]);
  const held = seats.flatMap((seat) => game.tickets[seat]);
  if (game.teams.length) held.push(...game.ticketRacks[game.teamOf(seats[0])]);
  const known = held
    .map((id) => board.tickets.get(id))
    .sort((one, other) => one.number - other.number);
  const network = [...own, ...game.bulletTracks];
  const stations = board.rules.stations ? lentTo(game, seats, network, known) : [];
  const lent = stations.map(({ track }) => track).filter((track) => track !== null);
  const connected = connections(board, [...network, ...lent]);
  const tickets = known.map((ticket) => ticketScore(ticket, connected));
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const routes = sum(seats.map((seat) => game.points[seat]));
  return {
    seats,
    place: 0,
    total: routes + sum(tickets.map((ticket) => ticket.points)),
    routes,
    tickets,
    completed: tickets.filter((ticket) => ticket.completed).length,
    longest: board.bonuses.longest || board.tieBreaks.includes("longest path") ? longestPath(board, own) : 0,
    longest_bonus: 0,
    progress: sum(seats.map((seat) => game.progress[seat])),
    bullet_bonus: 0,
    globetrotter_bonus: 0,
    ...grandTours(board, own, known),
    ...mountains(game, seats, own),
    ...(board.bonuses.most_connected ? { connected: mostConnected(board, own) } : {}),
    ...(board.rules.stations ? { stations, station_bonus: stationBonus(game, seats) } : {}),
  };
}

// The mountain tracks claimed, and the points of the trains that crossed them (M-5).
function mountains({ board, mountainPoints }, seats, own) {
  if (!board.rules.crossing_points) return {};
  return {
    mountains: own.filter((id) => board.tracks.get(id).crossings).length,
    mountain_bonus: seats.reduce((sum, seat) => sum + mountainPoints[seat], 0),
  };
}

// The cities in the largest connected part; an end place of a country is none (M-9).
function mostConnected(board, own) {
  const connected = connections(board, own);
  const ends = own.flatMap((id) => [board.tracks.get(id).a, board.tracks.get(id).b]);
  const cities = [...new Set(ends)].filter((city) => !board.endPlaces.has(city));
  return Math.max(0, ...cities.map((a) => cities.filter((b) => connected(a, b)).length));
}

// The stations of a side, each with the track that it lends (M-4).
function lentTo(game, seats, network, tickets) {
  const cities = seats.flatMap((seat) => game.stations[seat]);
  const others = game.claims.flatMap((tracks, seat) => (seats.includes(seat) ? [] : tracks));
  const worth = (lent) => {
    const connected = connections(game.board, [...network, ...lent]);
    const scores = tickets.map((ticket) => ticketScore(ticket, connected));
    const points = scores.reduce((total, score) => total + score.points, 0);
    return [points, scores.filter((score) => score.completed).length];
  };
  const tracks = bestLending(game.board, cities, others, worth);
  return cities.map((city, n) => ({ city, track: tracks[n] }));
}

function stationBonus({ board, stations }, seats) {
  const { cost, points_left: points } = board.rules.stations;
  return seats.reduce((sum, seat) => sum + points * (cost.length - stations[seat].length), 0);
}

// A ticket that is not completed loses its points, of several far ends the fewest; a completed one
// scores its dearest connected end, and a country ticket names it (M-8).
function ticketScore({ id, points, isCountry, near, far }, connected) {
  const ends = far.filter(({ cities }) => near.some((a) => cities.some((b) => connected(a, b))));
  if (!ends.length) return { ticket: id, completed: false, points: -points };
  const best = ends.reduce((one, other) => (other.points > one.points ? other : one));
  const end = isCountry ? { end: best.place } : {};
  return { ticket: id, completed: true, points: best.points, ...end };
}

// The tickets whose cities still hang together whichever one own track is taken away (M-10).
function grandTours(board, own, tickets) {
  const points = board.rules.bonuses.grand_tour;
  if (!points) return {};
  const less = own.map((gone) => connections(board, own.filter((id) => id !== gone)));
  const joined = (a, b) => less.length > 0 && less.every((connected) => connected(a, b));
  const tours = tickets.filter(({ near, far }) =>
    near.some((a) => far.some(({ cities }) => cities.some((b) => joined(a, b)))),
  ).length;
  return { grand_tours: tours, grand_tour_bonus: points[Math.min(tours, points.length - 1)] };
}

// Whether tracks connect two cities: a function of the two.
function connections(board, tracks) {
  const parent = new Map();
  const find = (city) => {
    let root = city;
    while (parent.has(root)) root = parent.get(root);
    return root;
  };
  for (const id of tracks) {
    const { a, b } = board.tracks.get(id);
    const [one, other] = [find(a), find(b)];
    if (one !== other) parent.set(one, other);
  }
  return (a, b) => find(a) === find(b);
}

// The spaces of the longest path that uses no track twice (B-12). Every end and every set of tracks
// used is looked at once; a set is a number with a bit for each track.
export function longestPath(board, tracks) {
  const edges = tracks.map((id, n) => ({ ...board.tracks.get(id), n, bit: 2 ** n }));
  if (edges.length > 52) throw new Error("More tracks than a number has bits.");
  const at = new Map();
  for (const edge of edges) {
    for (const city of [edge.a, edge.b]) at.set(city, [...(at.get(city) ?? []), edge]);
  }
  const used = Array(edges.length).fill(false);
  const known = new Map([...at.keys()].map((city) => [city, new Map()]));
  const from = (city, mask) => {
    const found = known.get(city).get(mask);
    if (found !== undefined) return found;
    let best = 0;
    for (const edge of at.get(city)) {
      if (used[edge.n]) continue;
      used[edge.n] = true;
      const next = edge.a === city ? edge.b : edge.a;
      best = Math.max(best, edge.length + from(next, mask + edge.bit));
      used[edge.n] = false;
    }
    known.get(city).set(mask, best);
    return best;
  };
  return Math.max(0, ...[...at.keys()].map((city) => from(city, 0)));
}
