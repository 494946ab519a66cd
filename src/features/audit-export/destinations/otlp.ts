import type { Clock } from "../../../base/clock.ts";
import { hourMs } from "../../../base/durations.ts";
import type { AuditEntryRecord } from "../../../management/system/audit.ts";
import type { OutboundGuard } from "../../../outbound/guard.ts";
import type { Target } from "../settings.ts";
import { allTaken, DeliveryError, type Destination, type Outcome, type Refused } from "./destination.ts";
import { otlpLogsJson } from "./otlp-records.ts";

type OtlpTarget = Extract<Target, { readonly kind: "otlp" }>;

const requestMs = 10_000;
const answerBytesMax = 65_536;
const shownMax = 200;
/** Requests that one attempt spends on finding the entries that are refused. */
const searchMax = 64;
/** Entries of an attempt after one that found no entry that is taken: few enough to try each alone. */
const fewEntries = 16;

/** What becomes of a request: taken, or refused with a reason. */
type Answer = { readonly refusal: string | undefined };

/** Sends entries to an OpenTelemetry collector by OTLP over HTTP, as JSON. */
export class OtlpDestination implements Destination {
  readonly #target: OtlpTarget;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #guard: OutboundGuard;
  readonly #clock: Clock;
  #few = false;

  constructor(
    target: OtlpTarget,
    headers: Readonly<Record<string, string>>,
    guard: OutboundGuard,
    clock: Clock,
  ) {
    this.#target = target;
    this.#headers = headers;
    this.#guard = guard;
    this.#clock = clock;
  }

  async send(entries: readonly AuditEntryRecord[], signal: AbortSignal): Promise<Outcome> {
    const sent = this.#few ? entries.slice(0, fewEntries) : entries;
    const { refusal } = await this.#post(sent, signal);
    if (refusal === undefined) {
      this.#few = false;
      return allTaken(sent);
    }
    const outcome = await this.#search(sent, refusal, signal);
    this.#few = outcome.taken.length === 0;
    return outcome;
  }

  /**
   * Finds which entries of a refused request are refused, by halves, widest first. Entries that are taken here may have been
   * taken before, with a partial success: they arrive twice.
   */
  async #search(
    entries: readonly AuditEntryRecord[],
    refusal: string,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const taken: string[] = [];
    const refused: Refused[] = [];
    const left = [{ entries, refusal }];
    for (let requests = 0; requests < searchMax; ) {
      const part = left.shift();
      if (!part) break;
      if (part.entries.length === 1) {
        refused.push({ id: part.entries[0]!.id, reason: part.refusal });
        continue;
      }
      const middle = part.entries.length >> 1;
      for (const half of [part.entries.slice(0, middle), part.entries.slice(middle)]) {
        requests += 1;
        try {
          const answer = await this.#post(half, signal);
          if (answer.refusal === undefined) taken.push(...half.map(({ id }) => id));
          else left.push({ entries: half, refusal: answer.refusal });
        } catch (error) {
          if (!(error instanceof DeliveryError)) throw error;
          return { taken, refused, failure: error };
        }
      }
    }
    if (taken.length > 0) return { taken, refused };
    // A receiver that refuses all is set up wrongly: no entry is given up for it.
    return { taken, refused: [], failure: new DeliveryError(`it refuses every entry: ${refusal}`) };
  }

  /** Throws `DeliveryError` if the answer has no result for the entries. */
  async #post(entries: readonly AuditEntryRecord[], signal: AbortSignal): Promise<Answer> {
    const { url, ca } = this.#target;
    let response: Response;
    let text: string;
    try {
      response = await this.#guard.fetch(`${url}/v1/logs`, {
        method: "POST",
        headers: { ...this.#headers, "content-type": "application/json" },
        body: Buffer.from(otlpLogsJson(entries, this.#clock())),
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
        ...(ca !== undefined && { tls: { ca } }),
      });
      text = await beginning(response);
    } catch (error) {
      throw new DeliveryError((error as Error).message);
    }
    const { status } = response;
    if (response.ok) return { refusal: rejection(text, entries.length) };
    const reason = `status ${status}${shown(text)}`;
    if (isAboutEntries(status)) return { refusal: reason };
    throw new DeliveryError(reason, retryAfterMs(response.headers.get("retry-after"), this.#clock()));
  }
}

/** Other statuses are about the address, the credentials or the receiver's state. */
const isAboutEntries = (status: number): boolean => status === 400 || status === 413 || status === 422;

/** Why some entries of a successful request were rejected; undefined if none was. */
function rejection(text: string, sent: number): string | undefined {
  let partial: { rejectedLogRecords?: unknown; errorMessage?: unknown } | undefined;
  try {
    partial = JSON.parse(text)?.partialSuccess;
  } catch {
    return undefined;
  }
  const rejected = Number(partial?.rejectedLogRecords ?? 0);
  if (!(rejected > 0)) return undefined;
  return `${rejected} of ${sent} rejected${shown(String(partial?.errorMessage ?? ""))}`;
}

function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const found = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return found > 0 ? Math.min(found, hourMs) : undefined;
}

/** The beginning of a body on one line. */
function shown(text: string): string {
  const line = text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, shownMax);
  return line === "" ? "" : `: ${line}`;
}

async function beginning({ body }: Response): Promise<string> {
  if (!body) return "";
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= answerBytesMax) break;
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}
