import { z } from "zod";
import { parseNetwork } from "../base/networks.ts";

const creditsMax = 10_000;
const credits = z.int().min(0).max(creditsMax);
const many = 1_000_000_000_000;

const network = z
  .string()
  .refine((text) => parseNetwork(text) !== undefined, "must be an address or a CIDR such as 10.0.0.0/8");

const networks = z.array(network).max(1000);

const origin = z
  .string()
  .max(300)
  .overwrite((text) => text.toLowerCase())
  .refine(
    (text) => text === "*" || (/^https?:/.test(text) && URL.parse(text)?.origin === text),
    'must be "*" or an origin such as https://app.example.com',
  );

const headerName = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);

/** What a product allows its subscriptions, and what their calls cost. What is left out does not limit. */
export const Policy = z
  .strictObject({
    rate_limit: z
      .strictObject({
        calls: z.int().min(1).max(1_000_000_000),
        // Counted in memory: what shall outlast a restart is a quota.
        renewal_period_s: z.int().min(1).max(86_400),
      })
      .describe("Calls in a period that begins with the first of them. More are 429 `rate_limited`.")
      .optional(),
    quota: z
      .strictObject({
        calls: z.int().min(1).max(many).optional(),
        bandwidth_kb: z.int().min(1).max(many).optional().describe("Bytes of answers ÷ 1024."),
        renewal: z.literal(["day", "week", "month", "lifetime"]),
      })
      .refine(
        (quota) => quota.calls !== undefined || quota.bandwidth_kb !== undefined,
        "needs calls, bandwidth_kb or both",
      )
      .describe(
        "Answered calls (200 and 404) of a calendar day, week (from Monday) or month in UTC. More are 429 `quota_exceeded`.",
      )
      .optional(),
    credit_cost: z
      .strictObject({
        default: credits.optional().describe("What a lookup costs; 1 unless stated."),
        options: credits.optional().describe("What a selector or list operation costs; 0 unless stated."),
        per_api: z
          .record(z.string().min(1).max(80), credits)
          .refine((costs) => Object.keys(costs).length <= 1000, "may name 1000 APIs at most")
          .optional()
          .describe("What a lookup of one API costs, by the API's id, in place of `default`."),
      })
      .optional(),
    charge_on: z
      .literal(["found", "always"])
      .optional()
      .describe("`always` charges a 404 like a record. `found` unless stated."),
    ip_filter: z
      .strictObject({ allow: networks.optional(), deny: networks.optional() })
      .describe("Addresses and CIDRs. `deny` wins; where `allow` names any, all others are refused.")
      .optional(),
    cache: z
      .strictObject({ ttl_s: z.int().min(0).max(2_592_000) })
      .describe("Kept for registered APIs; built-in ones need no cache.")
      .optional(),
    cors: z
      .strictObject({
        origins: z.array(origin).max(100),
        methods: z
          .array(z.literal(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]))
          .max(7)
          .optional(),
        headers: z.array(headerName).max(100).optional().describe("Besides those that every lookup takes."),
      })
      .describe("Which origins' scripts may call; all where it is left out. Never with credentials.")
      .optional(),
  })
  .meta({ id: "Policy" });

export type Policy = z.output<typeof Policy>;
