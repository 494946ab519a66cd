import type { z } from "zod";
import { errorFields } from "../../base/log.ts";
import type { Context } from "../../calls/context.ts";
import { loggedError } from "../../calls/failure.ts";
import { isUncertainVin } from "../../calls/vin-notes.ts";
import type { Call } from "../../http/endpoint.ts";
import { errors } from "../../http/errors.ts";
import type { UnsentWriter } from "../../http/unsent.ts";
import { writeEvent } from "../../outbox/write-events.ts";
import { uncertainFirst } from "../../vin/proposed-vins.ts";
import { type ReadEntry, readEntry } from "./entries.ts";
import type { BatchDone } from "./events.ts";
import type { Report } from "./families.ts";

type ReportData = z.output<typeof Report>;
const operation = "reportVehicles";
/** Reports that are made while the first of them is sent. */
const aheadMax = 4;
/** Refusals that hold for the lines that follow as well. */
const lasting: ReadonlySet<number> = new Set([401, 402, 403, 429, 503]);
const shownMax = 40;

interface BatchWork {
  readonly context: Context;
  readonly call: Call;
  readonly vins: readonly unknown[];
  readonly subscriptionId: string;
  /** Makes the report of a line, counted from 1. */
  make(entry: ReadEntry, line: number): Promise<ReportData>;
}

/** The answer to one line. */
interface Line {
  readonly text: string;
  readonly credits: number;
  readonly isReport: boolean;
  /** Why the lines that follow would be refused. */
  readonly ending?: LineError | undefined;
}

interface LineError {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

/** A batch of reports while it is sent. */
export class BatchRun {
  readonly #work: BatchWork;
  readonly #done: { reports: number; credits: number } = { reports: 0, credits: 0 };
  #isCut = false;
  #begun = 0;
  #ending: LineError | undefined;

  constructor(work: BatchWork) {
    this.#work = work;
  }

  get hasBegun(): boolean {
    return this.#begun > 0;
  }

  /** Called when its client has gone: no other line is begun. */
  cut(): void {
    this.#isCut = true;
  }

  /** Sends the lines in their order, and writes how the batch ended. */
  async produce(writer: UnsentWriter): Promise<void> {
    const made: Promise<Line>[] = [];
    let sent = 0;
    const begin = () => {
      const { vins } = this.#work;
      while (made.length < aheadMax && this.#begun < vins.length && !this.#ending && !this.#isCut)
        made.push(this.#line(vins[this.#begun++], this.#begun));
    };
    try {
      for (begin(); made.length > 0; begin()) {
        const line = await made.shift()!;
        this.#ending ??= line.ending;
        if (this.#isCut) continue;
        await writer.send(Buffer.from(`${line.text}\n`)).catch(() => this.cut());
        if (this.#isCut) continue;
        sent += 1;
        this.#done.credits += line.credits;
        if (line.isReport) this.#done.reports += 1;
      }
      const { vins } = this.#work;
      if (this.#ending && !this.#isCut && sent < vins.length)
        await writer.send(Buffer.from(`${endText(this.#ending, sent + 1, vins[sent])}\n`));
    } finally {
      await this.#write(sent);
    }
  }

  async #line(entry: unknown, line: number): Promise<Line> {
    const read = readEntry(entry);
    if (!read) return refused(entry, line, notAnEntry);
    const { context, call, make } = this.#work;
    if (isUncertainVin(context, read.sentVin)) return refused(entry, line, uncertain);
    try {
      const data = await make(read, line);
      const parts = Object.values(data.parts).filter((part) => part !== undefined);
      const refusals = parts.filter(({ status }) => lasting.has(status));
      const last = parts.length > 0 && refusals.length === parts.length ? refusals[0] : undefined;
      return {
        text: JSON.stringify({ status: "success", line, data }),
        credits: data.credits_charged,
        isReport: true,
        ending: last && { status: last.status, code: last.error!.code, detail: last.error!.detail },
      };
    } catch (thrown) {
      const { code, detail } = loggedError(context, { id: operation }, call.requestId, thrown);
      const { status } = errors[code];
      const error = { status, code, detail };
      return refused(entry, line, error, lasting.has(status) || status === 409 ? error : undefined);
    }
  }

  /** A failure is logged: the batch has ended in any case. */
  async #write(sent: number): Promise<void> {
    const { context, call, vins, subscriptionId } = this.#work;
    const { reports, credits } = this.#done;
    const isWhole = sent === vins.length;
    const data: BatchDone = {
      subscription_id: subscriptionId,
      request_id: call.requestId,
      operation,
      ended: isWhole ? "complete" : this.#isCut ? "cut" : "refused",
      lines: vins.length,
      reports,
      from_line: isWhole ? null : sent + 1,
      credits_charged: credits,
    };
    const event = { type: "batch.done", owner: { subscriptionId }, data } as const;
    await context.database
      .transaction((tx) => writeEvent(tx, context.clock(), event), { repeatable: true })
      .catch((error: unknown) =>
        context.log.warn("the end of a batch was not written", {
          request_id: call.requestId,
          ...errorFields(error),
        }),
      );
  }
}

const notAnEntry: LineError = {
  status: 422,
  code: "validation_error",
  detail: "An entry is a VIN, or an object with vin and, where they are known, year and mileage.",
};

const uncertain: LineError = { status: 422, code: "validation_error", detail: `${uncertainFirst}.` };

function refused(entry: unknown, line: number, error: LineError, ending?: LineError): Line {
  const text = JSON.stringify({ status: "error", line, vin: vinOf(entry), error });
  return { text, credits: 0, isReport: false, ending };
}

function endText(error: LineError, line: number, entry: unknown): string {
  const detail = `${error.detail} Lines from ${line} on have no report.`;
  return JSON.stringify({
    status: "error",
    line,
    vin: vinOf(entry),
    error: { ...error, detail, from_line: line },
  });
}

/** What was sent as the VIN, so that the line can be found again. */
function vinOf(entry: unknown): string {
  const vin = typeof entry === "object" && entry !== null ? (entry as { vin?: unknown }).vin : entry;
  return typeof vin === "string" ? vin.trim().slice(0, shownMax) : "";
}
