import { expect, test } from "bun:test";
import fc from "fast-check";
import { ByteWriter } from "../../base/byte-writer.ts";
import {
  BodyError,
  bodyBytesMax,
  bodyText,
  type Fill,
  isImageName,
  type PlaceholderPlan,
  storeBody,
  writeBody,
} from "./body.ts";

/** As it is stored behind something else. */
function encodeBody(record: unknown, plan: PlaceholderPlan): Uint8Array {
  const body = bodyText(record, plan);
  const target = Buffer.alloc(3 + bodyBytesMax(body), 0xff);
  return target.subarray(3, storeBody(body, target, 3));
}

function filled(body: Uint8Array, fill: Fill): unknown {
  const writer = new ByteWriter(16);
  writeBody(writer, body, fill);
  return JSON.parse(Buffer.from(writer.done()).toString());
}

/** Leaves every placeholder as it is stored, except the given ones. */
const fill = (text: (kind: "person" | "dealer" | "vin") => string | undefined, image = ["", ""]): Fill => ({
  text,
  image(out, source, from, to) {
    out.text(image[0]!);
    out.bytes(source, from, to);
    out.text(image[1]!);
  },
});
const asStored = fill(() => undefined);
const withoutPerson = fill((kind) => (kind === "person" ? "" : undefined));

const plan = { images: ["image"], seller: { phone: "person" }, vin: "vin" } as const;

test("only the placeholders of the plan are filled", () => {
  const record = {
    é: 'ü"\\',
    images: ["a/1.jpg", "a/2.jpg"],
    seller: { phone: "1", name: "x" },
    vin: "",
    n: [1, null],
  };
  const body = encodeBody(record, plan);
  const signed = filled(
    body,
    fill((kind) => (kind === "vin" ? "V" : undefined), ["https://x/", "?s"]),
  );
  expect(signed).toEqual({
    ...record,
    images: ["https://x/a/1.jpg?s", "https://x/a/2.jpg?s"],
    vin: "V",
  });
  expect(filled(body, withoutPerson)).toEqual({
    ...record,
    seller: { phone: "", name: "x" },
  });
});

test("any record is answered as it was stored", () => {
  const contacts = fc.record({ phone: fc.string({ unit: "grapheme" }), name: fc.string({ unit: "binary" }) });
  const records = fc.record({
    before: fc.jsonValue(),
    seller: contacts,
    vin: fc.string(),
    after: fc.jsonValue(),
  });
  fc.assert(
    fc.property(records, (record) => {
      const stored = encodeBody(record, plan);
      expect(filled(stored, asStored)).toEqual(JSON.parse(JSON.stringify(record)));
      expect(filled(stored, withoutPerson)).toEqual(
        JSON.parse(JSON.stringify({ ...record, seller: { ...record.seller, phone: "" } })),
      );
    }),
  );
});

test("a plan that does not fit is ignored; a placeholder must be a text", () => {
  expect(filled(encodeBody({ images: null, seller: [1] }, plan), asStored)).toEqual({
    images: null,
    seller: [1],
  });
  expect(() => encodeBody({ images: [{ url: "x" }] }, plan)).toThrow(BodyError);
  expect(() => encodeBody({ images: ["https://elsewhere/1.jpg"] }, plan)).toThrow(BodyError);
});

test("names of images have no dot segments and need no escape", () => {
  for (const name of ["a.jpg", "demo/lot-1/1.svg", "A_b/c.d/e"]) expect(isImageName(name)).toBe(true);
  for (const name of [
    "",
    "/a",
    "a/",
    "a//b",
    "../a",
    "a/../b",
    "a/./b",
    ".a",
    "a b",
    "a?b",
    "a%2f",
    "ä",
    "a\n",
  ])
    expect([name, isImageName(name)]).toEqual([name, false]);
});
