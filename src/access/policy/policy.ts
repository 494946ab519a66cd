import { z } from "zod";
import { parseNetwork } from "../../base/networks.ts";

const creditsMax = 10_000;
const credits = z.int().min(0).max(creditsMax);
const many = 1_000_000_000_000;
const watchesMost = 10_000_000;

/** The number of VINs that a subscription may watch if its policy sets none. */
export const watchesDefault = 1000;

const network = z
  .string()
  .refine((text) => parseNetwork(text) !== undefined, "must be an address or a CIDR such as 10.0.0.0/8")
  .meta({ accepts: "^[0-9A-Fa-f.:]+(?:/[0-9]{1,3})?$" });

const networks = z.array(network).max(1000);

const origin = z
  .string()
  .max(300)
  .overwrite((text) => text.toLowerCase())
  .refine(
    (text) => text === "*" || (/^https?:/.test(text) && URL.parse(text)?.origin === text),
    'must be "*" or an origin such as https://app.example.com',
  )
  .meta({ accepts: "^(?:\\*|[Hh][Tt][Tt][Pp][Ss]?:.+)$" });

const headerName = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);

/** What a product allows its subscriptions, and the price of their calls. An absent member does not limit. */
export const Policy = z
  .strictObject({
    rate_limit: z
      .strictObject({
        calls: z.int().min(1).max(1_000_000_000),
        // Counted in memory: a limit that must survive a restart is a quota.
        renewal_period_s: z.int().min(1).max(86_400),
      })
      .describe(
        "The calls allowed per period, which begins with the first call. Further calls return 429 `rate_limited`.",
      )
      .optional(),
    quota: z
      .strictObject({
        calls: z.int().min(1).max(many).optional(),
        bandwidth_kb: z
          .int()
          .min(1)
          .max(many)
          .optional()
          .describe("The size of the responses in bytes, divided by 1024."),
        renewal: z.literal(["day", "week", "month", "lifetime"]),
      })
      .refine(
        (quota) => quota.calls !== undefined || quota.bandwidth_kb !== undefined,
        "needs calls, bandwidth_kb or both",
      )
      .meta({ anyOf: [{ required: ["calls"] }, { required: ["bandwidth_kb"] }] })
      .describe(
        "The answered calls (200, 304 and 404) allowed per calendar day, week (from Monday) or month in UTC, or in total. Further calls return 429 `quota_exceeded`.",
      )
      .optional(),
    credit_cost: z
      .strictObject({
        default: credits.optional().describe("The credits that a lookup costs; 1 if it is left out."),
        options: credits
          .optional()
          .describe("The credits that a selector or list operation costs; 0 if it is left out."),
        per_api: z
          .record(z.string().min(1).max(80), credits)
          .refine((costs) => Object.keys(costs).length <= 1000, "may name 1000 APIs at most")
          .meta({ maxProperties: 1000 })
          .optional()
          .describe("The credits that a lookup of one API costs in place of `default`, by the API's id."),
        per_operation: z
          .record(z.string().min(1).max(200), credits)
          .refine((costs) => Object.keys(costs).length <= 1000, "may name 1000 operations at most")
          .meta({ maxProperties: 1000 })
          .optional()
          .describe(
            "The credits that one operation costs in place of all others, by its name in reports: `pets.listPets` of a registered API's document, or the operation's ID of a lookup.",
          ),
      })
      .optional(),
    charge_on: z
      .literal(["found", "always", "valid"])
      .optional()
      .describe(
        "`always` charges a 404 and a 304 like a found record. `valid` charges as `found`, and nothing for a VIN whose check digit is wrong, as `check.valid` of its decode says; many VINs of makers outside North America have none. `found` if it is left out.",
      ),
    ip_filter: z
      .strictObject({ allow: networks.optional(), deny: networks.optional() })
      .describe("Addresses and CIDRs. `deny` takes precedence; if `allow` names any, all others are refused.")
      .optional(),
    cache: z
      .strictObject({ ttl_s: z.int().min(0).max(2_592_000) })
      .describe(
        "Seconds for which a successful response may be cached: by its caller (`Cache-Control`), and by this service for registered APIs.",
      )
      .optional(),
    coverage: z
      .boolean()
      .optional()
      .describe(
        "Whether keys may read coverage, which shows without a charge whether a lookup has an answer. Default: true.",
      ),
    receipts: z
      .boolean()
      .optional()
      .describe(
        "Whether each response to a lookup has a receipt, also without `Want-Receipt: 1`. Default: false.",
      ),
    watches: z
      .int()
      .min(0)
      .max(watchesMost)
      .optional()
      .describe(`The VINs that each subscription may watch; ${watchesDefault} if it is left out.`),
    cors: z
      .strictObject({
        origins: z.array(origin).max(100),
        methods: z
          .array(z.literal(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]))
          .max(7)
          .optional(),
        headers: z
          .array(headerName)
          .max(100)
          .optional()
          .describe("Request headers that are allowed besides those of every lookup."),
      })
      .describe(
        "The origins whose scripts may call; default: all origins. Credentials mode is never allowed.",
      )
      .optional(),
  })
  .meta({ id: "Policy" });

export type Policy = z.output<typeof Policy>;
