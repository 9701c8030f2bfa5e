// LZMA, which packs the module by a quarter better than the gzip that browsers know. The format is
// that of `.lzma` files: 13 bytes of header, then bits by an adaptive range coder.
"use strict";

class Bits {
  constructor(bytes, at) {
    Object.assign(this, { bytes, at: at + 1, range: 0xffffffff, code: 0 });
    for (let count = 0; count < 4; count += 1) this.code = (this.code << 8 | bytes[this.at++]) >>> 0;
  }

  shift() {
    if (this.range < 0x1000000) {
      this.range = this.range << 8 >>> 0;
      this.code = (this.code << 8 | this.bytes[this.at++]) >>> 0;
    }
  }

  // A bit whose probability is learned.
  bit(odds, at) {
    const chance = odds[at], bound = (this.range >>> 11) * chance;
    const bit = this.code < bound ? 0 : 1;
    if (bit) {
      this.range -= bound;
      this.code -= bound;
      odds[at] -= chance >>> 5;
    } else {
      this.range = bound;
      odds[at] += 2048 - chance >>> 5;
    }
    this.shift();
    return bit;
  }

  // Bits that are as often 1 as 0.
  direct(count) {
    let value = 0;
    for (; count > 0; count -= 1) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit) this.code -= this.range;
      value = (value << 1 | bit) >>> 0;
      this.shift();
    }
    return value;
  }

  // A number of so many bits, the highest first: each bit depends on those before it.
  tree(odds, from, count) {
    let node = 1;
    for (let bits = count; bits > 0; bits -= 1) node = node << 1 | this.bit(odds, from + node);
    return node - (1 << count);
  }

  // The same with the lowest bit first.
  reverse(odds, from, count) {
    let node = 1, value = 0;
    for (let place = 0; place < count; place += 1) {
      const bit = this.bit(odds, from + node);
      node = node << 1 | bit;
      value |= bit << place;
    }
    return value;
  }
}

const even = count => new Uint16Array(count).fill(1024);

// How long a copy is: short, middle or long.
class Length {
  constructor() {
    Object.assign(this, { choice: even(2), low: even(16 << 3), middle: even(16 << 3), high: even(256) });
  }

  read(bits, place) {
    if (!bits.bit(this.choice, 0)) return 2 + bits.tree(this.low, place << 3, 3);
    if (!bits.bit(this.choice, 1)) return 10 + bits.tree(this.middle, place << 3, 3);
    return 18 + bits.tree(this.high, 0, 8);
  }
}

function unpack(bytes) {
  const header = new DataView(bytes.buffer, bytes.byteOffset);
  const [literalContext, literalPlace, place] = [bytes[0] % 9, Math.floor(bytes[0] / 9) % 5, Math.floor(bytes[0] / 45)];
  const output = new Uint8Array(header.getUint32(5, true)), bits = new Bits(bytes, 13);
  const literals = even(0x300 << literalContext + literalPlace);
  const [isCopy, isRepeat, isOther, isThird, isFourth, isLong] = [192, 12, 12, 12, 12, 192].map(even);
  const slots = even(4 << 6), middle = even(115), aligned = even(16);
  const [length, repeated] = [new Length(), new Length()];
  let state = 0, back = [0, 0, 0, 0];
  for (let end = 0; end < output.length;) {
    const at = end & (1 << place) - 1, both = (state << 4) + at;
    if (!bits.bit(isCopy, both)) {
      const before = end ? output[end - 1] : 0;
      const context = ((end & (1 << literalPlace) - 1) << literalContext) + (before >>> 8 - literalContext);
      const from = 0x300 * context;
      let symbol = 1;
      if (state >= 7) {
        // After a copy, the byte that would go on with it says much about this one.
        let match = output[end - back[0] - 1], isSame = true;
        while (symbol < 0x100 && isSame) {
          const expected = match >>> 7 & 1, bit = bits.bit(literals, from + (1 + expected << 8) + symbol);
          match <<= 1;
          symbol = symbol << 1 | bit;
          isSame = bit === expected;
        }
      }
      while (symbol < 0x100) symbol = symbol << 1 | bits.bit(literals, from + symbol);
      output[end++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count = 1;
    if (!bits.bit(isRepeat, state)) {
      count = length.read(bits, at);
      const slot = bits.tree(slots, Math.min(count - 2, 3) << 6, 6);
      let distance = slot;
      if (slot >= 4) {
        const more = (slot >>> 1) - 1;
        distance = (2 | slot & 1) << more;
        distance += slot < 14 ? bits.reverse(middle, distance - slot, more)
          : bits.direct(more - 4) * 16 + bits.reverse(aligned, 0, 4);
      }
      back = [distance, back[0], back[1], back[2]];
      state = state < 7 ? 7 : 10;
    } else {
      let isOne = false;
      if (!bits.bit(isOther, state)) {
        isOne = !bits.bit(isLong, both);
      } else {
        const which = !bits.bit(isThird, state) ? 1 : 2 + bits.bit(isFourth, state);
        back = [back[which], ...back.filter((_, number) => number !== which)];
      }
      if (!isOne) count = repeated.read(bits, at);
      state = isOne ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
    }
    for (; count > 0; count -= 1) {
      output[end] = output[end - back[0] - 1];
      end += 1;
    }
  }
  return output;
}
