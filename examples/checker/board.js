// Board files: the facts that a game is played on, and their digest.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { sha256 } from "./chance.js";
import { Fault, canonical } from "./json.js";

export const LOCOMOTIVE = "locomotive";
export const COLOURS = ["purple", "white", "blue", "yellow", "orange", "black", "red", "green"];
export const CARDS = [...COLOURS, LOCOMOTIVE];

export function loadBoard(folder, key) {
  if (!/^[a-z0-9-]{1,30}$/.test(key)) throw new Fault("The name of the board is none.");
  let text;
  try {
    text = readFileSync(join(folder, `${key}.json`), "utf-8");
  } catch {
    throw new Fault(`There is no board file for "${key}".`);
  }
  return new Board(JSON.parse(text));
}

export class Board {
  constructor(file) {
    this.digest = digest(file);
    this.rules = file.rules;
    this.endPlaces = new Set(file.cities.filter(({ country }) => country).map(({ key }) => key));
    this.tickets = new Map();
    for (const ticket of file.tickets) this.addTicket(file, ticket);
    this.decks = { ordinary: [...this.tickets.keys()], long: [] };
    for (const ticket of file.long_tickets ?? []) {
      this.addTicket(file, ticket);
      this.decks.long.push(`${ticket.a}-${ticket.b}`);
    }
    // The cities that take a station: no end place of a country (M-4, M-8).
    this.stationCities = file.cities.filter((city) => !city.country).map((city) => city.key);
    this.tracks = new Map();
    this.groups = new Map(); // parallel tracks: same cities, same length (B-9), or any length (M-13)
    const byCities = file.rules.parallels.by === "cities";
    for (const [number, track] of file.tracks.entries()) {
      const cities = [track.a, track.b].sort();
      const group = byCities ? cities.join(" ") : `${cities.join(" ")} ${track.length}`;
      const ready = { kind: "normal", crossings: 0, ...track, number, group };
      this.tracks.set(track.id, { ...ready, ...this.locomotiveLimits(ready), ...this.setLimits(ready) });
      if (!this.groups.has(group)) this.groups.set(group, { cities, tracks: [] });
      this.groups.get(group).tracks.push(track.id);
    }
  }

  // A country ticket has several far ends; a country stands for any of its end places (M-8).
  addTicket(file, { a, b, to, points, copies = 1 }) {
    const ends = to ?? [{ b, points }];
    const cheapest = Math.min(...ends.map((end) => end.points));
    const far = ends.map((end) => ({ place: end.b, points: end.points, cities: placesOf(file, end.b) }));
    for (let copy = 1; copy <= copies; copy += 1) {
      const id = to ? (copy === 1 ? a : `${a}#${copy}`) : `${a}-${b}`;
      const number = this.tickets.size;
      this.tickets.set(id, { id, number, points: cheapest, isCountry: Boolean(to), near: placesOf(file, a), far });
    }
  }

  // The locomotives among the cards that pay for a track: its symbols at least (M-1), and those
  // alone where it is not of a kind that locomotives are bound to (M-2).
  locomotiveLimits({ kind, length, locomotives: least = 0, any_cards_for_one: any }) {
    const kinds = this.rules.locomotives;
    if (any) return { least: 0, most: 0 }; // inside sets only (M-3)
    return { least, most: kinds && !kinds.includes(kind) ? least : length };
  }

  // The cards in a set that stands in for one card, and the most sets in a payment (M-3).
  setLimits({ kind, length, locomotives, any_cards_for_one: any }) {
    if (any) return { setSize: any, mostSets: length };
    const size = this.rules.cards_for_locomotive;
    return size && kind === "ferry" ? { setSize: size, mostSets: locomotives } : { mostSets: 0 };
  }

  get hasTunnels() {
    return [...this.tracks.values()].some((track) => track.kind === "tunnel");
  }

  points(length) {
    return this.rules.route_points[length];
  }

  // How many tracks of a group may be claimed with so many players (B-9, A-7).
  capacity(group, seats) {
    const { cities, tracks } = this.groups.get(group);
    const { closing_seats: closing, claimable, always_open: open = [] } = this.rules.parallels;
    const exempt = open.some((pair) => [...pair].sort().join(" ") === cities.join(" "));
    if (tracks.length === 1 || seats > closing || exempt) return tracks.length;
    return claimable[tracks.length] ?? tracks.length;
  }

  get tieBreaks() {
    return this.rules.tie_breaks ?? (this.rules.tie_break_longest ? ["longest path"] : []);
  }

  get bonuses() {
    return { longest: 0, globetrotter: 0, most_connected: 0, ...this.rules.bonuses };
  }
}

function placesOf(file, key) {
  const ends = file.cities.filter((city) => city.country === key).map((city) => city.key);
  return ends.length ? ends : [key];
}

function without(thing, key) {
  const { [key]: dropped, ...rest } = thing;
  return rest;
}

function digest(file) {
  const { countries, long_tickets: long } = file;
  return sha256(
    canonical({
      ...(countries ? { countries: countries.map(({ key }) => ({ key })) } : {}),
      ...(long ? { long_tickets: long } : {}),
      cities: file.cities.map((city) => without(city, "name")),
      tracks: file.tracks,
      tickets: file.tickets,
      rules: without(file.rules, "counts"),
    }),
  );
}
