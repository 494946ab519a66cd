import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { type OutboundGuard, OutboundRefused } from "../../../outbound/guard.ts";
import { isUnreachable } from "../../../outbound/reachable.ts";
import { ImportError, InputAbsent } from "./import-error.ts";

export interface DownloadOptions {
  readonly guard: OutboundGuard;
  /** Where downloads are kept; an interrupted one is resumed from there. */
  readonly folder: string;
  readonly bytesMax: number;
  /** Allows plain http. */
  readonly insecure?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, total: number | undefined) => void) | undefined;
  /** Before the first retry; each further one waits twice as long. */
  readonly pauseMs?: number;
  /** How long a server may send nothing. */
  readonly silenceMs?: number;
  /** How long its host may take to accept the first connection, retries included. */
  readonly connectMs?: number;
}

/** A downloaded file; `remove` deletes it. */
export interface Downloaded {
  readonly file: string;
  readonly remove: () => void;
}

const redirectsMax = 5;
const attemptsMax = 6;

/** So many connections are tried to a host that has sent nothing. */
const connectionsMax = 3;

/** A failure that a retry may solve. */
class Interrupted extends Error {}

/**
 * Downloads a file; resumes an interrupted download if the server still has the same file. Throws
 * `ImportError` for an address that is not https, an error response or a web page, and a file that is too
 * large; without a network within 5 s.
 */
export async function download(address: string, options: DownloadOptions): Promise<Downloaded> {
  requireSecure(address, options);
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const name = createHash("sha256").update(address).digest("hex").slice(0, 16);
  const file = join(options.folder, `${name}.download`);
  let failures = 0;
  let reached = false;
  const { connectMs = 4000 } = options;
  const begun = performance.now();
  for (;;) {
    const before = sizeOf(file);
    try {
      if (!reached) await options.guard.requireReachable(address, begun + connectMs - performance.now());
      await attempt(address, file, options);
      return { file, remove: () => removeDownload(file) };
    } catch (error) {
      if (error instanceof OutboundRefused) throw new ImportError(error.message);
      const unreachable = isUnreachable(error);
      if (!(error instanceof Interrupted || unreachable)) throw error;
      options.signal?.throwIfAborted();
      reached ||= !unreachable;
      failures = sizeOf(file) > before ? 1 : failures + 1;
      const tooLate = failures >= connectionsMax || performance.now() - begun > connectMs / 2;
      const next = readMark(file) === "" ? "starts again" : `continues from ${sizeOf(file)} bytes`;
      if (!reached && tooLate) throw unreachableError(address, error as Error, next);
      if (failures >= attemptsMax)
        throw new ImportError(
          `${address} could not be downloaded: ${(error as Error).message}; the same command ${next}`,
        );
      await Bun.sleep((options.pauseMs ?? 500) * 2 ** (failures - 1));
    }
  }
}

function unreachableError(address: string, { message }: Error, next: string): ImportError {
  return new ImportError(
    `no connection to ${new URL(address).host}: ${message}. Without a network give a file in place of the address: download ${address} on another machine. With a network the same command ${next}`,
  );
}

/** The file that identifies the server's file of which a part is here, for `If-Range`. */
const markOf = (file: string) => `${file}.mark`;

/** The mark of a part that can be resumed; else empty. */
function readMark(file: string): string {
  return existsSync(markOf(file)) && sizeOf(file) > 0 ? readFileSync(markOf(file), "utf8") : "";
}

function removeDownload(file: string): void {
  rmSync(file, { force: true });
  rmSync(markOf(file), { force: true });
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function attempt(address: string, file: string, options: DownloadOptions): Promise<void> {
  const mark = readMark(file);
  const have = mark === "" ? 0 : sizeOf(file);
  const silence = new AbortController();
  const onSilence = () => silence.abort(new Interrupted("the server stopped sending"));
  const timer = setTimeout(onSilence, options.silenceMs ?? 60_000);
  try {
    const signals = options.signal ? [silence.signal, options.signal] : [silence.signal];
    const resume = have > 0 ? { range: `bytes=${have}-`, "if-range": mark } : {};
    const response = await follow(address, resume, AbortSignal.any(signals), options);
    if (response.status === 416) {
      removeDownload(file);
      throw new Interrupted("the server's file has changed");
    }
    const resumed = requireFile(address, response, have);
    const found = strongMark(response.headers);
    // A server that sends the whole of the same file again does not resume.
    if (!resumed) writeFileSync(markOf(file), have > 0 && found === mark ? "" : found, { mode: 0o600 });
    await save(response, file, resumed ? have : 0, options, timer);
  } catch (error) {
    const isOwn = error instanceof ImportError || error instanceof Interrupted;
    if (isOwn || error instanceof OutboundRefused) throw error;
    options.signal?.throwIfAborted();
    if (isDisk(error) || isUnreachable(error)) throw error;
    throw new Interrupted((error as Error).message);
  } finally {
    clearTimeout(timer);
  }
}

function isDisk(error: unknown): boolean {
  return /^(ENOSPC|EIO|EACCES|EDQUOT|EROFS|ENOENT)$/.test(String((error as NodeJS.ErrnoException).code));
}

async function follow(
  address: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  options: DownloadOptions,
): Promise<Response> {
  let at = address;
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const response = await options.guard.fetch(at, {
      signal,
      headers: { "accept-encoding": "identity", "user-agent": "vingate-import", ...headers },
    });
    const target = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || !target) return response;
    await response.body?.cancel();
    at = new URL(target, at).href;
    requireSecure(at, options);
  }
  throw new ImportError(`${address} redirects more than ${redirectsMax} times`);
}

function requireSecure(address: string, { insecure }: DownloadOptions): void {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) throw new ImportError(`${address} is not an https address`);
  if (url.protocol === "http:" && insecure !== true)
    throw new ImportError(
      `${address} is not https: the file could be changed in transit; --insecure allows it`,
    );
}

/** Whether the response continues the part that is here. */
function requireFile(address: string, response: Response, have: number): boolean {
  const { status, headers } = response;
  if (status === 429 || status >= 500) throw new Interrupted(`the server returned ${status}`);
  if (status === 404 || status === 410) throw new InputAbsent(`${address} answers ${status}`);
  if (status !== 200 && status !== 206) throw new ImportError(`${address} answers ${status}`);
  if (/^text\/html\b/i.test(headers.get("content-type") ?? ""))
    throw new ImportError(`${address} returned a web page, not a file`);
  if (status === 200) return false;
  const from = /^bytes (\d+)-/.exec(headers.get("content-range") ?? "")?.[1];
  if (Number(from) !== have) throw new ImportError(`${address} returned another part than requested`);
  return true;
}

async function save(
  response: Response,
  file: string,
  from: number,
  options: DownloadOptions,
  silence: Timer,
): Promise<void> {
  const { headers } = response;
  const announced = headers.get("content-length");
  const total = announced === null ? undefined : from + Number(announced);
  const requireSize = (size: number) => {
    if (size > options.bytesMax)
      throw new ImportError(`the file has more than the ${options.bytesMax} bytes allowed`);
  };
  requireSize(total ?? 0);
  const handle = openSync(file, from > 0 ? "a" : "w", 0o600);
  let size = from;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      silence.refresh();
      size += chunk.length;
      requireSize(size);
      for (let written = 0; written < chunk.length; ) written += writeSync(handle, chunk, written);
      options.progress?.(size, total);
    }
  } finally {
    closeSync(handle);
  }
  if (total !== undefined && size < total)
    throw new Interrupted(`the connection ended after ${size} of ${total} bytes`);
}

/** `If-Range` needs a strong tag or a date. */
function strongMark(headers: Headers): string {
  const tag = headers.get("etag");
  return tag && !tag.startsWith("W/") ? tag : (headers.get("last-modified") ?? "");
}
