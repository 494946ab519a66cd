import { z } from "zod";
import { recordAudit } from "../../../access/audit.ts";
import { byteLines, lineBytesMax } from "../../../base/byte-lines.ts";
import { nextTurn } from "../../../base/pause.ts";
import type { Context } from "../../../calls/context.ts";
import { type Call, json, type QueryCall } from "../../../http/endpoint.ts";
import { ApiError } from "../../../http/errors.ts";
import { lockList, placeWatches, removeWatches } from "../watch-list.ts";
import { chooseFamilies, listFull, requireWatching, type Watching } from "./watch-access.ts";
import { readLine } from "./watch-lines.ts";

/** Lines of one transaction: it takes some milliseconds, and the time of one commit. */
const linesPerStep = 512;
const refusalsShown = 100;

export const PlaceManyQuery = z.object({
  mode: z
    .enum(["merge", "remove"])
    .default("merge")
    .describe("`merge` watches the VINs besides those that are watched; `remove` ends their watches."),
});

const Refused = z.object({
  line: z.int().describe("The number of the line, counted from 1."),
  vin: z.string().describe("What the line has in place of a VIN, cut to 40 characters."),
  reason: z.string(),
});

export const PlacedMany = z
  .object({
    lines: z.int().describe("Lines read, empty ones and a header included."),
    added: z.int().describe("VINs that were not watched before."),
    changed: z.int().describe("VINs of which other families are watched now."),
    removed: z.int().describe("VINs that are no longer watched."),
    refused: z.int().describe("Lines without effect."),
    refusals: z.array(Refused).describe(`The first ${refusalsShown} of them.`),
    total: z.int().describe("The VINs that are watched now."),
    limit: z.int().describe("The VINs that the plan allows."),
  })
  .meta({ id: "PlacedWatches" });

type Counts = Omit<z.output<typeof PlacedMany>, "refusals"> & {
  readonly refusals: z.output<typeof Refused>[];
};
type Mode = z.output<typeof PlaceManyQuery>["mode"];

/** Watches the VINs of an upload, or ends their watches, while it arrives: what was read before a fault stays. */
export async function placeMany(context: Context, call: QueryCall<typeof PlaceManyQuery, undefined>) {
  const upload = call.upload!;
  if (upload.encoding !== "" && upload.encoding !== "identity")
    throw new ApiError("unsupported_media_type", "Send the lines as they are, without Content-Encoding.", {
      headers: { "accept-encoding": "identity" },
    });
  const watching = await requireWatching(context, call, "writes");
  const placing = new Placing(context, watching, call.query.mode);
  try {
    let failure: unknown;
    for await (const group of byteLines(upload.read(), linesPerStep)) {
      // After a failure the rest is read all the same: a client that still sends would not receive the error.
      if (failure === undefined)
        await placing.take(group).catch((error: unknown) => {
          failure = error;
        });
      await nextTurn();
    }
    if (failure !== undefined) throw failure;
    await placing.count();
  } finally {
    await placing.record(call);
  }
  return json(placing.counts, watching.headers);
}

class Placing {
  readonly #context: Context;
  readonly #watching: Watching;
  readonly #mode: Mode;
  readonly counts: Counts;

  constructor(context: Context, watching: Watching, mode: Mode) {
    this.#context = context;
    this.#watching = watching;
    this.#mode = mode;
    const none = { lines: 0, added: 0, changed: 0, removed: 0, refused: 0, total: 0 };
    this.counts = { ...none, refusals: [], limit: watching.access.policy.watchesMax };
  }

  /** Throws 409 if the list is full; the VINs before are watched then. */
  async take(group: readonly string[]): Promise<void> {
    const lineOf = new Map<string, number>();
    const placed = new Map<string, number>();
    for (const text of group) {
      this.counts.lines += 1;
      const read = this.#read(text);
      if (!read) continue;
      lineOf.set(read.vin, this.counts.lines);
      placed.set(read.vin, read.families);
    }
    if (placed.size === 0) return;
    const { database } = this.#context;
    if (this.#mode === "remove") {
      this.counts.removed += await database.transaction(async (tx) => {
        return removeWatches(tx, await this.#lock(tx), [...placed.keys()]);
      }, repeatable);
      return;
    }
    const [max, now] = [this.counts.limit, this.#context.clock()];
    const { added, changed, beyond, watches } = await database.transaction(
      async (tx) => placeWatches(tx, await this.#lock(tx), placed, { max, now }),
      repeatable,
    );
    this.counts.added += added;
    this.counts.changed += changed;
    if (beyond !== undefined)
      throw listFull(max, watches, ` VINs from line ${lineOf.get(beyond)} on were not added.`);
  }

  /** Counts the watches of the list. */
  async count(): Promise<void> {
    const { watches } = await this.#context.database.transaction((tx) => this.#lock(tx), repeatable);
    this.counts.total = watches;
  }

  /** One entry for the whole upload, if it changed something. */
  async record(call: Call): Promise<void> {
    const { lines, added, changed, removed, refused } = this.counts;
    if (added + changed + removed === 0) return;
    const { caller: actor, address, requestId } = call;
    const at = this.#context.clock();
    const after = { lines, added, changed, removed, refused };
    await this.#context.database.transaction(
      (tx) =>
        recordAudit(tx, {
          at,
          actor,
          address,
          requestId,
          action: "watch.put_many",
          object: "/watches",
          after,
        }),
      repeatable,
    );
  }

  #lock(tx: Parameters<typeof lockList>[0]) {
    return lockList(tx, this.#watching.list);
  }

  #read(text: string): { readonly vin: string; readonly families: number } | undefined {
    const { lines } = this.counts;
    if (text.length > lineBytesMax) return this.#refuse(text.slice(0, 40), "the line is too long");
    const line = readLine(text, lines === 1);
    if (!line) return undefined;
    if ("reason" in line) return this.#refuse(line.vin, line.reason);
    const { vin } = line;
    if (this.#mode === "remove") return { vin, families: 0 };
    const families = chooseFamilies(this.#watching.access, vin, line.families);
    return typeof families === "number" ? { vin, families } : this.#refuse(vin, families.reason);
  }

  #refuse(vin: string, reason: string): undefined {
    this.counts.refused += 1;
    if (this.counts.refusals.length < refusalsShown)
      this.counts.refusals.push({ line: this.counts.lines, vin, reason });
  }
}

const repeatable = { repeatable: true } as const;
