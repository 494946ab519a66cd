import { expect, test } from "bun:test";
import { click, keyDown } from "../../../test/console/dom/act.ts";
import { decodedVin, vin } from "../../../test/console/dom/decoded-vin.ts";
import { all, cells, get, textOf, texts } from "../../../test/console/dom/find.ts";
import { DomEvent, setUp, show, step } from "../../../test/console/dom/page.ts";
import { Plate } from "./plate.tsx";

setUp();

const tab = (index: number) => all("tab")[index]!;
const panel = () => texts(".plate-say p");
const showPart = (index: number, more = {}) =>
  show(<Plate vin={vin} decoded={decodedVin(more)} first={index} />);

test("the VIN is shown in six named groups", async () => {
  await show(<Plate vin={vin} decoded={decodedVin()} />);
  expect(get("tablist", "VIN 5J6RW2H59JL990075, by position")).toBeDefined();
  expect(all("tab").map((one) => textOf(one))).toEqual([
    "5J6Maker",
    "RW2H5Vehicle",
    "9Check",
    "JYear",
    "LPlant",
    "990075Serial",
  ]);
  expect(all("tab").map((one) => one.getAttribute("aria-selected"))).toEqual([
    "false",
    "true",
    ...Array(4).fill("false"),
  ]);
});

test("keys and clicks choose a group", async () => {
  await show(<Plate vin={vin} decoded={decodedVin()} />);
  await keyDown(tab(1), "ArrowLeft");
  expect(panel()[0]).toBe("WMI, positions 1 to 3");
  await keyDown(tab(0), "ArrowLeft");
  expect(panel()[0]).toBe("Serial number, positions 12 to 17");
  await click(tab(4));
  expect(panel()[0]).toBe("Plant, position 11");
});

test("a mouse over a group chooses it, a finger does not", async () => {
  await show(<Plate vin={vin} decoded={decodedVin()} />);
  const over = (pointerType: string) =>
    step(() =>
      tab(3).dispatchEvent(
        Object.assign(new DomEvent("pointerover", { bubbles: true }), { pointerType, relatedTarget: null }),
      ),
    );
  await over("touch");
  expect(panel()[0]).toBe("VDS, positions 4 to 8");
  await over("mouse");
  expect(panel()[0]).toBe("Model year, position 10");
});

test.each([
  [0, "Honda Of Canada", "5: USA; J: honda truck; 6: passenger. Together, the three identify"],
  [1, "CR-V EX, 5 doors, 1.5 L, 4 cylinders in-line", "by 2 patterns that the manufacturer registered"],
  [3, "2018", "For cars and light trucks, position 7 decides. Here it is a letter: 2010 or later."],
  [4, "East Liberty, United States", "The plant that assembled the vehicle."],
  [5, "990075", "No two vehicles share all 17 characters."],
])("part %p is explained", async (index, heading, words) => {
  await showPart(index);
  expect(panel()[1]).toBe(heading);
  expect(panel()[2]).toContain(words);
});

test("a correct check digit has its arithmetic", async () => {
  await showPart(2);
  expect(panel().slice(1)).toEqual([
    "9 is correct",
    "Each character has a value and a weight. The products add up to 405; divided by 11, the remainder is 9. A wrong character nearly always changes the remainder.",
  ]);
  const [values, weights, products] = cells("");
  expect(values).toEqual(["Value", ..."51696285913990075"]);
  expect(weights?.slice(0, 4)).toEqual(["Weight", "8", "7", "6"]);
  expect(products?.slice(0, 4)).toEqual(["Product", "40", "7", "36"]);
});

test("a wrong check digit names the expected one", async () => {
  await showPart(2, { check: { valid: false, check_digit: "4", expected: "9" } });
  expect(panel()[1]).toBe("4 should be 9");
  expect(panel()[2]).toEndWith(
    "One of the 17 characters is probably mistyped, or the vehicle was not made for North America.",
  );
});

test("missing values are unknown", async () => {
  const nothing = { basic: {}, engine: {}, manufacturer: {}, elements: [] };
  for (const [index, heading] of ["Unknown", "Unknown", undefined, "Unknown", "Unknown"].entries()) {
    await showPart(index, nothing);
    if (heading) expect(panel()[1]).toBe(heading);
  }
  await showPart(1, nothing);
  expect(panel()[2]).toBe("No pattern of NHTSA's data matches.");
});

test("more than three patterns are summed up", async () => {
  const elements = ["A", "B", "C", "D"].map((key) => ({ decided_by: "pattern", key }));
  await showPart(1, { elements });
  expect(texts(".plate-say code")).toEqual(["A", "B", "C"]);
  expect(panel()[2]).toEndWith("A, B, C and more. 2 values in total.");
});

test("without a decode the parts say what follows from the characters", async () => {
  const shown: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    await show(<Plate vin={vin} decoded={undefined} first={index} />);
    shown.push(panel().slice(1).join(" | "));
  }
  expect(shown).toEqual([
    "5J6 | The manufacturer and a registered type of vehicle.",
    "RW2H5 | Model, body, engine and restraints, in the manufacturer's own code.",
    "9 is correct | Each character has a value and a weight. The products add up to 405; divided by 11, the remainder is 9. A wrong character nearly always changes the remainder.",
    "1988 or 2018 | J means one year in every 30.",
    "L | The plant, in the manufacturer's own code.",
    "990075 | The number of this vehicle. No two vehicles share all 17 characters.",
  ]);
  await show(<Plate vin="5J6RW2H54UL990075" decoded={undefined} first={2} />);
  expect(panel()[1]).toBe("4 should be 3");
  await show(<Plate vin="5J6RW2H54UL990075" decoded={undefined} first={3} />);
  expect(panel().slice(1)).toEqual(["Unknown", "U is no code of a model year."]);
});
