import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { extraPackage } from "../../../../test/extra-packages.ts";
import { startService, type TestService } from "../../../../test/harness.ts";
import { type VpicCaller, vpicCaller } from "./api-caller.ts";

const folder = extraPackage("@shaggytools/nhtsa-api-wrapper");
const entry = join(folder ?? "", "dist/nhtsa-api-wrapper.mjs");
const missing = folder === undefined;
if (missing) console.warn("skipped: NHTSA's npm client is not installed; npm run test:install installs it");

const nhtsa = "https://vpic.nhtsa.dot.gov/api";

interface Answered {
  readonly Count: number;
  readonly Message: string;
  readonly SearchCriteria: string | null;
  readonly Results: readonly Record<string, unknown>[];
}
type Client = Readonly<Record<string, (...requested: unknown[]) => Promise<Answered>>>;

describe.skipIf(missing)("@shaggytools/nhtsa-api-wrapper, its address swapped by fetch alone", () => {
  let service: TestService;
  let caller: VpicCaller;
  let client: Client;
  const theirs = globalThis.fetch;
  const requested: string[] = [];
  beforeAll(async () => {
    service = await startService();
    caller = await vpicCaller(service, 100);
    globalThis.fetch = (async (address: string, how: RequestInit = {}) => {
      const path = String(address).replace(nhtsa, "");
      requested.push(path);
      const headers = new Headers(how.headers);
      headers.set("x-AuthKey", caller.account.key);
      const init = { method: how.method ?? "GET", headers, ...(how.body && { body: how.body }) };
      return service.serve(new Request(`http://vingate.test/api${path}`, init), "127.0.0.1");
    }) as typeof fetch;
    client = (await import(entry)) as Client;
  });
  afterAll(async () => {
    globalThis.fetch = theirs;
    await service.end();
  });

  /** The envelope and the first result of a client's call. */
  const first = async (name: string, ...how: unknown[]) => {
    const { Results, ...said } = await client[name]!(...how);
    return { ...said, first: Results[0] };
  };

  test("decodes", async () => {
    const vin = "1HGCM82633A004352";
    const flat = await client.DecodeVinValues!(vin, { modelYear: 2003 });
    expect([flat.SearchCriteria, flat.Results[0]!.Make, flat.Results[0]!.ModelYear]).toEqual([
      `VIN(s): ${vin}`,
      "HONDA",
      "2003",
    ]);
    expect(await client.DecodeVinValuesExtended!(vin)).toEqual(flat);
    const list = await client.DecodeVin!(vin);
    expect([list.Count, list.Results.length]).toEqual([140, 140]);
    expect(await client.DecodeVinExtended!(vin, { modelYear: "2003" })).toEqual(list);
    const batch = await client.DecodeVinValuesBatch!(`${vin},2003;5UXWX7C5*BA`);
    expect(batch.Results.map(({ VIN, Make }) => [VIN, Make])).toEqual([
      [vin, "HONDA"],
      ["5UXWX7C5*BA", "BMW"],
    ]);
    expect(await first("DecodeWMI", "1FT")).toEqual({
      Count: 1,
      Message: "Results returned successfully",
      SearchCriteria: "WMI:1FT",
      first: {
        CommonName: "",
        CreatedOn: "2015-03-23",
        DateAvailableToPublic: "2015-01-01",
        Make: "FORD",
        ManufacturerName: "FORD MOTOR COMPANY",
        ParentCompanyName: "",
        URL: "",
        UpdatedOn: null,
        VehicleType: "Truck",
      },
    });
  });

  test("makes, models and vehicle types", async () => {
    expect(await first("GetAllMakes")).toEqual({
      Count: 12119,
      Message: "Response returned successfully",
      SearchCriteria: null,
      first: { Make_ID: 440, Make_Name: "ASTON MARTIN" },
    });
    const models = { Make_ID: 441, Make_Name: "TESLA", Model_ID: 1685, Model_Name: "Model S" };
    const car = { VehicleTypeId: 2, VehicleTypeName: "Passenger Car" };
    const results = { Message: "Results returned successfully" };
    const response = { Message: "Response returned successfully" };
    expect(await first("GetModelsForMake", "TESLA")).toEqual({
      ...response,
      Count: 7,
      SearchCriteria: "Make:TESLA",
      first: models,
    });
    expect(await first("GetModelsForMakeId", 441)).toEqual({
      ...response,
      Count: 7,
      SearchCriteria: "Make:441",
      first: models,
    });
    expect(await first("GetModelsForMakeYear", { make: "TESLA", modelYear: 2020 })).toEqual({
      ...results,
      Count: 4,
      SearchCriteria: "Make:TESLA | ModelYear:2020",
      first: models,
    });
    expect(
      await first("GetModelsForMakeIdYear", { makeId: 441, modelYear: 2020, vehicleType: "car" }),
    ).toEqual({
      ...results,
      Count: 4,
      SearchCriteria: "Make ID:441 | ModelYear:2020 | VehicleType:car",
      first: { ...models, ...car },
    });
    expect(await first("GetModelsForMakeYear", { make: "TESLA", vehicleType: "Car" })).toMatchObject({
      Count: 5,
      SearchCriteria: "Make:TESLA | VehicleType:Car",
      first: { ...models, ...car },
    });
    expect(await first("GetMakesForVehicleType", "Car")).toEqual({
      ...response,
      Count: 193,
      SearchCriteria: "Vehicle Type: Car",
      first: { MakeId: 440, MakeName: "ASTON MARTIN", ...car },
    });
    expect(await first("GetVehicleTypesForMake", "kia")).toEqual({
      ...response,
      Count: 4,
      SearchCriteria: "Make: kia",
      first: { MakeId: 499, MakeName: "KIA", ...car },
    });
    expect((await client.GetVehicleTypesForMakeId!(474)).Results).toEqual([
      { VehicleTypeId: 1, VehicleTypeName: "Motorcycle" },
      car,
      { VehicleTypeId: 3, VehicleTypeName: "Truck" },
      { VehicleTypeId: 7, VehicleTypeName: "Multipurpose Passenger Vehicle (MPV)" },
      { VehicleTypeId: 9, VehicleTypeName: "Low Speed Vehicle (LSV)" },
    ]);
  });

  test("manufacturers and their codes", async () => {
    const honda = "AMERICAN HONDA MOTOR CO., INC.";
    expect((await client.GetMakeForManufacturer!(988)).Results).toEqual([
      { Make_ID: 474, Make_Name: "HONDA", Mfr_Name: honda },
      { Make_ID: 475, Make_Name: "ACURA", Mfr_Name: honda },
    ]);
    expect(await client.GetMakesForManufacturerAndYear!(988, { year: 2021 })).toEqual({
      Count: 2,
      Message: "Response returned successfully",
      SearchCriteria: "Manufacturer : 988, Year: 2021",
      Results: [
        { MakeId: 474, MakeName: "HONDA", MfrId: 988, MfrName: honda },
        { MakeId: 475, MakeName: "ACURA", MfrId: 988, MfrName: honda },
      ],
    });
    const codes = await client.GetWMIsForManufacturer!({
      manufacturer: "american honda",
      vehicleType: "truck",
    });
    expect(codes.SearchCriteria).toBe("Manufacturer: american%20honda | VehicleType: truck");
    expect(await first("GetWMIsForManufacturer", { manufacturer: 988 })).toMatchObject({ Count: 19 });
    expect(await first("GetWMIsForManufacturer", { vehicleType: "mpv" })).toMatchObject({
      Message: "Response returned successfully",
      SearchCriteria: "VehicleType: mpv",
    });
    const page = await client.GetAllManufacturers!({ page: 2 });
    expect([page.Count, page.SearchCriteria, Object.keys(page.Results[0]!)]).toEqual([
      100,
      null,
      ["Country", "Mfr_CommonName", "Mfr_ID", "Mfr_Name", "VehicleTypes"],
    ]);
    const details = await client.GetManufacturerDetails!(988);
    expect(
      details.Results.map(({ Mfr_ID, Mfr_Name, Country, Address }) => [Mfr_ID, Mfr_Name, Country, Address]),
    ).toEqual([[988, honda, "UNITED STATES (USA)", null]]);
  });

  test("variables and their values", async () => {
    const variables = await first("GetVehicleVariableList");
    expect([variables.Count, variables.first?.ID, variables.first?.DataType]).toEqual([140, 1, "string"]);
    expect(await first("GetVehicleVariableValuesList", "Vehicle Type")).toEqual({
      Count: 9,
      Message: "Results returned successfully",
      SearchCriteria: "Variable:Vehicle Type",
      first: { ElementName: "Vehicle Type", Id: 1, Name: "Motorcycle" },
    });
    expect(await client.GetVehicleVariableValuesList!(39)).toMatchObject({ Count: 9 });
    expect(await client.GetVehicleVariableValuesList!("no such variable")).toMatchObject({
      Count: 0,
      Results: [],
    });
  });

  test("unpublished data are empty lists with a message", async () => {
    const empty = { Count: 0, Message: expect.stringContaining("NHTSA does not publish"), Results: [] };
    expect(await client.GetParts!({ type: 565, fromDate: "1/1/2015", toDate: "5/5/2015" })).toEqual({
      ...empty,
      SearchCriteria: "Type: 565 | From Date: 1%2F1%2F2015 | To Date: 5%2F5%2F2015",
    });
    expect(await client.GetEquipmentPlantCodes!({ year: 2015, equipmentType: 1, reportType: "new" })).toEqual(
      {
        ...empty,
        SearchCriteria: "Year:2015 | Equipment Type:1 | Report Type: new",
      },
    );
    expect(await client.GetCanadianVehicleSpecifications!({ year: 2011, make: "Acura" })).toEqual({
      ...empty,
      SearchCriteria: "Year: 2011; Make: Acura; Units: Metric",
    });
  });

  test("every path of the client begins as NHTSA's do", () => {
    expect(requested.filter((path) => !path.startsWith("/vehicles/"))).toEqual([]);
    expect(requested.length).toBeGreaterThan(20);
  });
});
