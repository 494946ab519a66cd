import { expect, test } from "bun:test";
import { readVin } from "../../src/base/reading/vins.ts";
import { normaliseVin } from "../../src/vin/characters.ts";
import { certainVin, proposalsMax, proposedVins } from "../../src/vin/proposed-vins.ts";
import { type DamagedVin, damagedVins, knownVins, proposedKinds, repairedKinds } from "./damaged-vins.ts";
import { testDecoder } from "./shared-pack.ts";

const each = 160;
const seed = 63;
const vins = knownVins();

/** How many of a kind satisfy `isSo`. */
function counted(damaged: readonly DamagedVin[], isSo: (one: DamagedVin) => boolean): Record<string, number> {
  const byKind = Map.groupBy(damaged, ({ kind }) => kind);
  return Object.fromEntries([...byKind].map(([kind, list]) => [kind, list.filter(isSo).length]));
}

const allOf = (kinds: object): Record<string, number> =>
  Object.fromEntries(Object.keys(kinds).map((kind) => [kind, each]));

/** What was read before VINs were repaired: spaces and hyphens were dropped. */
const wasRead = ({ vin, text }: DamagedVin) => normaliseVin(text) === vin;
const isRead = ({ vin, text }: DamagedVin) => readVin(text)?.vin === vin;

test("of 3,200 damaged VINs all of the repaired kinds are read rightly, and none of the others", async () => {
  const repaired = damagedVins(repairedKinds, vins, each, seed);
  const proposed = damagedVins(proposedKinds, vins, each, seed);
  expect(repaired.length + proposed.length).toBe(3200);
  expect(counted(repaired, isRead)).toEqual(allOf(repairedKinds));
  // What is read of the others is what was written: no character is replaced.
  const replaced = proposed.filter(({ text }) => (readVin(text)?.vin ?? text) !== text);
  expect(replaced).toEqual([]);
  if (process.env.VINGATE_PRINT_TABLE) await print([...repaired, ...proposed]);
});

test("proposals have the right VIN for every look-alike, swap and doubled character, and are nine at most", async () => {
  const decoder = (await testDecoder()).value!;
  const damaged = damagedVins(proposedKinds, vins, each, seed);
  const has = ({ vin, text }: DamagedVin) => proposedVins(decoder, text).includes(vin);
  const certain = [
    "S for 5, B for 8, Z for 2",
    "5 for S, 8 for B, 2 for Z",
    "other look-alikes",
    "two swapped",
    "one doubled",
  ];
  const found = counted(damaged, has);
  expect(Object.fromEntries(certain.map((kind) => [kind, found[kind]]))).toEqual(
    Object.fromEntries(certain.map((kind) => [kind, each])),
  );
  // A missing character can have more than nine proposals; a letter that the VIN has besides has none.
  expect(found["one missing"]!).toBeGreaterThan(each / 2);
  expect(found["each 5 as S"]!).toBeGreaterThan(each / 2);
  const lists = damaged.map(({ text }) => proposedVins(decoder, text));
  expect(Math.max(...lists.map((list) => list.length))).toBeLessThanOrEqual(proposalsMax);
  const alike = damaged.filter(({ kind }) => certain.slice(0, 3).includes(kind));
  const alone = alike.filter(({ text }) => proposedVins(decoder, text).length === 1);
  expect(alone.length / alike.length).toBeGreaterThan(0.75);
});

test("proposals do not contain what was sent, nor VINs for fillers of European makers", async () => {
  const decoder = (await testDecoder()).value!;
  const texts = ["1HGCM82633A004352", "WVWZZZ1JZ3W386752", "INTERNATIONALIZED", "", "1HGCM82633A0043"];
  expect(texts.map((text) => proposedVins(decoder, text).includes(text))).toEqual(texts.map(() => false));
  expect(proposedVins(decoder, "WVWZZZ1JZ3W386752")).toEqual([]);
});

test("an I in first place is read as 1 only where no other vehicle can be meant", async () => {
  const decoder = (await testDecoder()).value!;
  // A Nissan's J, a BMW's label without its last character, that of a Mercedes-Benz with an unknown model, and a Honda.
  const texts = ["IN8AT2MV4K9990974", "*IWBAPK7C58BA46391", "IWDD2132611A47040", "IHGCM82633A004352"];
  expect(texts.map((text) => certainVin(decoder, text))).toEqual([
    undefined,
    undefined,
    undefined,
    "1HGCM82633A004352",
  ]);
  expect(texts.slice(0, 2).map((text) => proposedVins(decoder, text).slice(0, 1))).toEqual([
    ["JN8AT2MV4K9990974"],
    ["WBAPK7C58BA463913"],
  ]);
  // Whole labels, and the I of VINs that patterns cover, are certain.
  const kinds = { "leading I": repairedKinds["leading I"]!, "I for each 1": repairedKinds["I for each 1"]! };
  const read = damagedVins(kinds, vins, each, seed);
  const isCertain = ({ vin, text }: DamagedVin) => certainVin(decoder, text) === vin;
  const { "leading I": whole, "I for each 1": letters } = counted(read, isCertain);
  expect(whole).toBe(each);
  expect(letters!).toBeGreaterThan(0.95 * each);
  // Labels that a field of 17 characters cut are never read as another vehicle.
  const cut = vins.filter((vin) => !/^[1-5]/.test(vin)).map((vin) => `I${vin.slice(0, -1)}`);
  expect(cut.filter((text) => certainVin(decoder, text) !== undefined)).toEqual([]);
});

/** The table by kind: read before, read now, the right one proposed, proposed alone. */
async function print(damaged: readonly DamagedVin[]): Promise<void> {
  const decoder = (await testDecoder()).value!;
  const rows = [...Map.groupBy(damaged, ({ kind }) => kind)].map(([kind, list]) => {
    const proposals = list.map(({ text }) =>
      readVin(text) && !proposedKinds[kind] ? [] : proposedVins(decoder, text),
    );
    const right = list.filter(({ vin }, at) => proposals[at]!.includes(vin)).length;
    const alone = list.filter(
      ({ vin }, at) => proposals[at]!.length === 1 && proposals[at]![0] === vin,
    ).length;
    return [kind, list.length, list.filter(wasRead).length, list.filter(isRead).length, right, alone].join(
      " | ",
    );
  });
  process.stdout.write(`${["kind | VINs | before | now | proposed | alone", ...rows].join("\n")}\n`);
}
