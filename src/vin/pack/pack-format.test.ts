import { expect, test } from "bun:test";
import { PackError, readMeta, readPack, writePack } from "./pack-format.ts";

const meta = { fingerprint: "f" };
const sections = {
  a: Uint8Array.of(1, 2, 3),
  b: Int32Array.of(-1, 7),
  c: Uint16Array.of(9),
  d: Uint32Array.of(5),
};

test("a pack gives back what was put in", () => {
  const pack = readPack(writePack(meta, sections));
  expect(pack.meta).toEqual(meta);
  for (const [name, array] of Object.entries(sections)) expect(pack.section(name)).toEqual(array);
  expect(() => pack.section("e")).toThrow("the pack lacks section e");
});

test("reports damage at any byte", () => {
  const whole = writePack(meta, sections);
  const harmed = (change: (bytes: Uint8Array) => void): Uint8Array => {
    const copy = whole.slice();
    change(copy);
    return copy;
  };
  const place = whole.lastIndexOf(9);
  const cases: [Uint8Array, string][] = [
    [new Uint8Array(3), "the pack is cut short: 3 bytes"],
    [harmed((bytes) => bytes.set([0], 0)), "the file is not a VIN pack"],
    [harmed((bytes) => bytes.set([99], 4)), "the pack has format 99"],
    [harmed((bytes) => bytes.set([0], 20)), "the pack's directory is damaged"],
    [harmed((bytes) => bytes.set([8], place)), "section c of the pack is damaged"],
    [whole.slice(0, whole.length - 20), "the pack is cut short in section"],
    [whole.slice(0, 40), "the pack is cut short in its directory"],
  ];
  for (const [bytes, message] of cases) {
    expect(() => readPack(bytes)).toThrow(message);
    expect(() => readPack(bytes)).toThrow(PackError);
  }
  expect(readMeta(whole)).toEqual(meta);
});
