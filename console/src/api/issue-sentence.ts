import { capitalized, count } from "../base/format.ts";
import { t } from "../base/language/language.ts";

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
  allow: t("Allowed networks"),
  change: t("Credits"),
  "credit_cost.default": t("Credits per lookup"),
  credits_granted: t("Initial credits"),
  deny: t("Blocked networks"),
  display_name: t("Name"),
  expires_at: t("Expiry"),
  id: "ID",
  key: "API key",
  licence: t("License"),
  map: t("Columns of the file"),
  max_concurrent: t("Concurrent calls per node"),
  max_rejects: t("Max. rejected rows"),
  new_password: t("New password"),
  options: t("Credits per list"),
  origins: t("Allowed origins"),
  overage_cap_max: t("Highest cap"),
  overage_minor: t("Beyond credits"),
  overage_per: t("Per (credits)"),
  price_minor: t("Price"),
  "quota.calls": t("Quota (calls)"),
  "rate_limit.calls": t("Rate limit (calls)"),
  request_max_bytes: t("Max. request body"),
  renewal_period_s: t("Period (seconds)"),
  service_url: t("Backend"),
  set: t("Credits"),
  subscriptions_limit: t("Subscriptions per user"),
  timeout_ms: t("Timeout (ms)"),
  vin: "VIN",
};

/** What each pattern allows, by the member's name. */
const forms: Readonly<Record<string, string>> = {
  header: t("can have letters, digits and hyphens only, 64 at most"),
  id: t("can have letters, digits and . _ ~ - only, and begins with a letter or digit"),
  key: t("must begin with vgk_ and four more characters"),
  mileage: t("must be a whole number, for example 96,202"),
  name: t("can have lower-case letters, digits and hyphens only, 80 at most"),
  path: t("can have letters, digits and . _ ~ - only, with / between parts"),
  primary_key: t("must have 16 to 256 letters, digits and . _ ~ -"),
  secondary_key: t("must have 16 to 256 letters, digits and . _ ~ -"),
  vin: t("must have 17 letters and digits, and none of I, O and Q"),
};

export const memberLabel = (name: string): string => labels[name] ?? capitalized(name.replaceAll("_", " "));

/** The label of a location's last name. An item of a list is quoted. */
function labelOf(loc: ValidationIssue["loc"], input: unknown): string {
  const [name = "", parent] = loc.filter((part) => typeof part === "string").reverse();
  if (parent === "per_api") return t("Price of {name}", { name });
  const label = labels[`${parent}.${name}`] ?? memberLabel(name);
  const listed = typeof loc.at(-1) === "number" && typeof input === "string";
  return listed ? `${label}: “${input}”` : label;
}

/** pydantic's choices without quotes. */
const choices = (expected: unknown) => String(expected).replaceAll("'", "");

/** What is wrong with a value, by the type of its issue; it follows the label. */
const faults: Readonly<Record<string, (ctx: Readonly<Record<string, unknown>>) => string>> = {
  missing: () => t("is required"),
  extra_forbidden: () => t("is not known"),
  string_too_short: ({ min_length: min }) =>
    min === 1
      ? t("must not be empty")
      : t("must have at least {min, plural, one {# character} other {# characters}}", { min: Number(min) }),
  string_too_long: ({ max_length: max }) =>
    t("can have {max, plural, one {# character} other {# characters}} at most", { max: Number(max) }),
  url_too_long: ({ max_length: max }) =>
    t("can have {max, plural, one {# character} other {# characters}} at most", { max: Number(max) }),
  too_short: ({ min_length: min }) =>
    t("must have at least {min, plural, one {# entry} other {# entries}}", { min: Number(min) }),
  too_long: ({ max_length: max }) =>
    t("can have {max, plural, one {# entry} other {# entries}} at most", { max: Number(max) }),
  less_than_equal: ({ le }) => t("must be {le} or less", { le: count(Number(le)) }),
  less_than: ({ lt }) => t("must be less than {lt}", { lt: count(Number(lt)) }),
  greater_than_equal: ({ ge }) => t("must be {ge} or more", { ge: count(Number(ge)) }),
  greater_than: ({ gt }) => t("must be more than {gt}", { gt: count(Number(gt)) }),
  int_parsing_size: () => t("is too large"),
  literal_error: ({ expected }) => t("must be {choices}", { choices: choices(expected) }),
  enum: ({ expected }) => t("must be {choices}", { choices: choices(expected) }),
  url_scheme: ({ expected_schemes: schemes }) =>
    t("must be an address of {choices}", { choices: choices(schemes) }),
};

/** The same for all types with such a beginning. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^int/, t("must be a whole number")],
  [/^float/, t("must be a number")],
  [/^bool/, t("must be true or false")],
  [/^datetime/, t("must be a date and time, for example 2026-11-30T12:00:00Z")],
  [/^date/, t("must be a date, for example 2026-11-30")],
  [/^url/, t("must be a complete address, for example https://backend.example.com")],
  [/^uuid/, t("must be a UUID")],
  [/^list/, t("must be a list")],
  [/_type$/, t("has a wrong form")],
];

/** Whether a message of the service is the rest of a sentence. */
const isPredicate = (text: string) => /^(must|may|can|needs?|is|has|have)\b/.test(text);

const sentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);

/** An issue of a 422 as a sentence for people, with the label of its field. */
export function sentenceOf(issue: Partial<ValidationIssue>): string {
  const { candidates } = issue.ctx ?? {};
  const said = sentenceOfFault(issue);
  if (!Array.isArray(candidates)) return said;
  return `${said} ${t("Possible VINs: {vins}.", { vins: candidates.join(", ") })}`;
}

function sentenceOfFault({ type = "", loc = [], msg, input, ctx = {} }: Partial<ValidationIssue>): string {
  const said = (fault: string) => sentence(`${labelOf(loc, input)} ${fault}`);
  const fault = faults[type]?.(ctx) ?? kinds.find(([begins]) => begins.test(type))?.[1];
  if (fault) return said(fault);
  const name = loc.findLast((part) => typeof part === "string") ?? "";
  if (type === "string_pattern_mismatch") return said(forms[name] ?? t("has a wrong form"));
  if ("reason" in ctx) return said(t("must be an address, for example ada@example.com"));
  const own = String(msg).replace(/^Value error, /, "");
  return isPredicate(own) ? said(own) : sentence(capitalized(own));
}
