// A list of lines as bytes, and what was decided on each of them.
"use strict";

const [EMPTY, KEPT, NOT_URL, SIMILAR, REPEATED] = [0, 1, 2, 3, 4];
const NO_GROUP = 0xffffffff;
const utf8 = new TextDecoder();

// The bytes behind gzip, or the same bytes.
async function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Decided {
  constructor(bytes, { ends, groups, verdicts }) {
    Object.assign(this, { bytes, ends, groups, verdicts });
    // The first line of each group and its size, and the kept lines in their order.
    this.first = [];
    this.sizes = [];
    this.kept = [];
    this.lines = 0;
    groups.forEach((group, line) => {
      if (verdicts[line] !== EMPTY) this.lines += 1;
      if (this.isKept(line)) this.kept.push(line);
      if (group === NO_GROUP) return;
      if (group === this.first.length) {
        this.first.push(line);
        this.sizes.push(0);
      }
      this.sizes[group] += 1;
    });
    // Largest first; of equal sizes, the one that starts first.
    this.order = this.first.map((_, group) => group).sort((one, other) => this.sizes[other] - this.sizes[one] || one - other);
  }

  isKept(line) {
    return this.verdicts[line] === KEPT || this.verdicts[line] === NOT_URL;
  }

  bytesOf(line) {
    return this.bytes.subarray(line ? this.ends[line - 1] + 1 : 0, this.ends[line]);
  }

  text(line) {
    return utf8.decode(this.bytesOf(line)).replace(/\r$/, "");
  }

  // The lines of a group but the first, from one on, at most so many.
  members(group, from, most) {
    const found = [];
    for (let line = from; line < this.groups.length && found.length < most; line += 1) {
      if (this.groups[line] === group && line !== this.first[group]) found.push(line);
    }
    return found;
  }

  // The kept lines as the program prints them.
  output() {
    const all = new Uint8Array(this.kept.reduce((sum, line) => sum + this.bytesOf(line).length + 1, 0));
    let end = 0;
    for (const line of this.kept) {
      all.set(this.bytesOf(line), end);
      end += this.bytesOf(line).length + 1;
      all[end - 1] = 10;
    }
    return all;
  }

  // Lines that one of two results keeps and the other does not: those kept here only, and there only.
  changes(before) {
    const [added, gone] = [[], []];
    for (let line = 0; line < this.groups.length; line += 1) {
      if (this.isKept(line) && !before.isKept(line)) added.push(line);
      if (!this.isKept(line) && before.isKept(line)) gone.push(line);
    }
    return { added, gone };
  }
}
