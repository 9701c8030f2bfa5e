// The filter of urlsift, as WebAssembly. Nothing here is of one host: index.js finds the module where files are.

const encoder = new TextEncoder(), decoder = new TextDecoder();
const NO_GROUP = 0xffffffff;

// The longest line that is compared, as in the program. Of a longer one the module gets one byte more, and keeps it apart.
const LONGEST_LINE = 1 << 20;

// What became of a line, by the module's numbers. Lines are printed below 16. A header that comes again is a repetition.
const VERDICTS = [];
Object.assign(VERDICTS, {
  1: "kept", 2: "sample", 3: "not_url", 4: "header",
  16: "similar", 17: "unwanted", 18: "repeated", 19: "repeated", 20: "empty",
});
const isPrinted = number => number < 16;

let compiled, find;

// Sets the function that finds the module, if nobody has given one.
export function findBy(finder) {
  find = finder;
}

// Takes the module as bytes or compiled.
export async function use(source) {
  compiled = source instanceof WebAssembly.Module ? source : WebAssembly.compile(source);
  await compiled;
}

async function module() {
  return compiled ??= find();
}

/** Settings as the module reads them: `merge-hosts=true`, each ended by a byte 0. */
function text(settings) {
  let given = "";
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || value === null) continue;
    const row = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    for (const item of Array.isArray(value) ? value : [value]) {
      if (`${item}`.includes("\0")) throw new RangeError(`${name}: a setting has no byte 0`);
      given += `${row}=${item}\0`;
    }
  }
  return given;
}

/** Settings with a seed drawn here, as the module has no randomness. */
function seeded(settings) {
  if (settings.seed !== undefined) return settings;
  const seed = crypto.getRandomValues(new Uint8Array(16));
  return { ...settings, seed: Array.from(seed, byte => byte.toString(16).padStart(2, "0")).join("") };
}

/** A line as text or bytes. What has an address, as a URL or an element of a page, is that; anything else is a mistake of the caller. */
function lineOf(given) {
  if (typeof given === "string" || given instanceof Uint8Array) return given;
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  if (typeof given?.href === "string") return given.href;
  throw new TypeError(`a line is a string, bytes or a URL, not ${given === null ? "null" : typeof given}`);
}

/** As much of a line as decides. */
function startOf(line) {
  if (line.length <= LONGEST_LINE) return line;
  return typeof line === "string" ? line.slice(0, LONGEST_LINE + 1) : line.subarray(0, LONGEST_LINE + 1);
}

/** An instance of the module, which passes bytes and numbers. */
class Instance {
  #memory; #view; #at = 0; #room = 0;

  constructor(compiled) {
    this.exports = new WebAssembly.Instance(compiled, {}).exports;
    this.#memory = this.exports.memory;
    this.#view = new Uint8Array(this.#memory.buffer);
  }

  #reserve(length) {
    if (length > this.#room) {
      this.#room = Math.max(4096, length);
      this.#at = this.exports.input(this.#room);
    }
    // Memory that has grown has another buffer.
    if (this.#view.length === 0) this.#view = new Uint8Array(this.#memory.buffer);
  }

  /** Writes a line or other bytes where the module reads them, and returns their length. */
  write(line) {
    if (typeof line !== "string") {
      this.#reserve(line.length);
      this.#view.set(line, this.#at);
      return line.length;
    }
    this.#reserve(line.length * 3);
    return encoder.encodeInto(line, this.#view.subarray(this.#at, this.#at + this.#room)).written;
  }

  /** Writes a line of whoever uses the package. */
  writeLine(given) {
    return this.write(startOf(lineOf(given)));
  }

  /** A view of the output, valid until the next call. */
  get output() {
    return new Uint8Array(this.#memory.buffer, this.exports.output(), this.exports.output_length());
  }

  get said() {
    return decoder.decode(this.output);
  }

  /** Throws what the module says if it refuses. */
  accept(accepted) {
    if (!accepted) throw new RangeError(this.said);
  }

  get memory() {
    return this.#memory.buffer.byteLength;
  }
}

/** A filter: decides which lines are similar to earlier ones. */
export class Sift {
  #instance; #exports;

  constructor(compiled, settings = {}) {
    this.#instance = new Instance(compiled);
    this.#exports = this.#instance.exports;
    this.#instance.accept(this.#exports.create(this.#instance.write(text(seeded(settings)))));
  }

  static async create(settings = {}) {
    return new Sift(await module(), settings);
  }

  static async load(saved, settings = {}) {
    const sift = await Sift.create({ ...settings, notes: true });
    sift.#instance.accept(sift.#exports.load(sift.#instance.write(saved)));
    return sift;
  }

  /** The number of the verdict. */
  #decide(line) {
    return this.#exports.admit(this.#instance.writeLine(line));
  }

  admit(line) {
    return VERDICTS[this.#decide(line)];
  }

  isPrinted(line) {
    return isPrinted(this.#decide(line));
  }

  filter(lines) {
    return lines[Symbol.asyncIterator] ? this.#filterLater(lines) : this.#filterNow(lines);
  }

  *#filterNow(lines) {
    for (const line of lines) if (this.isPrinted(line)) yield line;
  }

  async *#filterLater(lines) {
    for await (const line of lines) if (this.isPrinted(line)) yield line;
  }

  stream() {
    return new TransformStream({
      transform: (line, output) => {
        if (this.isPrinted(line)) output.enqueue(line);
      },
    });
  }

  shape(line) {
    return this.#exports.shape(this.#instance.writeLine(line)) ? this.#instance.said : undefined;
  }

  group(number) {
    const found = this.#exports.group(number) >>> 0;
    return found === NO_GROUP ? undefined : found;
  }

  explain(line, number) {
    return this.#exports.explain(this.#instance.writeLine(line), number) ? this.#instance.said : undefined;
  }

  save() {
    this.#instance.accept(this.#exports.save());
    return this.#instance.output.slice();
  }

  get size() {
    return this.#exports.kept();
  }

  get memory() {
    return { used: this.#exports.memory_usage(), taken: this.#instance.memory };
  }

  free() {
    this.#instance = this.#exports = undefined;
  }
}

if (Symbol.dispose) Sift.prototype[Symbol.dispose] = Sift.prototype.free;

/** A link that should be requested, until it is settled by one of its methods. */
class Ticket {
  #instance;

  constructor(instance, number, url) {
    this.#instance = instance;
    this.number = number;
    this.url = url;
  }

  /** The ticket of a link that waited, by what the module returned. */
  #next(number) {
    return number < 0 ? undefined : new Ticket(this.#instance, number, this.#instance.said);
  }

  done({ url = "", status = 200, canonical = "", digest = "" } = {}) {
    const [address, page] = [url, canonical].map(part => encoder.encode(part));
    const bytes = typeof digest === "string" ? encoder.encode(digest) : digest;
    const answer = new Uint8Array(8 + address.length + page.length + bytes.length), lengths = new DataView(answer.buffer);
    lengths.setUint32(0, address.length, true);
    lengths.setUint32(4, page.length, true);
    answer.set(address, 8);
    answer.set(page, 8 + address.length);
    answer.set(bytes, 8 + address.length + page.length);
    return this.#next(this.#instance.exports.done(this.#instance.write(answer), this.number, status));
  }

  failed() {
    return this.#next(this.#instance.exports.failed(this.number));
  }

  released() {
    return this.#next(this.#instance.exports.released(this.number));
  }
}

/** Decides which links a crawler should request, so that it ends. */
export class Crawl {
  #instance; #exports;

  constructor(compiled, { limits = {}, ...settings } = {}) {
    this.#instance = new Instance(compiled);
    this.#exports = this.#instance.exports;
    const named = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [`limit${name[0].toUpperCase()}${name.slice(1)}`, limit]));
    this.#instance.accept(this.#exports.crawl(this.#instance.write(text(seeded({ ...settings, ...named })))));
  }

  static async create(settings = {}) {
    return new Crawl(await module(), settings);
  }

  static async load(saved, settings = {}) {
    const crawl = await Crawl.create(settings);
    crawl.#instance.accept(crawl.#exports.load(crawl.#instance.write(saved)));
    return crawl;
  }

  take(url) {
    const address = lineOf(url), number = this.#exports.take(this.#instance.writeLine(address));
    this.refusal = number < 0 ? this.#instance.said : undefined;
    return number < 0 ? undefined : new Ticket(this.#instance, number, address);
  }

  fetched(url) {
    this.#exports.fetched(this.#instance.writeLine(url));
  }

  ticket(number, url = "") {
    return new Ticket(this.#instance, number, url);
  }

  /** The tickets that are not settled. */
  get open() {
    this.#exports.open_tickets();
    const tickets = [], output = this.#instance.output, view = new DataView(output.buffer, output.byteOffset, output.byteLength);
    for (let at = 0; at < output.length;) {
      const number = view.getFloat64(at, true), from = at + 12, to = from + view.getUint32(at + 8, true);
      tickets.push(new Ticket(this.#instance, number, decoder.decode(output.subarray(from, to))));
      at = to;
    }
    return tickets;
  }

  get templates() {
    return this.#exports.templates();
  }

  save() {
    this.#instance.accept(this.#exports.save());
    return this.#instance.output.slice();
  }

  get memory() {
    return { used: this.#exports.memory_usage(), taken: this.#instance.memory };
  }

  free() {
    this.#instance = this.#exports = undefined;
  }
}

if (Symbol.dispose) Crawl.prototype[Symbol.dispose] = Crawl.prototype.free;

/** How many lines each threshold from `lowest` to 100 keeps. */
export async function sweep(lines, settings = {}, lowest = 50) {
  const instance = new Instance(await module()), { exports } = instance;
  instance.accept(exports.sweep(instance.write(text(seeded(settings))), lowest));
  for (const line of lines) exports.sweep_line(instance.writeLine(line));
  exports.sweep_end();
  return new Uint32Array(instance.output.slice().buffer);
}
