import { z } from "zod";
import type { Lists } from "../../vin/nhtsa/registry.ts";
import { yearOf } from "./decodes.ts";
import { type AnyList, list } from "./list.ts";
import { matchIds, matchNames, publicWmis } from "./match-ids.ts";
import { field, makeId, makeName, manufacturer, typeId, typeName, typeNameOf } from "./row-fields.ts";

const makeRow = z.object({ Make_ID: makeId, Make_Name: makeName });
const typedMakeRow = z.object({
  MakeId: makeId,
  MakeName: makeName,
  VehicleTypeId: typeId,
  VehicleTypeName: typeName,
});

/** The vehicle types with registered codes of each make, ascending. */
function typesByMake(lists: Lists, today: string): (make: number) => readonly number[] {
  const found = new Map<number, Set<number>>();
  for (const { makes, type } of publicWmis(lists, today))
    for (const make of type === 0 ? [] : makes) {
      const own = found.get(make);
      if (own === undefined) found.set(make, new Set([type]));
      else own.add(type);
    }
  return (make) => [...(found.get(make) ?? [])].sort((a, b) => a - b);
}

const nameOf = (lists: Lists, make: number): string => lists.makes.get(make) ?? "";

export const makeLists: readonly AnyList[] = [
  list({
    name: "GetAllMakes",
    path: "GetAllMakes",
    summary: "List all makes",
    element: "AllVehicleMakes",
    row: makeRow,
    message: "Response returned successfully",
    results: ({ makes }) => [...makes].map(([id, name]) => ({ Make_ID: id, Make_Name: name })),
  }),
  list({
    name: "GetMakeForManufacturer",
    path: "GetMakeForManufacturer/{manufacturer}",
    summary: "List the makes of a manufacturer",
    params: { manufacturer },
    element: "MakesForMfg",
    row: z.object({ Make_ID: makeId, Make_Name: makeName, Mfr_Name: field("The manufacturer's name.") }),
    columns: ["Mfr_Name", "Make_ID", "Make_Name"],
    message: "Results returned successfully",
    criteria: (query) => `Manufacturer:${query.manufacturer}`,
    results: (lists, query) =>
      matchIds(lists.manufacturers, query.manufacturer!)
        .flatMap((maker) =>
          lists.makesOf(maker).map((make) => ({
            Make_ID: make,
            Make_Name: nameOf(lists, make),
            Mfr_Name: lists.manufacturers.get(maker) ?? "",
          })),
        )
        .sort((a, b) => a.Make_ID - b.Make_ID),
  }),
  list({
    name: "GetMakesForManufacturerAndYear",
    path: "GetMakesForManufacturerAndYear/{manufacturer}",
    summary: "List the makes of a manufacturer in a year",
    description:
      "A make counts in a year in which patterns of the manufacturer's own codes name a model of it.",
    params: { manufacturer },
    query: {
      year: { description: "The model year, four digits; without one the list is empty.", example: "2018" },
    },
    element: "MakesForMfgAndYear",
    row: z.object({
      MakeId: makeId,
      MakeName: makeName,
      MfrId: z.int().describe("The manufacturer's number."),
      MfrName: field("The manufacturer's name."),
    }),
    message: "Response returned successfully",
    criteria: (query) => `Manufacturer : ${query.manufacturer}, Year: ${query.year ?? ""}`,
    results(lists, query) {
      const year = yearOf(query.year);
      const makers = new Set(year === 0 ? [] : matchIds(lists.manufacturers, query.manufacturer!));
      if (makers.size === 0) return [];
      const models = lists.modelsIn(lists.models, year, (wmi) =>
        makers.has(wmi.manufacturer) ? wmi.manufacturer : undefined,
      );
      const found = new Map<string, readonly [maker: number, make: number]>();
      for (const { id, make } of lists.models)
        for (const maker of models.get(id) ?? []) found.set(`${maker} ${make}`, [maker, make]);
      return [...found.values()]
        .filter(([, make]) => lists.makes.has(make))
        .sort(([a, x], [b, y]) => a - b || x - y)
        .map(([maker, make]) => ({
          MakeId: make,
          MakeName: nameOf(lists, make),
          MfrId: maker,
          MfrName: lists.manufacturers.get(maker) ?? "",
        }));
    },
  }),
  list({
    name: "GetMakesForVehicleType",
    path: "GetMakesForVehicleType/{vehicle_type}",
    summary: "List the makes of a vehicle type",
    params: {
      vehicle_type: { description: "A part of the type's name, or its number.", example: "motorcycle" },
    },
    element: "MakesForVehicleType",
    row: typedMakeRow,
    message: "Response returned successfully",
    criteria: (query) => `Vehicle Type: ${query.vehicle_type}`,
    results(lists, query, today) {
      const types = matchIds(lists.types, query.vehicle_type!);
      return types.flatMap((type) => {
        const makes = publicWmis(lists, today).flatMap((wmi) => (wmi.type === type ? wmi.makes : []));
        return [...new Set(makes)]
          .sort((a, b) => a - b)
          .map((make) => ({
            MakeId: make,
            MakeName: nameOf(lists, make),
            VehicleTypeId: type,
            VehicleTypeName: typeNameOf(lists, type),
          }));
      });
    },
  }),
  list({
    name: "GetVehicleTypesForMake",
    path: "GetVehicleTypesForMake/{make}",
    summary: "List the vehicle types of makes by name",
    params: { make: { description: "A part of the make's name.", example: "honda" } },
    element: "VehicleTypesForMake",
    row: typedMakeRow,
    message: "Response returned successfully",
    criteria: (query) => `Make: ${query.make}`,
    results(lists, query, today) {
      const typesOf = typesByMake(lists, today);
      return matchNames(lists.makes, query.make!).flatMap((make) =>
        typesOf(make).map((type) => ({
          MakeId: make,
          MakeName: nameOf(lists, make),
          VehicleTypeId: type,
          VehicleTypeName: typeNameOf(lists, type),
        })),
      );
    },
  }),
  list({
    name: "GetVehicleTypesForMakeId",
    path: "GetVehicleTypesForMakeId/{make_id}",
    summary: "List the vehicle types of a make by number",
    params: { make_id: { description: "The make's number.", example: "474" } },
    element: "VehicleTypesForMakeIds",
    row: z.object({ VehicleTypeId: typeId, VehicleTypeName: typeName }),
    message: "Response returned successfully",
    criteria: (query) => `Make ID: ${query.make_id}`,
    results: (lists, query, today) =>
      typesByMake(
        lists,
        today,
      )(Number(query.make_id)).map((type) => ({
        VehicleTypeId: type,
        VehicleTypeName: typeNameOf(lists, type),
      })),
  }),
];
