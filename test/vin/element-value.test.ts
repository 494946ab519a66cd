import { expect, test } from "bun:test";
import { elementText } from "../../src/vin/decode/element-value.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { recorded } from "../shared-data.ts";
import { testPack, testYear } from "./shared-pack.ts";
import { randomNumbers, randomVin } from "./vins.ts";

test("make, model and trim read alone equal the whole decode's", async () => {
  const pack = await testPack();
  const decoder = createDecoder(pack, { currentYear: testYear });
  const random = randomNumbers(7);
  const made = ["1HG", "1FT", "5YJ", "JTD", "WBA", "1HD"].flatMap((wmi) =>
    Array.from({ length: 200 }, () => randomVin(wmi, random)),
  );
  let compared = 0;
  for (const vin of [...Object.keys(recorded("vpic_golden.json") ?? {}), ...made]) {
    const whole = decoder.decode(vin);
    const state = decoder.scan(vin);
    if (typeof whole === "string" || !state) {
      expect([typeof whole, state]).toEqual(["string", undefined]);
      continue;
    }
    const wholeOf = (id: number) => whole.elements.find((element) => element.id === id)?.value ?? "";
    expect([vin, ...[26, 28, 38].map((id) => elementText(pack, state, id)), state.chosen.year]).toEqual([
      vin,
      ...[26, 28, 38].map(wholeOf),
      whole.year,
    ]);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(500);
});
