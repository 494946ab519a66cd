import { expect, test } from "bun:test";
import { z } from "zod";
import { checkInput, requireIssue } from "../../../test/check-input.ts";

const http = z.url({ protocol: /^https?$/ });
const uuid = "00000000-0000-4000-8000-0000000000ab";

for (const [schema, input, value] of [
  [z.email(), "A@EXAMPLE.com", "A@example.com"],
  [z.email(), "Bob <a@b.com>", "a@b.com"],
  [z.email(), ' "Bob, J" <a@b.com> ', "a@b.com"],
  [z.email(), "é.ü@bücher.example.com", "é.ü@bücher.example.com"],
  [z.email(), "a@intranet.local", "a@intranet.local"],
  [z.uuid(), uuid.toUpperCase(), uuid],
  [z.uuid(), uuid.replaceAll("-", ""), uuid],
  [z.uuid(), `{${uuid}}`, uuid],
  [z.uuid(), `urn:uuid:${uuid}`, uuid],
  [http, " https://a.com/x?y#z ", "https://a.com/x?y#z"],
  [http, "http://127.0.0.1:9000", "http://127.0.0.1:9000"],
] as const) {
  test(`takes ${input}`, () => {
    expect(checkInput(schema, input)).toEqual({ value });
  });
}

const after = "The part after the @-sign";

const emailFaults: readonly [input: string, reason: string][] = [
  ["", "An email address must have an @-sign."],
  ['"a@b.com', "An email address must have an @-sign."],
  ["a＠b.com", 'The email address has the "full-width" at-sign (@) character instead of a regular at-sign.'],
  ["a@", "There must be something after the @-sign."],
  ["@b.com", "There must be something before the @-sign."],
  ["a b@c.com", "The email address contains invalid characters before the @-sign: SPACE."],
  ["a(b),c@c.com", "The email address contains invalid characters before the @-sign: '(', ')', ','."],
  ["a\\b@c.com", 'The email address contains invalid characters before the @-sign: "\\".'],
  ["a\tb@c.com", "The email address contains invalid characters before the @-sign: U+0009."],
  [".a@b.com", "An email address cannot start with a period."],
  ["a.@b.com", "An email address cannot have a period immediately before the @-sign."],
  ["a..b@c.com", "An email address cannot have two periods in a row."],
  ['"a b"@c.com', "Quoting the part before the @-sign is not allowed here."],
  ["a\u200b@c.com", "The email address contains unsafe characters: U+200B."],
  ["a@[127.0.0.1]", "A bracketed IP address after the @-sign is not allowed here."],
  ["a@@b.com", `${after} contains invalid characters: '@'.`],
  ["a@b_c.com", `${after} contains invalid characters: '_'.`],
  ["a@b", `${after} is not valid. It should have a period.`],
  ["a@b.123", `${after} is not valid. It is not within a valid top-level domain.`],
  ["a@.b.com", "An email address cannot have a period immediately after the @-sign."],
  ["a@b..com", "An email address cannot have two periods in a row."],
  ["a@b.com.", "An email address cannot end with a period."],
  ["a@-b.com", "An email address cannot have a hyphen immediately after the @-sign."],
  ["a@b.c-", "An email address cannot end with a hyphen."],
  ["a@b-.com", "An email address cannot have a period and a hyphen next to each other."],
  [
    "a@ab--c.com",
    "An email address cannot have two letters followed by two dashes immediately after the @-sign or after a period, except Punycode.",
  ],
  [
    `a@${"b".repeat(64)}.com`,
    "After the @-sign, periods cannot be separated by so many characters (1 character too many).",
  ],
  [`a@${"b.".repeat(126)}comm`, "The email address is too long after the @-sign (3 characters too many)."],
  [`${"a".repeat(250)}@b.com`, "The email address is too long (2 characters too many)."],
  ["x".repeat(2049), "Length must not exceed 2048 characters"],
  ["Bob, J <a@b.com>", "The display name contains invalid characters when not quoted: ','."],
  [
    "<a@b.com",
    "An open angle bracket at the start of the email address has to be followed by a close angle bracket at the end.",
  ],
  ["Bob <a@b.com> x", "There can't be anything after the email address."],
  ["<<a@b.com>>", "A display name and angle brackets around the email address are not permitted here."],
];

for (const [input, reason] of emailFaults) {
  test(`refuses the email ${input.slice(0, 30)}: ${reason.slice(0, 60)}`, () => {
    const msg = `value is not a valid email address: ${reason}`;
    expect(requireIssue(z.email(), input)).toEqual({ type: "value_error", loc: [], msg, ctx: { reason } });
  });
}

const uuidFaults: readonly [input: string, error: string][] = [
  ["q", "invalid character: found `q` at 1"],
  ["{0", "invalid character: found `{` at 1"],
  [`${uuid.slice(0, -1)}€`, "invalid character: found `€` at 36"],
  ["", "invalid length: expected length 32 for simple format, found 0"],
  ["0".repeat(33), "invalid length: expected length 32 for simple format, found 33"],
  ["0-0", "invalid group count: expected 5, found 2"],
  [`{${"0".repeat(32)}}`, "invalid group count: expected 5, found 1"],
  ["0-0-0-0-0", "invalid group length in group 0: expected 8, found 1"],
  [`${uuid}0`, "invalid group length in group 4: expected 12, found 13"],
];

for (const [input, error] of uuidFaults) {
  test(`refuses the UUID ${input}`, () => {
    const msg = `Input should be a valid UUID, ${error}`;
    expect(requireIssue(z.uuid(), input)).toEqual({ type: "uuid_parsing", loc: [], msg, ctx: { error } });
  });
}

const urlFaults: readonly [input: string, error: string][] = [
  ["", "input is empty"],
  ["x", "relative URL without a base"],
  ["//a", "relative URL without a base"],
  ["http://", "empty host"],
  ["http://a@", "empty host"],
  ["https://a:99999", "invalid port number"],
  ["https://a:x", "invalid port number"],
  ["https://[::1", "invalid IPv6 address"],
  ["https://256.1.1.1", "invalid IPv4 address"],
  ["https://a b", "invalid international domain name"],
];

for (const [input, error] of urlFaults) {
  test(`refuses the URL ${input}`, () => {
    const msg = `Input should be a valid URL, ${error}`;
    expect(requireIssue(http, input)).toEqual({ type: "url_parsing", loc: [], msg, ctx: { error } });
  });
}

const schemes = "'http' or 'https'";

for (const [schema, input, type, msg, ctx] of [
  [z.email(), 5, "string_type", "Input should be a valid string", null],
  [z.uuid(), 5, "uuid_type", "UUID input should be a string, bytes or UUID object", null],
  [http, null, "url_type", "URL input should be a string or URL", null],
  [http, "ftp://a", "url_scheme", `URL scheme should be ${schemes}`, { expected_schemes: schemes }],
  [
    http,
    `https://a/${"a".repeat(2083)}`,
    "url_too_long",
    "URL should have at most 2083 characters",
    { max_length: 2083 },
  ],
] as const) {
  test(`${type} for ${JSON.stringify(input).slice(0, 30)}`, () => {
    expect(requireIssue(schema, input)).toEqual({ type, loc: [], msg, ...(ctx && { ctx }) });
  });
}
