// The shuffles: Fisher-Yates over an HMAC-SHA-256 stream, keyed by the secret and the players' texts.

import { createHash, createHmac } from "node:crypto";

const WORDS = 2 ** 32;

export const sha256 = (data) => createHash("sha256").update(data).digest("hex");

function uint32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

export class Chance {
  constructor(secret, contributions) {
    const joined = contributions.flatMap((text) => {
      const bytes = Buffer.from(text, "utf-8");
      return [uint32(bytes.length), bytes];
    });
    const message = Buffer.concat([Buffer.from("night-mail/chance/1"), ...joined]);
    this.key = createHmac("sha256", Buffer.from(secret, "hex")).update(message).digest();
  }

  // The items in drawing order: the first is on top.
  shuffle(items, number) {
    const shuffled = [...items];
    const words = this.words(number);
    for (let i = shuffled.length - 1; i > 0; i -= 1) {
      const limit = Math.floor(WORDS / (i + 1)) * (i + 1);
      let word;
      do word = words.next().value;
      while (word >= limit);
      const other = word % (i + 1);
      [shuffled[i], shuffled[other]] = [shuffled[other], shuffled[i]];
    }
    return shuffled;
  }

  *words(number) {
    for (let block = 0; ; block += 1) {
      const message = Buffer.concat([Buffer.from("shuffle"), uint32(number), uint32(block)]);
      const bytes = createHmac("sha256", this.key).update(message).digest();
      for (let at = 0; at < bytes.length; at += 4) yield bytes.readUInt32BE(at);
    }
  }
}
