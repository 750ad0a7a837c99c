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
    this.tickets = new Map();
    for (const [number, ticket] of file.tickets.entries()) {
      const id = `${ticket.a}-${ticket.b}`;
      this.tickets.set(id, { ...ticket, id, number });
    }
    this.tracks = new Map();
    this.groups = new Map(); // parallel tracks: same cities, same length (B-9)
    for (const [number, track] of file.tracks.entries()) {
      const cities = [track.a, track.b].sort();
      const group = `${cities.join(" ")} ${track.length}`;
      this.tracks.set(track.id, { kind: "normal", ...track, number, group });
      if (!this.groups.has(group)) this.groups.set(group, { cities, tracks: [] });
      this.groups.get(group).tracks.push(track.id);
    }
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

  get ranksLongest() {
    return Boolean(this.rules.tie_break_longest);
  }

  get bonuses() {
    return { longest: 0, globetrotter: 0, ...this.rules.bonuses };
  }
}

function without(thing, key) {
  const { [key]: dropped, ...rest } = thing;
  return rest;
}

function digest(file) {
  return sha256(
    canonical({
      cities: file.cities.map((city) => without(city, "name")),
      tracks: file.tracks,
      tickets: file.tickets,
      rules: without(file.rules, "counts"),
    }),
  );
}
