import { z } from "zod";
import { dayMs } from "../../base/durations.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import { json } from "../../http/endpoint.ts";
import { loggedPart } from "./reports-calls.ts";

export const Percentiles = z
  .object({
    p50: z.number().describe("The time that half of the calls do not exceed."),
    p99: z.number().describe("The time that 99% of the calls do not exceed."),
  })
  .nullable()
  .describe("Milliseconds; null without such calls.");

const sampledMost = 1000;

export const timesEndpoint = endpoint({
  id: "reportTimes",
  method: "GET",
  path: "/reports/times",
  tag: "Reports",
  extension: true,
  summary: "Report how long the newest calls of the last day took",
  description: `Of at most ${sampledMost} calls, over all accounts and APIs.`,
  audience: "operator",
  permission: "calls.view",
  response: z
    .object({
      calls: z.int().describe("How many calls were measured."),
      api_time: Percentiles.describe("Their whole time, in milliseconds; null without calls."),
    })
    .meta({ id: "CallTimes" }),
  async handle({ database, requestLog, clock }: Context) {
    const now = clock();
    const { window } = await loggedPart(database, { ge: now - dayMs, le: now });
    const { calls } =
      window.from < window.to
        ? await requestLog.search({ userIds: [] }, {}, window, 0, sampledMost)
        : { calls: [] };
    return json({ calls: calls.length, api_time: percentiles(calls.map(({ apiMicros }) => apiMicros)) });
  },
});

export function percentiles(micros: number[]): { p50: number; p99: number } | null {
  if (micros.length === 0) return null;
  const sorted = micros.sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1]! / 1000;
  return { p50: at(0.5), p99: at(0.99) };
}
