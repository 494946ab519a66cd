import type { Call, CallOptions, Sender } from "./call.ts";
import { apiError, ConnectionError, VingateError } from "./errors.ts";
import { entriesOf } from "./lines.ts";
import { randomKey } from "./request-ids.ts";
import { sleep, Tries } from "./retries.ts";
import type { VehicleReport, VehicleReportBatch } from "./types.gen.ts";

/** A VIN, with the model year and the miles on the odometer where they are known. */
export type ReportInput =
  | string
  | {
      readonly vin: string;
      readonly year?: number | string | undefined;
      readonly mileage?: number | string | undefined;
    };

export type ReportVins = Iterable<ReportInput> | AsyncIterable<ReportInput> | ReadableStream<ReportInput>;

export interface ReportOptions extends CallOptions {
  /** The parts of each report. Default: all that the plan includes and the vehicle fits. */
  readonly families?: VehicleReportBatch["families"];
  /** The VINs that are sent together. Default: 50. */
  readonly partSize?: number | undefined;
  /** The parts' keys begin with it: input that is sent again with it is not charged again for 24 hours. */
  readonly idempotencyKey?: string | undefined;
}

/** Why a VIN has no report. */
export interface ReportFault {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

/** The report of one VIN, with its index in the input, or its fault. */
export type ReportResult = { readonly index: number } & (
  | { readonly status: "success"; readonly data: VehicleReport["data"] }
  | { readonly status: "error"; readonly vin: string; readonly error: ReportFault }
);

type Line =
  | { readonly status: "success"; readonly data: VehicleReport["data"] }
  | {
      readonly status: "error";
      readonly vin: string;
      readonly error: ReportFault & { readonly from_line?: number };
    };

type MakeCall = (body: VehicleReportBatch, key: string) => Call;

/** Reports of VINs in parts, one after another, each with a key. */
export async function* reports(
  sender: Sender,
  makeCall: MakeCall,
  vins: ReportVins,
  options: ReportOptions,
): AsyncGenerator<ReportResult> {
  const { idempotencyKey: prefix = randomKey(), partSize = 50, families } = options;
  if (!Number.isInteger(partSize) || partSize < 1)
    throw new VingateError("partSize is a whole number from 1.");
  let from = 0;
  let part: ReportInput[] = [];
  const send = async function* (): AsyncGenerator<ReportResult> {
    const tries = new Tries(sender.limits(options));
    while (part.length > 0) {
      const body: VehicleReportBatch = { vins: part, ...(families && { families }) };
      const answered = await sender.read(makeCall(body, `${prefix}.${from}`), options);
      const lines = linesOf(answered.body);
      const end = lines.findIndex((line) => line.status === "error" && line.error.from_line !== undefined);
      const whole = end < 0 ? lines : lines.slice(0, end);
      for (const [at, line] of whole.entries()) yield { ...line, index: from + at };
      if (whole.length > 0) tries.progressed();
      from += whole.length;
      part = part.slice(whole.length);
      if (part.length === 0) return;
      const { error } = lines[end] as Extract<Line, { status: "error" }>;
      // Its calls end in a moment, or its process is recovering.
      const headers = new Headers(error.status === 409 ? { "retry-after": "1" } : {});
      const refused = apiError(error.status, { ...error, title: error.code }, headers);
      refused.index = from;
      const wait = tries.waitAfter(refused, "keyed");
      if (wait === undefined || error.code === "quota_exceeded") throw refused;
      await sleep(wait, options.signal);
    }
  };
  for await (const entry of entriesOf<ReportInput>(vins)) {
    part.push(entry);
    if (part.length >= partSize) yield* send();
  }
  yield* send();
}

function linesOf(body: unknown): Line[] {
  try {
    return String(body)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Line);
  } catch (error) {
    throw new ConnectionError("The answer is cut off.", error);
  }
}
