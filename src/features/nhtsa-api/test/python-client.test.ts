import { expect, test } from "bun:test";
import { startService } from "../../../../test/harness.ts";
import { vpicCaller } from "./api-caller.ts";

// The requests of `vpic-api`'s methods, as Python's requests encodes them: a space is %20 in a path and + in
// a query; a batch has DATA in a form and its format in the query.
const requests: readonly (readonly [method: string, path: string, count: number])[] = [
  ["decode_vin", "DecodeVinValues/1FTMW1T88MFA00001?format=json", 140],
  ["decode_vin, of a year", "DecodeVinValues/1FTMW1T88MFA00001?modelyear=2021&format=json", 140],
  ["decode_vin, extended", "DecodeVinValuesExtended/1FTMW1T88MFA00001?modelyear=2021&format=json", 140],
  ["decode_vin, not flat", "DecodeVin/1FTMW1T88MFA00001?modelyear=2021&format=json", 140],
  ["decode_vin, in part", "DecodeVinValues/5UXWX7C5*BA?modelyear=2011&format=json", 140],
  ["decode_wmi", "DecodeWMI/1FT?format=json", 1],
  ["get_wmis_for_manufacturer", "GetWMIsForManufacturer/988?format=json", 19],
  ["get_wmis_for_manufacturer, by name", "GetWMIsForManufacturer/Mitsubishi%20Motors?format=json", 17],
  ["get_wmis_for_manufacturer, of a type", "GetWMIsForManufacturer?vehicleType=Low+Speed&format=json", 452],
  ["get_all_makes", "GetAllMakes?format=json", 12119],
  ["get_all_manufacturers", "GetAllManufacturers?ManufacturerType=Completed&page=1&format=json", 100],
  ["get_manufacturer_details", "GetManufacturerDetails/988?format=json", 1],
  ["get_makes_for_manufacturer", "GetMakeForManufacturer/988?format=json", 2],
  ["get_makes_for_manufacturer, of a year", "GetMakesForManufacturerAndYear/988?year=2021&format=json", 2],
  ["get_makes_for_vehicle_type", "GetMakesForVehicleType/Car?format=json", 193],
  ["get_vehicle_types_for_make", "GetVehicleTypesForMake/kia?format=json", 4],
  ["get_vehicle_types_for_make, by id", "GetVehicleTypesForMakeId/474?format=json", 5],
  ["get_models_for_make", "GetModelsForMake/TESLA?format=json", 7],
  ["get_models_for_make, by id", "GetModelsForMakeId/441?format=json", 7],
  ["get_models_for_make, of a year", "GetModelsForMakeYear/make/TESLA/modelyear/2020?format=json", 4],
  ["get_models_for_make, of a type", "GetModelsForMakeIdYear/makeId/441/vehicletype/Car?format=json", 5],
  [
    "get_models_for_make, of both",
    "GetModelsForMakeYear/make/TESLA/modelyear/2020/vehicletype/Car?format=json",
    4,
  ],
  ["get_vehicle_variable_list", "GetVehicleVariableList?format=json", 140],
  ["get_vehicle_variable_values_list", "GetVehicleVariableValuesList/Vehicle%20Type?format=json", 9],
];

test("every request of Python's vpic-api returns results", async () => {
  const service = await startService();
  const caller = await vpicCaller(service, 100);
  const counted: [string, string, number][] = [];
  for (const [method, path] of requests) {
    const got = await caller.get(path);
    expect([method, got.status]).toEqual([method, 200]);
    const { Count, Results } = got.body as { Count: number; Results: unknown[] };
    if (Results.length > 1) expect([method, Results.length]).toEqual([method, Count]);
    counted.push([method, path, Count]);
  }
  expect(counted).toEqual(requests as [string, string, number][]);
  const batch = await caller.batch(
    "DATA=5UXWX7C5%2ABA%2C2011%3B5YJSA3DS%2AEF",
    "/vehicles/DecodeVINValuesBatch?format=json",
  );
  const { Results } = batch.body as { Results: Record<string, string>[] };
  expect(Results.map(({ VIN, Make }) => [VIN, Make])).toEqual([
    ["5UXWX7C5*BA", "BMW"],
    ["5YJSA3DS*EF", "TESLA"],
  ]);
  await service.end();
});
