import { expect, test } from "bun:test";
import { mintToken } from "../access/tokens.ts";
import { recordedUrl } from "./recorded-url.ts";

const declared = new Set(["mileage", "year"]);

test.each([
  ["/market-valuation/1HG", "", "/market-valuation/1HG"],
  ["/market-valuation/1HG", "?mileage=12&year=2003", "/market-valuation/1HG?mileage=12&year=2003"],
  ["/a", "?mile%61ge=12", "/a?mile%61ge=12"],
  ["/a", "?password=hunter2&mileage=12&flag&x=", "/a?password&mileage=12&flag&x"],
  ["/a", "?%zz=secret", "/a?%zz"],
  ["/a", "?=secret", "/a?"],
])("%s%s is kept as %s", (path, search, kept) => {
  expect(recordedUrl(path, search, declared)).toBe(kept);
});

test("removes credentials and cuts at 2,048 characters", () => {
  const key = mintToken("vgk");
  expect(recordedUrl(`/vin-decoder/${key}`, `?mileage=${key}&${key}=1`, declared)).toBe(
    "/vin-decoder/[redacted]?mileage=[redacted]&[redacted]",
  );
  const long = `?mileage=${"1".repeat(9000)}`;
  expect(recordedUrl("/a", long, declared)).toBe(`/a${long}`.slice(0, 2048));
});
