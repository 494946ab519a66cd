import { expect, test } from "bun:test";
import { EpaTable, transmissionOf } from "../../src/vehicles/lookups/combinations/epa-table.ts";
import { checkOf, derivedPart, groupsOf } from "../../src/vin/answer/groups.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { recorded } from "../shared-data.ts";
import { testPack, testYear } from "./shared-pack.ts";

const decoder = createDecoder(await testPack(), { currentYear: testYear });
const accord = "1HGCM82633A004352";
const text = new TextDecoder();

/** Accords of 2003 in the form of EPA's rows. */
function tableOf(...rows: readonly (readonly [model: string, trim: string, facts: object])[]): EpaTable {
  const table = new EpaTable("epa 2025-11");
  for (const [model, trim, facts] of rows)
    table.add({ year: 2003, make: "HONDA", model, trim, facts: JSON.stringify(facts) });
  return table;
}

const six = { displacement_l: 3, cylinders: 6, fuel: "Regular Gasoline", drive: "Front-Wheel Drive" };
const four = { displacement_l: 2.4, cylinders: 4, fuel: "Regular Gasoline", drive: "Rear-Wheel Drive" };
const automatic = { transmission: "Automatic 5-spd" };
const manual = { transmission: "Manual 6-spd" };

function addedBy(table: EpaTable, vin = accord) {
  const answered = decoder.with(table).answer(vin)!;
  const { data } = JSON.parse(text.decode(answered.body)) as {
    data: Record<string, Record<string, string>> & { derived: readonly { field: string; source?: string }[] };
  };
  const facts = data.derived.filter(({ source }) => source !== undefined);
  return {
    source: answered.source,
    drive: data.drivetrain!.drive_type,
    transmission: data.transmission!.transmission_style,
    facts,
  };
}

const rule = "All rows of the source for this year, make and model that fit the VIN have this value.";
const fact = (field: string, value: string) => ({ field, value, rule, source: "epa 2025-11" });
const drive = fact("drivetrain.drive_type", "FWD/Front-Wheel Drive");
const litres = fact("engine.engine_size", "3.0");
const style = fact("transmission.transmission_style", "Automatic");

test("facts shared by all matching rows are added with their source", () => {
  const table = tableOf(
    ["Accord", "3.0 L", { ...six, ...automatic }],
    ["Accord", "2.4 L", { ...four, ...manual }],
  );
  expect(addedBy(table)).toEqual({
    source: `${decoder.source}, epa 2025-11`,
    drive: "FWD/Front-Wheel Drive",
    transmission: "Automatic",
    facts: [litres, style, drive],
  });
});

test("nothing is added if rows differ or lack the fact", () => {
  const both = tableOf(["Accord", "a", { ...six, ...automatic }], ["Accord", "b", { ...six, ...manual }]);
  expect(addedBy(both)).toMatchObject({ transmission: "", facts: [litres, drive] });
  const open = tableOf(["Accord", "a", { ...six, ...automatic }], ["Accord", "b", six]);
  expect(addedBy(open)).toMatchObject({ transmission: "", facts: [litres, drive] });
  const other = tableOf(["Accord", "a", four]);
  expect(addedBy(other)).toEqual({ source: decoder.source, drive: "", transmission: "", facts: [] });
});

test("a name matches names that begin with it or contain it", () => {
  const named = (model: string, trim = "3.0 L") => addedBy(tableOf([model, trim, six])).drive !== "";
  expect([
    named("Accord"),
    named("Accord Coupe"),
    named("Civic/Accord"),
    named("ACCORD", "AWD, 3.0 L"),
  ]).toEqual([...[true, true, true, true]]);
  expect([named("Accordion"), named("Honda Accord"), named("Civic")]).toEqual([false, false, false]);
});

test("a row belongs to its base model", () => {
  const rear = { ...six, drive: "Rear-Wheel Drive" };
  const all = { ...six, drive: "All-Wheel Drive", base_model: "Accord" };
  expect(addedBy(tableOf(["Accord", "a", rear])).drive).toBe("RWD/Rear-Wheel Drive");
  // Infiniti's G37x is a G37, and Chevrolet's K1500 Avalanche an Avalanche.
  expect(addedBy(tableOf(["Accord", "a", rear], ["Accordx", "b", all])).drive).toBe("");
});

test("a drive is left open if the year before or after had another", () => {
  const driveWith = (year: number, drive: string) => {
    const table = tableOf(["Accord", "a", six]);
    table.add({ year, make: "HONDA", model: "Accord", trim: "a", facts: JSON.stringify({ ...six, drive }) });
    return addedBy(table).drive;
  };
  expect([
    driveWith(2004, "Front-Wheel Drive"),
    driveWith(2004, "All-Wheel Drive"),
    driveWith(2002, "4-Wheel or All-Wheel Drive"),
    driveWith(2005, "All-Wheel Drive"),
  ]).toEqual(["FWD/Front-Wheel Drive", "", "", "FWD/Front-Wheel Drive"]);
});

test("a truck's drive is left open if the years around had the other", () => {
  const driveWith = (year: number, own: string, other: string) => {
    const table = tableOf(["Accord", "a", { ...six, drive: own }]);
    const facts = JSON.stringify({ ...six, drive: other });
    table.add({ year, make: "HONDA", model: "Accord", trim: "a", facts });
    return addedBy(table).drive;
  };
  // EPA has the Navigator of 2009 with rear-wheel drive alone, and that of 2011 with both.
  expect([
    driveWith(2007, "Rear-Wheel Drive", "Part-time 4-Wheel Drive"),
    driveWith(1999, "4-Wheel Drive", "Rear-Wheel Drive"),
    driveWith(2008, "Rear-Wheel Drive", "4-Wheel Drive"),
    driveWith(2005, "Front-Wheel Drive", "4-Wheel Drive"),
  ]).toEqual(["", "", "RWD/Rear-Wheel Drive", "FWD/Front-Wheel Drive"]);
});

test("the drive that a VIN's trim names chooses among the rows", () => {
  // An Audi A4 quattro of 2008.
  const quattro = "WA1SF58E083176880";
  const driveAmong = (...drives: readonly string[]) => {
    const table = new EpaTable("epa 2025-11");
    for (const drive of drives)
      table.add({ year: 2008, make: "AUDI", model: "A4", trim: drive, facts: JSON.stringify({ drive }) });
    return addedBy(table, quattro).drive;
  };
  expect([driveAmong("Front-Wheel Drive"), driveAmong("Front-Wheel Drive", "All-Wheel Drive")]).toEqual([
    "",
    "AWD/All-Wheel Drive",
  ]);
});

test("EPA's transmissions are named in vPIC's words", () => {
  const names = [
    "Automatic (AV-S6)",
    "Automatic (variable gear ratios)",
    "Automatic (AM-S7)",
    "Automatic (S8)",
    "",
  ];
  expect([...names, "Manual 5-spd", "Auto(L4)"].map(transmissionOf)).toEqual([
    "Continuously Variable Transmission (CVT)",
    "Continuously Variable Transmission (CVT)",
    "Automated Manual Transmission (AMT)",
    "Automatic",
    "",
    "Manual/Standard",
    "Automatic",
  ]);
});

test("responses as bytes equal the serialized objects, also when repeated", () => {
  const table = tableOf(
    ["Accord", "3.0 L", { ...six, ...automatic }],
    ["Civic", "1.7 L", { ...four, ...manual }],
  );
  const vins = [accord, ...Object.keys(recorded("yard_inventory.json") ?? {}).slice(0, 500)];
  const completed = decoder.with(table);
  const different = [...vins, ...vins].filter((vin) => {
    const decode = completed.decode(vin);
    const body = completed.answer(vin)?.body;
    if (typeof decode === "string" || body === undefined)
      return typeof decode !== "string" || body !== undefined;
    const data = { ...groupsOf(decode), check: checkOf(decode), derived: derivedPart(decode) };
    return text.decode(body) !== JSON.stringify({ status: "success", data });
  });
  expect(different).toEqual([]);
  const { derived } = JSON.parse(text.decode(completed.oemAnswer(accord)!.body)).data;
  const byLaw = decoder.decode(accord);
  if (typeof byLaw === "string") throw new Error(byLaw);
  expect(byLaw.derived.map(({ field }) => field)).toEqual(["SeatBeltsAll", "AirBagLocFront", "GVWR_to"]);
  expect(derived).toEqual([litres, style, drive, ...derivedPart(byLaw, true)]);
});
