import { expect, test } from "bun:test";
import { createDecoder } from "../../src/vin/decoder.ts";
import { recorded } from "../shared-data.ts";
import { testPack, testYear } from "./shared-pack.ts";
import { randomNumbers, randomVin } from "./vins.ts";

const decoder = createDecoder(await testPack(), { currentYear: testYear });
const random = randomNumbers(128);
const known = Object.keys(recorded("yard_inventory.json") ?? {}).filter((vin) => vin.length === 17);
const vins = Array.from({ length: 1000 }, (_, i) => known[i] ?? randomVin("1FT", random));

test("no ASCII character in any position of 1,000 VINs throws", () => {
  const text = new TextDecoder();
  let answered = 0;
  for (const vin of vins)
    for (let position = 0; position < 17; position++)
      for (let unit = 0; unit < 128; unit++) {
        const changed = vin.slice(0, position) + String.fromCharCode(unit) + vin.slice(position + 1);
        const body = decoder.answer(changed);
        if (!body) continue;
        // Only every hundredth response is parsed; other tests compare whole objects.
        if (answered++ % 100 === 0) expect(JSON.parse(text.decode(body)).status).toBe("success");
      }
  expect(answered).toBeGreaterThan(100_000);
}, 120_000);
