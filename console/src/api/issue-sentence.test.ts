import { expect, test } from "bun:test";
import { sentenceOf } from "./issue-sentence.ts";

test.each([
  ["missing", ["body", "first_name"], {}, "First name is required."],
  ["extra_forbidden", ["body", "colour"], {}, "Colour is not known."],
  ["string_too_short", ["body", "last_name"], { min_length: 1 }, "Last name must not be empty."],
  [
    "string_too_short",
    ["body", "password"],
    { min_length: 10 },
    "Password must have at least 10 characters.",
  ],
  ["string_too_long", ["body", "note"], { max_length: 2000 }, "Note can have 2,000 characters at most."],
  [
    "too_long",
    ["body", "policy", "cors", "origins"],
    { max_length: 100 },
    "Allowed origins can have 100 entries at most.",
  ],
  [
    "less_than_equal",
    ["body", "policy", "rate_limit", "calls"],
    { le: 1e9 },
    "Rate limit (calls) must be 1,000,000,000 or less.",
  ],
  [
    "less_than_equal",
    ["body", "policy", "quota", "calls"],
    { le: 1e12 },
    "Quota (calls) must be 1,000,000,000,000 or less.",
  ],
  [
    "less_than_equal",
    ["body", "policy", "credit_cost", "per_api", "lien"],
    { le: 10000 },
    "Price of lien must be 10,000 or less.",
  ],
  ["greater_than_equal", ["query", "page"], { ge: 1 }, "Page must be 1 or more."],
  [
    "literal_error",
    ["query", "state"],
    { expected: "'active' or 'blocked'" },
    "State must be active or blocked.",
  ],
  ["int_parsing", ["query", "page"], {}, "Page must be a whole number."],
  ["int_parsing_size", ["body", "set"], {}, "Credits is too large."],
  [
    "url_scheme",
    ["body", "service_url"],
    { expected_schemes: "'http' or 'https'" },
    "Backend must be an address of http or https.",
  ],
  [
    "url_parsing",
    ["body", "service_url"],
    {},
    "Backend must be a complete address, for example https://backend.example.com.",
  ],
  ["date_from_datetime_parsing", ["query", "from"], {}, "From must be a date, for example 2026-11-30."],
  ["string_type", ["body", "name"], {}, "Name must be text."],
  ["model_type", ["body", "accent"], {}, "Accent must be an object."],
  [
    "string_pattern_mismatch",
    ["path", "vin"],
    { pattern: "^[A-HJ-NPR-Z0-9]{17}$" },
    "VIN must have 17 letters and digits, and none of I, O and Q.",
  ],
  [
    "string_pattern_mismatch",
    ["body", "name"],
    { pattern: "^[a-z0-9-]{1,80}$" },
    "Name can have lower-case letters, digits and hyphens only, 80 at most.",
  ],
  [
    "string_pattern_mismatch",
    ["query", "account"],
    { pattern: "^[A-Za-z0-9_][A-Za-z0-9._~-]*$" },
    "Account can have letters, digits and . _ ~ - only, and begins with a letter or digit.",
  ],
  ["string_pattern_mismatch", ["body", "dark"], {}, "Dark must be a color, for example #1a5fb4."],
  ["string_pattern_mismatch", ["query", "month"], {}, "Month must be a month, for example 2026-11."],
  ["string_pattern_mismatch", ["body", "shade"], { pattern: "x" }, "Shade must have the form x."],
] as const)("%p of %p", (type, loc, ctx, sentence) => {
  expect(sentenceOf({ type, loc, ctx, msg: "String should match pattern" })).toBe(sentence);
});

test("the service's own messages become sentences", () => {
  const own = (msg: string, loc: (string | number)[], input = "") =>
    sentenceOf({ type: "value_error", loc, msg: `Value error, ${msg}`, input, ctx: { error: {} } });
  expect(own("Password is too common; choose another", ["body", "password"])).toBe(
    "Password is too common; choose another.",
  );
  expect(own("must be a number or a share such as 1%", ["query", "max_rejects"])).toBe(
    "Max. rejected rows must be a number or a share such as 1%.",
  );
  expect(own("must be an address or a CIDR", ["body", "policy", "ip_filter", "deny", 0], "10.0.0.300")).toBe(
    "Blocked networks: “10.0.0.300” must be an address or a CIDR.",
  );
});

test("an entry of another service's form is its message", () => {
  expect(sentenceOf({ msg: "Too short" })).toBe("Too short.");
});
