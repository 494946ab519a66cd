import { expect, test } from "bun:test";
import { testOperation } from "../../test/test-operation.ts";
import { operationsAt } from "./paths.ts";
import { compileRouter } from "./router.ts";

const operations = [
  testOperation("GET", "/vehicles/GetModels/make/{make}/year/{year}", true),
  testOperation("GET", "/vehicles/GetWmis", true),
  testOperation("GET", "/vehicles/GetWmis/{manufacturer}", true),
  testOperation("POST", "/vehicles/Batch", true),
  testOperation("GET", "/vin-decoder/{vin}"),
];
const find = compileRouter(operations, ({ id }) => id);

test("any case, below /api or not, with a slash at the end or without; parameters keep their case", () => {
  const models = {
    route: "GET /vehicles/GetModels/make/{make}/year/{year}",
    params: { make: "Kia", year: "20" },
  };
  for (const path of [
    "/vehicles/GetModels/make/Kia/year/20",
    "/vehicles/getmodels/Make/Kia/YEAR/20/",
    "/API/Vehicles/GETMODELS/make/Kia/year/20",
    "/api/vehicles/getmodels/make/%4Bia/year/20",
  ])
    expect([path, find("GET", path)]).toEqual([path, models]);
  expect(find("GET", "/vehicles/getwmis/")).toEqual({ route: "GET /vehicles/GetWmis", params: {} });
  expect(find("HEAD", "/vehicles/getwmis/A%2fb")?.params).toEqual({ manufacturer: "A/b" });
  expect(find("POST", "/api/vehicles/BATCH/")?.route).toBe("POST /vehicles/Batch");
});

test("nothing else becomes lenient", () => {
  for (const path of [
    "/Vin-Decoder/X",
    "/api/vin-decoder/X",
    "/vin-decoder/X/",
    "/apivehicles/GetWmis",
    "/vehicles/GetModels/make//year/20",
    "/api/api/vehicles/GetWmis",
    "//vehicles/GetWmis",
  ])
    expect([path, find("GET", path)]).toEqual([path, undefined]);
});

test("reports the other methods of a compatible path", () => {
  const at = (path: string) => operationsAt(operations, path).map(({ id }) => id);
  expect(at("/API/vehicles/batch/")).toEqual(["POST /vehicles/Batch"]);
  expect(at("/vehicles/getwmis/x")).toEqual(["GET /vehicles/GetWmis/{manufacturer}"]);
  expect(at("/Vin-Decoder/X")).toEqual([]);
});
