import { afterAll, beforeAll, expect, test } from "bun:test";
import { startService, type TestService } from "../../../../test/harness.ts";
import { type VpicCaller, vpicCaller } from "./api-caller.ts";

let service: TestService;
let caller: VpicCaller;
beforeAll(async () => {
  service = await startService();
  caller = await vpicCaller(service);
});
afterAll(() => service.end());

const names =
  "DecodeVin DecodeVinValues DecodeVinExtended DecodeVinValuesExtended DecodeVINValuesBatch DecodeWMI GetWMIsForManufacturer GetWMIsForManufacturer GetAllMakes GetMakeForManufacturer GetMakesForManufacturerAndYear GetMakesForVehicleType GetVehicleTypesForMake GetVehicleTypesForMakeId GetModelsForMake GetModelsForMakeId GetModelsForMakeYear GetModelsForMakeIdYear GetModelsForMakeYear GetModelsForMakeIdYear GetModelsForMakeYear GetModelsForMakeIdYear GetAllManufacturers GetManufacturerDetails GetVehicleVariableList GetVehicleVariableValuesList GetParts GetEquipmentPlantCodes GetCanadianVehicleSpecifications";

test("/vehicles/ lists vPIC's operations without a key", async () => {
  const got = await service.ask("GET", "/vehicles/?format=json");
  const { Results, ...envelope } = got.body as { Results: Record<string, string>[] };
  expect([got.status, envelope]).toEqual([
    200,
    { Count: 29, Message: "Results returned successfully", SearchCriteria: null },
  ]);
  expect(Results.map(({ Name }) => Name).join(" ")).toBe(names);
  expect(Results[4]).toEqual({
    Name: "DecodeVINValuesBatch",
    Method: "POST",
    Path: "/vehicles/DecodeVINValuesBatch",
    Query: "format",
    Summary: "Decode many VINs into flat objects",
  });
  for (const path of ["/vehicles", "/api/vehicles/", "/api/Vehicles"])
    expect((await service.ask("GET", `${path}?Format=JSON`)).body).toEqual(got.body);
});

test("/vehicles/ lists them as XML and CSV", async () => {
  const xml = await service.ask("GET", "/vehicles/");
  expect([xml.headers.get("content-type"), xml.headers.get("vary")]).toEqual([
    "application/xml; charset=utf-8",
    "Origin, Accept, Accept-Encoding",
  ]);
  expect(xml.text).toContain(
    "<Route><Name>GetAllMakes</Name><Method>GET</Method><Path>/vehicles/GetAllMakes</Path><Query>format</Query><Summary>List all makes</Summary></Route>",
  );
  const csv = await service.ask("GET", "/vehicles/", { headers: { accept: "text/csv" } });
  const lines = csv.text.trimEnd().split("\r\n");
  expect([lines[0], lines.length]).toEqual(["name,method,path,query,summary", 30]);
});

const message =
  "Results returned successfully. NOTE: NHTSA does not publish the data of this operation, so there are never results here.";

test.each([
  [
    "GetParts?type=565&fromDate=1/1/2015&toDate=5/5/2015&manufacturer=hon",
    "Type: 565 | From Date: 1/1/2015 | To Date: 5/5/2015 | manufacturer: hon",
  ],
  [
    "GetEquipmentPlantCodes?year=2015&equipmentType=1&reportType=new",
    "Year:2015 | Equipment Type:1 | Report Type: new",
  ],
  [
    "GetCanadianVehicleSpecifications/?Year=2011&Make=Acura&Model=&units=",
    "Year: 2011; Make: Acura; Units: Metric",
  ],
])("%s is empty and says why", async (path, criteria) => {
  const got = await caller.get(`${path}&format=json`);
  expect([got.status, got.body]).toEqual([
    200,
    { Count: 0, Message: message, SearchCriteria: criteria, Results: [] },
  ]);
});

test("lists repeat a make as it was sent", async () => {
  const criteriaOf = async (make: string) => {
    const { body } = await caller.get(`GetModelsForMake/${make}?format=json`);
    return (body as { SearchCriteria: string }).SearchCriteria;
  };
  expect([await criteriaOf("TESLA"), await criteriaOf("Tesla")]).toEqual(["Make:TESLA", "Make:Tesla"]);
});
