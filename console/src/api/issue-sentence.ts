import { capitalized, count, counted } from "../base/format.ts";

/** An entry of a 422's `detail`. */
export interface ValidationIssue {
  readonly type?: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** The labels of members whose names are not their labels. Some depend on the member that contains them. */
const labels: Readonly<Record<string, string>> = {
  allow: "Allowed networks",
  change: "Credits",
  "credit_cost.default": "Credits per lookup",
  credits_granted: "Initial credits",
  deny: "Blocked networks",
  display_name: "Name",
  expires_at: "Expiry",
  id: "ID",
  key: "API key",
  licence: "License",
  map: "Columns of the file",
  max_concurrent: "Concurrent calls per node",
  max_rejects: "Max. rejected rows",
  new_password: "New password",
  options: "Credits per list",
  origins: "Allowed origins",
  overage_cap_max: "Highest cap",
  overage_minor: "Beyond credits",
  overage_per: "Per (credits)",
  price_minor: "Price",
  "quota.calls": "Quota (calls)",
  "rate_limit.calls": "Rate limit (calls)",
  request_max_bytes: "Max. request body",
  renewal_period_s: "Period (seconds)",
  service_url: "Backend",
  set: "Credits",
  subscriptions_limit: "Subscriptions per user",
  timeout_ms: "Timeout (ms)",
  vin: "VIN",
};

/** What each pattern allows, by the member's name. */
const forms: Readonly<Record<string, string>> = {
  header: "can have letters, digits and hyphens only, 64 at most",
  id: "can have letters, digits and . _ ~ - only, and begins with a letter or digit",
  key: "must begin with vgk_ and four more characters",
  mileage: "must be a whole number, for example 96,202",
  name: "can have lower-case letters, digits and hyphens only, 80 at most",
  path: "can have letters, digits and . _ ~ - only, with / between parts",
  primary_key: "must have 16 to 256 letters, digits and . _ ~ -",
  secondary_key: "must have 16 to 256 letters, digits and . _ ~ -",
  vin: "must have 17 letters and digits, and none of I, O and Q",
};

/** The label of a member. */
export const memberLabel = (name: string): string => labels[name] ?? capitalized(name.replaceAll("_", " "));

/** The label of a location's last name. An item of a list is quoted. */
function labelOf(loc: ValidationIssue["loc"], input: unknown): string {
  const [name = "", parent] = loc.filter((part) => typeof part === "string").reverse();
  if (parent === "per_api") return `Price of ${name}`;
  const label = labels[`${parent}.${name}`] ?? memberLabel(name);
  const listed = typeof loc.at(-1) === "number" && typeof input === "string";
  return listed ? `${label}: “${input}”` : label;
}

/** pydantic's choices without quotes. */
const choices = (expected: unknown) => String(expected).replaceAll("'", "");

/** What is wrong with a value, by the type of its issue; it follows the label. */
const faults: Readonly<Record<string, (ctx: Readonly<Record<string, unknown>>) => string>> = {
  missing: () => "is required",
  extra_forbidden: () => "is not known",
  string_too_short: ({ min_length: min }) =>
    min === 1 ? "must not be empty" : `must have at least ${counted(Number(min), "character")}`,
  string_too_long: ({ max_length: max }) => `can have ${counted(Number(max), "character")} at most`,
  url_too_long: ({ max_length: max }) => `can have ${counted(Number(max), "character")} at most`,
  too_short: ({ min_length: min }) => `must have at least ${counted(Number(min), "entry")}`,
  too_long: ({ max_length: max }) => `can have ${counted(Number(max), "entry")} at most`,
  less_than_equal: ({ le }) => `must be ${count(Number(le))} or less`,
  less_than: ({ lt }) => `must be less than ${count(Number(lt))}`,
  greater_than_equal: ({ ge }) => `must be ${count(Number(ge))} or more`,
  greater_than: ({ gt }) => `must be more than ${count(Number(gt))}`,
  int_parsing_size: () => "is too large",
  literal_error: ({ expected }) => `must be ${choices(expected)}`,
  enum: ({ expected }) => `must be ${choices(expected)}`,
  url_scheme: ({ expected_schemes: schemes }) => `must be an address of ${choices(schemes)}`,
};

/** The same for all types with such a beginning. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^int/, "must be a whole number"],
  [/^float/, "must be a number"],
  [/^bool/, "must be true or false"],
  [/^datetime/, "must be a date and time, for example 2026-11-30T12:00:00Z"],
  [/^date/, "must be a date, for example 2026-11-30"],
  [/^url/, "must be a complete address, for example https://backend.example.com"],
  [/^uuid/, "must be a UUID"],
  [/^list/, "must be a list"],
  [/_type$/, "has a wrong form"],
];

/** Whether a message of the service is the rest of a sentence. */
const isPredicate = (text: string) => /^(must|may|can|needs?|is|has|have)\b/.test(text);

const sentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);

/** An issue of a 422 as a sentence for people, with the label of its field. */
export function sentenceOf({ type = "", loc = [], msg, input, ctx = {} }: Partial<ValidationIssue>): string {
  const said = (fault: string) => sentence(`${labelOf(loc, input)} ${fault}`);
  const fault = faults[type]?.(ctx) ?? kinds.find(([begins]) => begins.test(type))?.[1];
  if (fault) return said(fault);
  const name = loc.findLast((part) => typeof part === "string") ?? "";
  if (type === "string_pattern_mismatch") return said(forms[name] ?? "has a wrong form");
  if ("reason" in ctx) return said("must be an address, for example ada@example.com");
  const own = String(msg).replace(/^Value error, /, "");
  return isPredicate(own) ? said(own) : sentence(capitalized(own));
}
