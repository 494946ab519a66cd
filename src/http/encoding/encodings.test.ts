import { expect, test } from "bun:test";
import { encodedEtag, encodings, preferredEncoding } from "./encodings.ts";

const choices: readonly [accepted: string, chosen: string | undefined][] = [
  ["", undefined],
  ["gzip", "gzip"],
  ["GZIP ; Q=0.5", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, zstd", "zstd"],
  ["zstd;q=0.5, gzip", "gzip"],
  ["zstd;q=0.5, gzip;q=0.5", "zstd"],
  ["br;q=0, zstd;q=0.000, gzip;q=0.001", "gzip"],
  ["deflate", undefined],
  ["*", "br"],
  ["*;q=0.1, gzip", "gzip"],
  ["br;q=0, *", "gzip"],
  ["br;q=0, *, zstd", "zstd"],
  ["*;q=0", undefined],
  ["identity", undefined],
  ["identity, gzip", "gzip"],
  ["identity, gzip;q=0.9", undefined],
  ["gzip;q=x", undefined],
  ["gzipped", undefined],
];

test.each(choices)("the coding of %p is %p", (accepted, chosen) => {
  expect(preferredEncoding(accepted, encodings)).toBe(chosen as (typeof encodings)[number]);
});

test("only an offered coding is chosen", () => {
  expect(preferredEncoding("br, gzip;q=0.1", ["zstd", "gzip"])).toBe("gzip");
  expect(preferredEncoding("br", [])).toBeUndefined();
});

test("a coded form has its own strong ETag, and the same weak one", () => {
  expect([encodedEtag('"a-b"', "gzip"), encodedEtag('W/"a"', "gzip")]).toEqual(['"a-b-gzip"', 'W/"a"']);
});
