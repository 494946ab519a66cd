import { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { type Answer, json } from "../../../http/endpoint.ts";
import { numberOf, readGaps } from "../number-gaps.ts";

const GapOutput = z
  .object({
    first: z.string().describe("The first number that no paper has."),
    last: z.string().describe("The last one."),
    reason: z.string().describe("Why they were left out, as a sentence without a full stop."),
    at: z.iso.datetime().describe("When they were left out."),
  })
  .meta({
    id: "NumberGap",
    example: {
      first: "2026-0050",
      last: "2026-1109",
      reason: "the decision logs of the time before a restore are lost",
      at: "2026-11-21T20:00:00.000Z",
    },
  });

export const gapEndpoint = endpoint({
  id: "listNumberGaps",
  tag: "Papers",
  audience: "operator",
  extension: true,
  permission: "papers.view",
  method: "GET",
  path: "/papers/gaps",
  summary: "List the numbers that no paper has, and why",
  description:
    "Numbers are left out by a restore whose decision logs are lost: customers can have papers with them.",
  response: z.array(GapOutput),
  handle: listGaps,
});

async function listGaps({ database }: Context): Promise<Answer> {
  const gaps = await readGaps(database);
  return json(
    gaps.map(
      ({ series, first, last, reason, at }): z.output<typeof GapOutput> => ({
        first: numberOf(series, first),
        last: numberOf(series, last),
        reason,
        at: isoTime(at),
      }),
    ),
  );
}
