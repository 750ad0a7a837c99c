// JSON read strictly, so that two programs cannot see two things in one file, and written canonically.
//
// Integers only, between -(2^53 - 1) and 2^53 - 1; no key twice in an object; no half of a surrogate
// pair; at most 16 levels. JavaScript's own parser keeps the last of two equal keys and reads 1.0 as 1,
// so there is one of our own here.

const MAX_DEPTH = 16;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]+/y;
const SPACE = /[ \t\n\r]*/y;
const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

export class Fault extends Error {}

export function parse(text) {
  let at = 0;

  function fail(what) {
    throw new Fault(`it is not JSON: ${what} at character ${at + 1}`);
  }

  function space() {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
  }

  function literal(word, value) {
    if (!text.startsWith(word, at)) fail("an unknown word");
    at += word.length;
    return value;
  }

  function number() {
    NUMBER.lastIndex = at;
    const found = NUMBER.exec(text);
    if (!found) fail("an unknown sign");
    at = NUMBER.lastIndex;
    if (found[1] || found[2]) throw new Fault(`${found[0].slice(0, 20)} is not an integer`);
    const value = Number(found[0]);
    if (!Number.isSafeInteger(value)) throw new Fault("a number is too large");
    return value === 0 ? 0 : value; // -0 is 0
  }

  function string() {
    let value = "";
    at += 1;
    for (;;) {
      PLAIN.lastIndex = at;
      if (PLAIN.test(text)) {
        value += text.slice(at, PLAIN.lastIndex);
        at = PLAIN.lastIndex;
      }
      const sign = text[at];
      if (sign === '"') break;
      if (sign !== "\\") fail("a text without an end");
      const escape = text[at + 1];
      if (escape === "u") {
        const digits = text.slice(at + 2, at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) fail("a strange escape");
        value += String.fromCharCode(parseInt(digits, 16));
        at += 6;
      } else if (Object.hasOwn(ESCAPES, escape ?? "")) {
        value += ESCAPES[escape];
        at += 2;
      } else fail("a strange escape");
    }
    at += 1;
    // A half of a surrogate pair is no character; one "\ud83d" and one "\ude00" together are.
    if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value)) {
      throw new Fault("it holds half of a character");
    }
    return value;
  }

  function list(depth) {
    const value = [];
    at += 1;
    space();
    if (text[at] === "]") {
      at += 1;
      return value;
    }
    for (;;) {
      value.push(thing(depth));
      space();
      if (text[at] === "]") break;
      if (text[at] !== ",") fail("a list without an end");
      at += 1;
    }
    at += 1;
    return value;
  }

  function object(depth) {
    const value = Object.create(null);
    at += 1;
    space();
    if (text[at] === "}") {
      at += 1;
      return value;
    }
    for (;;) {
      space();
      if (text[at] !== '"') fail("a key was expected");
      const key = string();
      if (key in value) throw new Fault("a key stands twice in one object");
      space();
      if (text[at] !== ":") fail("a colon was expected");
      at += 1;
      value[key] = thing(depth);
      space();
      if (text[at] === "}") break;
      if (text[at] !== ",") fail("an object without an end");
      at += 1;
    }
    at += 1;
    return value;
  }

  function thing(depth) {
    space();
    const sign = text[at];
    if ((sign === "{" || sign === "[") && depth === 0) throw new Fault("it is nested too deep");
    if (sign === "{") return object(depth - 1);
    if (sign === "[") return list(depth - 1);
    if (sign === '"') return string();
    if (sign === "t") return literal("true", true);
    if (sign === "f") return literal("false", false);
    if (sign === "n") return literal("null", null);
    return number();
  }

  const value = thing(MAX_DEPTH);
  space();
  if (at < text.length) fail("something more");
  return value;
}

// Sorted by code point: JavaScript's own order is by halves of surrogate pairs.
function byCodePoint(one, other) {
  const ones = Array.from(one);
  const others = Array.from(other);
  for (let i = 0; i < ones.length && i < others.length; i += 1) {
    const difference = ones[i].codePointAt(0) - others[i].codePointAt(0);
    if (difference) return difference;
  }
  return ones.length - others.length;
}

export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort(byCodePoint);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

export const same = (one, other) => canonical(one) === canonical(other);
