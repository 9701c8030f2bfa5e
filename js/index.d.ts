/**
 * A line: text, bytes that need not be UTF-8, or what has an address, as a URL or a link of a page. Without its line end. One of more than
 * 1 MiB is not compared: it is `not_url`, and printed. Anything else throws a TypeError, and the filter goes on.
 */
export type Line = string | ArrayBufferView | { readonly href: string };

/** What became of a line. Kept, sample, not_url and header are printed, the others are not. */
export type Verdict = "kept" | "sample" | "not_url" | "header" | "similar" | "unwanted" | "repeated" | "empty";

/** The settings of the program `urlsift`, by the names of its options. */
export interface Settings {
  /** Drop URLs that are at least this similar to a kept one. */
  threshold?: number | string;
  /** Set the weights of components, like host=4,path=3. */
  weights?: string;
  /** How to measure similarity. */
  metric?: "overlap" | "simhash";
  /** Compare words, numbers and identifiers as written. */
  literal?: boolean;
  /** Merge hosts that differ only in numbers or tenant name, or that show the same pages. */
  mergeHosts?: boolean;
  /** Do not learn variable path positions. */
  noLearn?: boolean;
  /** Recognise only this value class. */
  class?: readonly ("version" | "file" | "call" | "int" | "numbers" | "uuid" | "jwt" | "email" | "handle" | "locale" | "text" | "media" | "host" | "hex" | "random" | "slug" | "numbered")[];
  /** Do not recognise this value class. */
  noClass?: readonly ("version" | "file" | "call" | "int" | "numbers" | "uuid" | "jwt" | "email" | "handle" | "locale" | "text" | "media" | "host" | "hex" | "random" | "slug" | "numbered")[];
  /** Never merge path segments of this name. */
  protect?: readonly string[];
  /** Do not compare parameters of this name. */
  ignoreParam?: readonly string[];
  /** Keep URLs apart if they differ in the value of this parameter. */
  selectParam?: readonly string[];
  /** Do not compare the parameters that these rules name for a host. */
  paramsFrom?: readonly string[];
  /** Rules about places of a site: same or different, in or out. */
  rules?: readonly string[];
  /** Compare tracking and session parameters too. */
  noDefaultIgnores?: boolean;
  /** Never merge records that differ in one of these fields, like method,content-type. */
  by?: string;
  /** Which parameters make a URL new: any set of them, or only new names (facets). */
  params?: "sets" | "names" | "learned";
  /** Read everything twice: learn first, then filter. */
  twoPass?: boolean;
  /** Merge lines of a host whose answers are equal, once N were kept [5 without N]. */
  sameAnswer?: number;
  /** What the lines are. */
  as?: "urls" | "text" | "log" | "events";
  /** Compare sequences by runs of N steps. */
  shingle?: number;
  /** What is taken out of texts before they are compared. */
  fold?: "marks" | "blanks" | "forms" | "all" | "none";
  /** Keep only URLs with these extensions, like php,jsp. */
  ext?: readonly string[];
  /** Drop URLs with these extensions, like static,pdf. */
  notExt?: readonly string[];
  /** Keep only URLs on these hosts, like example.com,*.example.org. */
  host?: readonly string[];
  /** Drop URLs on these hosts. */
  notHost?: readonly string[];
  /** Keep only URLs that are in scope. */
  scope?: readonly string[];
  /** Keep only URLs with these schemes, like https,wss. */
  scheme?: readonly string[];
  /** Keep only URLs with parameters. */
  hasParams?: boolean;
  /** Keep only URLs without parameters. */
  noParams?: boolean;
  /** Keep only URLs that have one of these parameters, like id,*url*. */
  param?: readonly string[];
  /** Drop junk URLs from archives and crawlers. */
  notJunk?: boolean;
  /** Keep only records with these HTTP statuses, like 200,3xx, or without any. */
  status?: readonly (string | number)[];
  /** Keep only texts that fit a signature, as cluster finds them. */
  signatures?: readonly string[];
  /** Drop texts that fit a signature. */
  notSignatures?: readonly string[];
  /** Keep up to N lines of each host. */
  maxPerHost?: number;
  /** Keep up to N lines below each path prefix, like /shop on one host. */
  maxPerPrefix?: string | number;
  /** The member or column that has the URL, like request.endpoint or 3. */
  field?: string;
  /** Read CSV or TSV with the URL in this column, by name or number. */
  column?: string | number;
  /** Read access logs: common, combined, W3C, S3, load balancers, HAProxy. */
  log?: boolean;
  /** The base URL of links and paths without a host. */
  base?: string;
  /** Keep up to N lines of each group of similar ones. */
  keep?: number;
  /** Also keep a line of each name at learned positions, up to N names a position. */
  suspects?: number;
  /** Which details to record in addition to verdicts. */
  detail?: "verdicts" | "shapes" | "groups" | "explanations";
  /** Count the lines that are dropped because a path position was learned. */
  countLearned?: boolean;
  /** Record what is kept and learned, so that it can be saved. */
  notes?: boolean;
  /** Compare every line with all kept ones: the same verdicts, in quadratic time, for tests. */
  exhaustive?: boolean;
  /** Set the key of all hashes, so that a run can be repeated. */
  seed?: string;
}

/** A filter: decides which lines are similar to earlier ones. Its verdicts depend on the order of the calls. */
export class Sift implements Disposable {
  /** Compiles the engine, once for all, and makes a filter that knows nothing yet. Throws a RangeError if the settings are refused. */
  static create(settings?: Settings): Promise<Sift>;
  /** Goes on from what `save` gave. The settings must be those of the saved filter. */
  static load(saved: Uint8Array, settings?: Settings): Promise<Sift>;
  /** Makes a filter at once, of the engine compiled elsewhere. */
  constructor(module: WebAssembly.Module, settings?: Settings);

  /** Decides on a line. */
  admit(line: Line): Verdict;
  /** Decides on a line, and says whether the program would print it. */
  isPrinted(line: Line): boolean;
  /** The lines that the program would print, as they come. */
  filter<L extends Line>(lines: Iterable<L>): Generator<L, void, undefined>;
  filter<L extends Line>(lines: AsyncIterable<L>): AsyncGenerator<L, void, undefined>;
  /** The same as a stream of lines. */
  stream<L extends Line>(): TransformStream<L, L>;
  /** The template of a URL as it reads with everything learned, like `https://example.com/user/{int}/edit`; undefined for other lines. */
  shape(line: Line): string | undefined;
  /**
   * The group of a line of this number, counted from 0 among all lines of the filter. Needs the setting `detail`, under which each decision
   * is noted, in about a hundred bytes.
   */
  group(number: number): number | undefined;
  /** Why the line of this number was dropped, in the words of `urlsift --explain`. Needs `detail: "explanations"`. */
  explain(line: Line, number: number): string | undefined;
  /** Everything that the filter knows, in bytes that are the same on every machine. Needs the setting `notes`. */
  save(): Uint8Array<ArrayBuffer>;
  /** The number of URLs that were kept, without further samples. */
  readonly size: number;
  /** The bytes that the filter uses, and those that its engine has taken from the system. */
  readonly memory: { readonly used: number; readonly taken: number };
  /** Gives the memory back. The filter cannot be used any more. */
  free(): void;
  [Symbol.dispose](): void;
}

/** Limits of a crawl. */
export interface Limits {
  /** Well answered pages of each template. Default: 3. */
  keep?: number;
  /** Failed pages of a template after which no more are requested, and links of it that wait. Default: 20. */
  failures?: number;
  /** Templates of one path that differ in the names of their parameters only. Default: 10. */
  parameterSets?: number;
  /** Path segments that repeat earlier ones of the template. Default: 4. */
  repeats?: number;
  /** Path segments. Default: 16. */
  depth?: number;
  /** Requests to one host, failed ones included. Default: 5,000. */
  requestsPerHost?: number;
  /** Templates of one host. Default: 5,000. */
  templatesPerHost?: number;
  /** Hosts below one registrable domain. Default: 100. */
  hostsPerDomain?: number;
  /** Hosts in all. Default: 100,000. */
  allHosts?: number;
}

/** What became of a request. */
export interface Answer {
  /** The final address after redirects. Default: that of the ticket. */
  url?: string;
  /** 200 to 299 and 304 are good. Default: 200. */
  status?: number;
  /** The address that the page names as its canonical one. */
  canonical?: string;
  /** A digest of the body: a page with that of an earlier one is a copy. */
  digest?: string | Uint8Array;
}

/**
 * A link that should be requested, until it is settled by one of its methods; of two settlements, the first one counts. Each returns the
 * ticket of a link that waited and has its turn now, if there is one.
 */
export interface Ticket {
  readonly url: string;
  /** Unique within its crawl, also after `load`. */
  readonly number: number;
  /** There was an answer, of any status. */
  done(answer?: Answer): Ticket | undefined;
  /** There was none, after all retries. */
  failed(): Ticket | undefined;
  /** The request was never sent. */
  released(): Ticket | undefined;
}

/** Why a link got no ticket. */
export type Refusal = "not_url" | "unwanted" | "repeated" | "enough" | "waiting" | "failures" | "parameter_sets" | "repeats" | "depth"
  | "requests" | "templates" | "hosts";

/**
 * Decides which links a crawler should request, so that it ends: calendars, facets and mazes give new templates without end, which a filter
 * alone keeps. It gives out tickets, a few for each template, and no more once pages were answered well. A link that is refused while the
 * tickets of its template are open waits, and has its turn if one of them fails.
 */
export class Crawl implements Disposable {
  static create(settings?: Settings & { limits?: Limits }): Promise<Crawl>;
  /** Goes on from what `save` gave, with the same limits and settings. */
  static load(saved: Uint8Array, settings?: Settings & { limits?: Limits }): Promise<Crawl>;
  constructor(module: WebAssembly.Module, settings?: Settings & { limits?: Limits });

  /** Asks for a ticket. Ask about the links of a page in the order in which they stand there, by their absolute URLs. */
  take(url: string | URL): Ticket | undefined;
  /** Why the last link got none. */
  readonly refusal: Refusal | undefined;
  /** Notes a page that was answered well without a ticket, as those that a crawl starts from. */
  fetched(url: string | URL): void;
  /** The ticket of a number, for queues that keep numbers only. */
  ticket(number: number, url?: string): Ticket;
  /** The tickets that are not settled. */
  readonly open: Ticket[];
  /** The number of templates that have a good page. */
  readonly templates: number;
  /** Everything that the crawl knows, in bytes that are the same on every machine. */
  save(): Uint8Array<ArrayBuffer>;
  /** The bytes that the crawl uses, and those that its engine has taken from the system. */
  readonly memory: { readonly used: number; readonly taken: number };
  /** Gives the memory back. The crawl cannot be used any more. */
  free(): void;
  [Symbol.dispose](): void;
}

/** How many lines each threshold from `lowest` to 100 would keep. */
export function sweep(lines: Iterable<Line>, settings?: Settings, lowest?: number): Promise<Uint32Array<ArrayBuffer>>;

/** Takes the engine, `urlsift.wasm`, from elsewhere: for bundles and workers in which no file is beside this one. */
export function use(engine: BufferSource | WebAssembly.Module): Promise<void>;
