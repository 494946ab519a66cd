import { expect, test } from "bun:test";
import fc from "fast-check";
import { z } from "zod";
import { secret } from "./secrets.ts";
import { compileValidator } from "./validation.ts";

const leaf = z.looseObject({ name: z.string().min(1).max(5).optional() });
const tree = leaf.extend({
  children: z.array(leaf.extend({ children: z.array(leaf).max(3).optional() })).max(3),
});

const bodies: readonly z.ZodType[] = [
  z.strictObject({
    a: z.int().min(0).optional(),
    b: z.number().nullable(),
    c: z.boolean().default(true),
    d: z.iso.datetime().optional(),
    e: z.email().optional(),
    f: z
      .union([z.uuid(), z.url({ protocol: /^https?$/ }), z.iso.date(), z.literal([1, "x", null])])
      .optional(),
    g: secret(z.string().regex(/^x/)).optional(),
  }),
  z.record(z.string().max(3), z.union([z.int(), z.array(z.enum(["x", "y"]))])),
  tree,
  z.array(z.unknown()),
];

const names = fc.constantFrom(
  "a",
  "b",
  "c",
  "d",
  "e",
  "f",
  "g",
  "name",
  "children",
  "__proto__",
  "constructor",
  "",
);
const scalars = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.double(),
  fc.bigInt().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.emailAddress(),
  fc.uuid(),
  fc.webUrl(),
  fc.string({ unit: "binary" }),
);
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalars,
    fc.array(tie("value")),
    fc.dictionary(names, tie("value")),
  ),
}));
const texts = fc.oneof(
  fc.json(),
  values.map((value) => JSON.stringify(value) ?? ""),
  // Broken in one place.
  fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 3 })).map(([json, at, text]) => {
    const place = at % (json.length + 1);
    return json.slice(0, place) + text + json.slice(place + 1);
  }),
);
const sent = fc.oneof(
  texts.map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 200 }),
);

for (const [index, body] of bodies.entries()) {
  const validate = compileValidator({ query: z.object({ q: z.int().optional() }), body });
  test(`any body is taken or refused with well-formed issues (${index})`, () => {
    fc.assert(
      fc.property(sent, fc.constantFrom("application/json", null), fc.string(), (bytes, contentType, q) => {
        const query = new URLSearchParams({ q });
        const verdict = validate({ params: {}, query, headers: new Headers(), contentType, body: bytes });
        if (verdict.ok) return;
        if (verdict.fault === "undecodable") {
          expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toThrow();
          return;
        }
        expect(verdict.detail.length).toBeGreaterThan(0);
        for (const { type, loc, msg, input, ctx, ...rest } of verdict.detail) {
          expect(rest).toEqual({});
          expect(type).toMatch(/^[a-z_0-9]+$/);
          expect(["query", "body"]).toContain(String(loc[0]));
          expect(msg.length).toBeGreaterThan(0);
          expect(input).not.toBeUndefined();
          expect(ctx === undefined || Object.keys(ctx).length > 0).toBe(true);
        }
        // No answer may need more than UTF-8 and JSON.
        expect(JSON.stringify(verdict.detail).isWellFormed()).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });
}

test("accepts its own output again", () => {
  const validate = compileValidator({ body: bodies[0]! });
  const judged = (value: unknown) =>
    validate({
      params: {},
      query: new URLSearchParams(),
      headers: new Headers(),
      contentType: "application/json",
      body: new TextEncoder().encode(JSON.stringify(value)),
    });
  fc.assert(
    fc.property(fc.dictionary(names, scalars), (value) => {
      const first = judged({ b: 1, ...value });
      if (first.ok && !JSON.stringify(first.body).includes("null")) expect(judged(first.body)).toEqual(first);
    }),
    { numRuns: 2000 },
  );
});
