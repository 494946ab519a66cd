import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { ByteWriter } from "./byte-writer.ts";
import { ShortHmac } from "./short-hmac.ts";

test("a code equals the standard hasher's for any key and messages", () => {
  const bytes = (max: number) => fc.uint8Array({ maxLength: max });
  fc.assert(
    fc.property(bytes(100), fc.array(fc.array(bytes(400), { maxLength: 3 })), (key, messages) => {
      const hmac = new ShortHmac(key);
      for (const pieces of messages) {
        for (const piece of pieces) hmac.add(Buffer.from(piece));
        const expected = createHmac("sha256", key).update(Buffer.concat(pieces)).digest("hex");
        expect(Buffer.from(hmac.done()).toString("hex")).toBe(expected);
      }
    }),
  );
});

test("32 bytes are written as base64url", () => {
  const writer = new ByteWriter(64);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      writer.base64url(bytes);
      expect(writer.done().toString()).toBe(Buffer.from(bytes).toString("base64url"));
    }),
  );
});

test("a returned code does not change with later ones", () => {
  const writer = new ByteWriter(16);
  const given = fc.array(fc.array(fc.string({ unit: "grapheme" })), { maxLength: 20 });
  fc.assert(
    fc.property(given, (answers) => {
      const written = answers.map((texts) => {
        for (const text of texts) writer.text(text);
        return writer.done();
      });
      expect(written.map(String)).toEqual(answers.map((texts) => texts.join("").toWellFormed()));
    }),
  );
});
