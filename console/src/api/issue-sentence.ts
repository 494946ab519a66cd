import { capitalized, count } from "../base/format.ts";
import { t, translated } from "../base/language/language.ts";
import { sentText } from "../base/language/sent.ts";

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
  client_id: t("Client ID"),
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
  token_url: t("Token URL"),
  vin: "VIN",
};

const color = (label: string) => t("{label} must be a color, for example #1a5fb4.", { label });
const currency = (label: string) =>
  t("{label} must be a currency of three capitals, for example EUR.", { label });
const anyId = (label: string) =>
  t("{label} can have letters, digits and . _ ~ - only, and begins with a letter or digit.", { label });
const digest = (label: string) => t("{label} must be a SHA-256 of 64 hexadecimal digits.", { label });

/** What each pattern requires, by the member's name. */
const forms: Readonly<Record<string, (label: string) => string>> = {
  call: (label) => t("{label} must be a call ID: 32 digits and a number, with / between them.", { label }),
  currency,
  dark: color,
  header: (label) => t("{label} can have letters, digits and hyphens only, 64 at most.", { label }),
  id: anyId,
  ids: (label) => t("{label} must be IDs with commas between them.", { label }),
  key: (label) => t("{label} must begin with vgk_ and four more characters.", { label }),
  light: color,
  mileage: (label) => t("{label} must be a whole number, for example 96,202.", { label }),
  month: (label) => t("{label} must be a month, for example 2026-11.", { label }),
  name: (label) => t("{label} can have lower-case letters, digits and hyphens only, 80 at most.", { label }),
  path: (label) => t("{label} can have letters, digits and . _ ~ - only, with / between parts.", { label }),
  phone: (label) => t("{label} must be a phone number, for example +420 222 333 444.", { label }),
  primary_key: (label) => t("{label} must have 16 to 256 letters, digits and . _ ~ -.", { label }),
  secondary_key: (label) => t("{label} must have 16 to 256 letters, digits and . _ ~ -.", { label }),
  sha256: digest,
  response_code: (label) => t("{label} must be a status such as 404 or 5xx.", { label }),
  url: (label) => t("{label} must be a complete https address without spaces.", { label }),
  vin: (label) => t("{label} must have 17 letters and digits, and none of I, O and Q.", { label }),
};

/** A member without a label in the page's language is quoted as the API names it. */
export const memberLabel = (name: string): string =>
  labels[name] ?? translated(capitalized(name.replaceAll("_", " "))) ?? `“${name}”`;

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

/** What is wrong with the value of a label, by the type of its issue. */
const faults: Readonly<Record<string, (label: string, ctx: Readonly<Record<string, unknown>>) => string>> = {
  missing: (label) => t("{label} is required.", { label }),
  extra_forbidden: (label) => t("{label} is not known.", { label }),
  string_too_short: (label, { min_length: min }) =>
    min === 1
      ? t("{label} must not be empty.", { label })
      : t("{label} must have at least {min, plural, one {# character} other {# characters}}.", {
          label,
          min: Number(min),
        }),
  string_too_long: (label, { max_length: max }) =>
    t("{label} can have {max, plural, one {# character} other {# characters}} at most.", {
      label,
      max: Number(max),
    }),
  url_too_long: (label, { max_length: max }) =>
    t("{label} can have {max, plural, one {# character} other {# characters}} at most.", {
      label,
      max: Number(max),
    }),
  too_short: (label, { min_length: min }) =>
    t("{label} must have at least {min, plural, one {# entry} other {# entries}}.", {
      label,
      min: Number(min),
    }),
  too_long: (label, { max_length: max }) =>
    t("{label} can have {max, plural, one {# entry} other {# entries}} at most.", {
      label,
      max: Number(max),
    }),
  less_than_equal: (label, { le }) => t("{label} must be {le} or less.", { label, le: count(Number(le)) }),
  less_than: (label, { lt }) => t("{label} must be less than {lt}.", { label, lt: count(Number(lt)) }),
  greater_than_equal: (label, { ge }) => t("{label} must be {ge} or more.", { label, ge: count(Number(ge)) }),
  greater_than: (label, { gt }) => t("{label} must be more than {gt}.", { label, gt: count(Number(gt)) }),
  int_parsing_size: (label) => t("{label} is too large.", { label }),
  literal_error: (label, { expected }) =>
    t("{label} must be {choices}.", { label, choices: choices(expected) }),
  enum: (label, { expected }) => t("{label} must be {choices}.", { label, choices: choices(expected) }),
  url_scheme: (label, { expected_schemes: schemes }) =>
    t("{label} must be an address of {choices}.", { label, choices: choices(schemes) }),
};

/** The same for all types with such a beginning. */
const kinds: readonly (readonly [RegExp, (label: string) => string])[] = [
  [/^int/, (label) => t("{label} must be a whole number.", { label })],
  [/^float/, (label) => t("{label} must be a number.", { label })],
  [/^bool/, (label) => t("{label} must be true or false.", { label })],
  [
    /^datetime/,
    (label) => t("{label} must be a date and time, for example 2026-11-30T12:00:00Z.", { label }),
  ],
  [/^date/, (label) => t("{label} must be a date, for example 2026-11-30.", { label })],
  [
    /^url/,
    (label) => t("{label} must be a complete address, for example https://backend.example.com.", { label }),
  ],
  [/^uuid/, (label) => t("{label} must be a UUID.", { label })],
  [/^list/, (label) => t("{label} must be a list.", { label })],
  [/^string_type$/, (label) => t("{label} must be text.", { label })],
  [/_type$/, (label) => t("{label} must be an object.", { label })],
];

/** What an input without words of its own requires. */
const formOf = ({ pattern }: Readonly<Record<string, unknown>>): ((label: string) => string) =>
  String(pattern).startsWith("^[A-Za-z0-9_][A-Za-z0-9._~-]*")
    ? anyId
    : (label) => t("{label} must have the form {pattern}.", { label, pattern: String(pattern) });

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
  const label = labelOf(loc, input);
  const fault = faults[type]?.(label, ctx) ?? kinds.find(([begins]) => begins.test(type))?.[1](label);
  if (fault) return fault;
  const name = loc.findLast((part) => typeof part === "string") ?? "";
  if (type === "string_pattern_mismatch") return (forms[name] ?? formOf(ctx))(label);
  if ("reason" in ctx) return t("{label} must be an address, for example ada@example.com.", { label });
  const own = sentText(String(msg).replace(/^Value error, /, ""));
  return sentence(
    isPredicate(String(msg).replace(/^Value error, /, "")) ? `${label} ${own}` : capitalized(own),
  );
}
