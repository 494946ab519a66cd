import type { Mutant } from "./mutant.ts";

const plates = "test/vehicles/imports/plate-registers.test.ts";
const vins = "test/vehicles/imports/vin-registers.test.ts";
const types = "test/vehicles/imports/vehicle-types.test.ts";

/** Bugs in registers of plates and types. */
export const registersMutants: readonly Mutant[] = [
  {
    bug: "a number of a frame is answered as a VIN",
    file: "src/vehicles/imports/sources/registers/register-values.ts",
    find: "if (vin !== undefined) return { vin };",
    replace: "if (plain.length > 14) return { vin: plain };",
    test: vins,
    named: "on sqlite Danish plates in use have their VIN",
  },
  {
    bug: "plates that are not in use are imported",
    file: "src/vehicles/imports/sources/registers/dmr.ts",
    find: 'if (vehicle.text("KoeretoejRegistreringStatus") !== "Registreret") return unregistered;',
    replace: "",
    test: vins,
    named: "on sqlite Danish plates in use have their VIN",
  },
  {
    bug: "Illinois is Israel",
    file: "src/vehicles/families/plate-states.ts",
    find: "...[...plateStates].map((state) => [state, state] as const),",
    replace: "",
    test: plates,
    named: "on sqlite countries and the operator's own plates",
  },
  {
    bug: "a register comes before the operator's own plates",
    file: "src/vehicles/families/apis/plates.ts",
    find: "return [plateRecords, ...plateRegisters.filter((register) => register.state === state)];",
    replace: "return [...plateRegisters.filter((register) => register.state === state), plateRecords];",
    test: plates,
    named: "on sqlite countries and the operator's own plates",
  },
  {
    bug: "a plate has the fuels of none",
    file: "src/vehicles/lookups/names/plates.ts",
    find: "parts: await partsOf(context, family, state, plate)",
    replace: "parts: undefined",
    test: plates,
    named: "on sqlite",
  },
  {
    bug: "a dot of a pattern stands for itself",
    file: "src/vehicles/lookups/records/vin-patterns.ts",
    find: 'pattern[at] !== "." && ',
    replace: "",
    test: types,
    named: "on sqlite Swiss approvals",
  },
  {
    bug: "the ninth character is never compared",
    file: "src/vehicles/lookups/records/vin-patterns.ts",
    find: "closest.length > 0 ? closest : exact",
    replace: "exact",
    test: types,
    named: "on sqlite",
  },
  {
    bug: "what one candidate says is a fact",
    file: "src/vehicles/lookups/answers/answer-types.ts",
    find: "others.every((other) => sameFact(",
    replace: "others.some((other) => sameFact(",
    test: types,
    named: "on sqlite (Swiss approvals|Finnish vehicles)",
  },
  {
    bug: "types are added to a decode with a model",
    file: "src/vehicles/lookups/answers/answer-decode.ts",
    find: " || hasModel(context, vin, year)",
    replace: "",
    test: types,
    named: "on sqlite",
  },
  {
    bug: "vehicles of a type in several records are counted once",
    file: "src/vehicles/lookups/answers/answer-types.ts",
    find: "(one, other) => one + other",
    replace: "(one) => one",
    test: types,
    named: "on sqlite an operator's own types",
  },
];
