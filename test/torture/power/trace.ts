import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

/** What a process did to the files of a folder, in order. Times are seconds of the wall clock. */
export type Event = { readonly at: number } & (
  | { readonly kind: "write"; readonly path: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: "truncate"; readonly path: string; readonly length: number }
  | { readonly kind: "copy"; readonly from: string; readonly path: string }
  | { readonly kind: "create" | "mkdir" | "unlink"; readonly path: string }
  | { readonly kind: "rename" | "link"; readonly from: string; readonly path: string }
  /** The disk has what was written before event `since`, which is when the call began. */
  | { readonly kind: "sync"; readonly path: string; readonly since: number; readonly begunAt: number }
  /** The disk refused what was written before event `since`: it has any part of it, and no later sync gives it more. */
  | { readonly kind: "failed sync"; readonly path: string; readonly since: number }
  /** A line that the process printed. */
  | { readonly kind: "said"; readonly line: string }
);

const calls = [
  "write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,rename,renameat,renameat2,unlink,unlinkat,rmdir",
  "link,linkat,mkdir,mkdirat,fsync,fdatasync,openat,open,lseek,copy_file_range,close",
].join(",");

/**
 * The command that runs another one and writes what it does to files. `failing` makes some of its syncs of journals and
 * decision logs fail: of each thread's those that strace's `when` names. SQLite syncs by another call.
 */
export const tracedBy = (output: string, command: readonly string[], failing?: string): string[] => [
  ...["strace", "-f", "-y", "-ttt", "-qq", "-xx", "-s", "4194304", "--seccomp-bpf", "-e", `trace=${calls}`],
  ...(failing === undefined ? [] : ["-e", `inject=fdatasync:error=EIO:when=${failing}`]),
  ...["-e", "signal=none", "-o", output, ...command],
];

const textOf = (hex: string): Buffer => Buffer.from(hex.replaceAll("\\x", ""), "hex");
const nameOf = (hex: string): string => textOf(hex).toString("utf8");

const hexText = '"((?:\\\\x[0-9a-f]{2})*)"';
const file = /^\d+<((?:\\x[0-9a-f]{2})+)>(?!\(deleted\))/;
const whole = /^(\d+) +([\d.]+) (.*)$/;

/** Reads what strace wrote about the files below `folder`. */
export async function readTrace(output: string, folder: string): Promise<Event[]> {
  const trace = new TraceReader(folder);
  for await (const line of createInterface({ input: createReadStream(output, "latin1") })) trace.add(line);
  return trace.events;
}

class TraceReader {
  readonly events: Event[] = [];
  readonly #folder: string;
  readonly #begun = new Map<string, { text: string; at: number; since: number }>();
  /** Where the next write of a descriptor begins; undefined at the end of its file. */
  readonly #positions = new Map<string, number | undefined>();
  readonly #sizes = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(line: string): void {
    const [, thread, time, text] = whole.exec(line) ?? [];
    if (thread === undefined || text === undefined) return;
    const at = Number(time);
    const since = this.events.length;
    const cut = / <unfinished \.\.\.>$/.exec(text);
    if (cut) {
      this.#begun.set(thread, { text: text.slice(0, cut.index), at, since });
      return;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text);
    const begun = resumed ? this.#begun.get(thread) : { text: "", at, since };
    if (begun) this.#call(begun.text + (resumed?.[1] ?? text), at, begun);
  }

  #call(text: string, at: number, begun: { readonly at: number; readonly since: number }): void {
    const name = /^(\w+)\(/.exec(text)?.[1];
    const result = /\) += (-?\d+)(?:<((?:\\x[0-9a-f]{2})+)>)?[^"]*$/.exec(text);
    if (!name || !result) return;
    const rest = text.slice(name.length + 1);
    if (Number(result[1]) < 0)
      return void (/^f(data)?sync$/.test(name) && this.#failed(rest, begun.since, at));
    if (name.startsWith("open")) this.#opened(rest, Number(result[1]), result[2], at);
    else if (/^(rename|link|unlink|rmdir|mkdir)/.test(name)) this.#named(name, rest, at);
    else this.#onFile(name, rest, Number(result[1]), { at, begun });
  }

  #failed(rest: string, since: number, at: number): void {
    const shown = file.exec(rest);
    const path = shown && nameOf(shown[1]!);
    if (path && this.#isOurs(path)) this.events.push({ kind: "failed sync", path, since, at });
  }

  #isOurs = (path: string): boolean => path === this.#folder || path.startsWith(`${this.#folder}/`);

  #opened(rest: string, descriptor: number, shown: string | undefined, at: number): void {
    if (shown === undefined) return;
    const path = nameOf(shown);
    if (!this.#isOurs(path)) return;
    if (rest.includes("O_CREAT") && !this.#sizes.has(path)) {
      this.#sizes.set(path, 0);
      this.events.push({ kind: "create", path, at });
    } else if (rest.includes("O_TRUNC")) {
      this.#sizes.set(path, 0);
      this.events.push({ kind: "truncate", path, length: 0, at });
    }
    this.#positions.set(`${descriptor} ${path}`, rest.includes("O_APPEND") ? undefined : 0);
  }

  #named(name: string, rest: string, at: number): void {
    const paths = [
      ...rest.matchAll(new RegExp(`(?:(?:AT_FDCWD|\\d+)<((?:\\\\x[0-9a-f]{2})+)>, )?${hexText}`, "g")),
    ].map(([, base, path]) => resolve(base === undefined ? "/" : nameOf(base), nameOf(path!)));
    const [first, second] = paths;
    if (first === undefined || !this.#isOurs(second ?? first)) return;
    if (second !== undefined) {
      this.#sizes.set(second, this.#sizes.get(first) ?? 0);
      const kind = name.startsWith("rename") ? "rename" : "link";
      if (kind === "rename") this.#sizes.delete(first);
      this.events.push({ kind, from: first, path: second, at });
    } else if (name.startsWith("mkdir")) this.events.push({ kind: "mkdir", path: first, at });
    else {
      this.#sizes.delete(first);
      this.events.push({ kind: "unlink", path: first, at });
    }
  }

  #onFile(
    name: string,
    rest: string,
    result: number,
    { at, begun }: { readonly at: number; readonly begun: { readonly at: number; readonly since: number } },
  ): void {
    if (/^1</.test(rest) && name === "write") {
      const said = nameOf(new RegExp(hexText).exec(rest)?.[1] ?? "");
      for (const line of said.split("\n")) if (line) this.events.push({ kind: "said", line, at });
    }
    const shown = file.exec(rest);
    if (!shown) return;
    const path = nameOf(shown[1]!);
    if (!this.#isOurs(path)) return;
    const key = `${/^\d+/.exec(rest)![0]} ${path}`;
    const size = this.#sizes.get(path) ?? 0;
    if (name === "fsync" || name === "fdatasync")
      this.events.push({ kind: "sync", path, since: begun.since, begunAt: begun.at, at });
    else if (name === "lseek") this.#positions.set(key, result);
    else if (name === "ftruncate") {
      const length = Number(/, (\d+)\)/.exec(rest)![1]);
      this.#sizes.set(path, length);
      this.events.push({ kind: "truncate", path, length, at });
    } else if (name === "copy_file_range") {
      const to = nameOf(/>, [^<]*<((?:\\x[0-9a-f]{2})+)>/.exec(rest)![1]!);
      this.events.push({ kind: "copy", from: path, path: to, at });
    } else if (name.includes("write")) {
      const pieces = [...rest.matchAll(new RegExp(hexText, "g"))].map(([, hex]) => textOf(hex!));
      const bytes = Buffer.concat(pieces).subarray(0, result);
      const isPlaced = name.startsWith("pwrite");
      const offset = isPlaced ? Number(/, (\d+)\) += /.exec(rest)![1]) : (this.#positions.get(key) ?? size);
      if (!isPlaced && this.#positions.get(key) !== undefined) this.#positions.set(key, offset + result);
      this.#sizes.set(path, Math.max(size, offset + result));
      this.events.push({ kind: "write", path, offset, bytes, at });
    }
  }
}
