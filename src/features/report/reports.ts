import type { z } from "zod";
import type { KeyAccess } from "../../access/keys/key-access.ts";
import { serviceId } from "../../base/ids.ts";
import { inLookupTime } from "../../calls/answer-lookup.ts";
import type { Context } from "../../calls/context.ts";
import { creditsLeft } from "../../calls/several/preview.ts";
import { testContext } from "../../calls/test-keys/test-context.ts";
import type { Call } from "../../http/endpoint.ts";
import { type ApiError, conflict } from "../../http/errors.ts";
import { withOnePack } from "../../vehicles/lookups/decoder.ts";
import { type CalledPart, callParts, type PartCalls } from "./call-parts.ts";
import type { Report } from "./families.ts";
import { inspectionsOf } from "./inspections.ts";
import { odometerOf } from "./odometer.ts";
import { type PlannedPart, planReport, type ReportRequest } from "./plan.ts";

/** Makes reports for the calls of one request. */
export class Reports {
  readonly #context: Context;
  readonly #call: Call;
  readonly #data: Context;

  private constructor(context: Context, call: Call, data: Context) {
    this.#context = context;
    this.#call = call;
    this.#data = data;
  }

  static async open(context: Context, call: Call, { isTest }: KeyAccess): Promise<Reports> {
    return new Reports(context, call, withOnePack(isTest ? await testContext(context) : context));
  }

  plan(access: KeyAccess, request: ReportRequest) {
    return inLookupTime(planReport(this.#data, access, request));
  }

  /** A report; its parts have their errors in them. Rejects if it cannot be planned: then nothing was called. */
  async make(
    access: KeyAccess,
    request: ReportRequest,
    { onceKey, isCounted }: Pick<PartCalls, "onceKey" | "isCounted"> = {},
  ): Promise<z.output<typeof Report>> {
    const { parts, names } = await this.plan(access, request);
    const { requestId: sent, via } = this.#call;
    // The records of an attempt are found by an ID that only the service could make, as it does for a tool of MCP.
    const requestId = onceKey === undefined || via ? sent : serviceId(this.#context.clock());
    const called = await callParts(this.#context, parts, {
      outer: { ...this.#call, requestId },
      data: this.#data,
      key: this.#call.sentHeaders.get("x-authkey"),
      onceKey,
      isCounted,
    });
    const made = called.map(({ part }) => part);
    const charged = made.reduce((sum, { credits_charged }) => sum + credits_charged, 0);
    if (onceKey !== undefined && made.some(({ error }) => error?.code === "conflict"))
      throw notEnded(charged);
    const isShown = made.some(({ data }, index) => data !== null && parts[index]!.isResolved);
    const { subscriptionId } = access.caller;
    return {
      vin: request.given.vin ?? null,
      vehicle:
        names && isShown
          ? { year: Number(names.year), make: names.make, model: names.model, trim: names.trim ?? null }
          : null,
      parts: Object.fromEntries(made.map((part, index) => [parts[index]!.family.id, part])),
      odometer: await this.#odometer(request.given.vin, parts, called),
      credits_charged: charged,
      credits_remaining: (await creditsLeft(this.#context, subscriptionId).catch(() => undefined)) ?? null,
      request_id: requestId,
    };
  }

  /** Null too if inspections cannot be read: without them a flag could be a wrong one. */
  async #odometer(vin: string | undefined, parts: readonly PlannedPart[], called: readonly CalledPart[]) {
    const showsInspections = called.some(({ part }, index) => isHistory(parts[index]!, part));
    const read = showsInspections && vin !== undefined ? inspectionsOf(this.#data, vin) : [];
    const inspections = await Promise.resolve(read).catch(() => undefined);
    if (inspections === undefined) return null;
    const answered = new Map(called.map((one, index) => [parts[index]!.family.id, one.answered]));
    return odometerOf(answered, inspections, this.#context.clock());
  }
}

/** Whether a part is a history that was called, with a record or none: inspections cost what these cost. */
const isHistory = ({ family }: PlannedPart, { status }: CalledPart["part"]): boolean =>
  ["auction", "saleshistory"].includes(family.id) && (status === 200 || status === 404);

/** What this one charged is free in the repetition. */
function notEnded(charged: number): ApiError {
  return conflict(
    "An earlier report with this Idempotency-Key has not ended, or its calls are being recovered. Retry.",
    { headers: { "retry-after": "1", "x-credits-charged": String(charged) } },
  );
}
