import { z } from "zod";
import type { ListedWmi } from "../../vin/nhtsa/registry.ts";
import { type AnyList, list } from "./list.ts";
import { matchIds, publicWmis } from "./match-ids.ts";
import { field, manufacturer, mfrId, mfrName, optionalField, orNull, typeNameOf } from "./row-fields.ts";

const wmiDates = (wmi: ListedWmi) => ({
  CreatedOn: orNull(wmi.created),
  DateAvailableToPublic: orNull(wmi.published),
  UpdatedOn: orNull(wmi.updated),
});
const createdOn = optionalField("When the code was entered.");
const availableOn = optionalField("When the code became public.");
const updatedOn = optionalField("When the code was last changed; `null` if it was not.");
const unknown = field('Always `""`: in no data that NHTSA publishes.');

export const wmiLists: readonly AnyList[] = [
  list({
    name: "DecodeWMI",
    path: "DecodeWMI/{wmi}",
    summary: "Decode a manufacturer code",
    description: "One result for each make that the code is registered for.",
    cost: 1,
    params: {
      wmi: {
        description: "Characters 1 to 3 of a VIN, of small makers with 12 to 14 after them.",
        example: "1HG",
      },
    },
    element: "DecodedWMI",
    row: z.object({
      CommonName: unknown,
      CreatedOn: createdOn,
      DateAvailableToPublic: availableOn,
      Make: field('The make; `""` where none is registered.'),
      ManufacturerName: mfrName,
      ParentCompanyName: unknown,
      URL: unknown,
      UpdatedOn: updatedOn,
      VehicleType: field("The vehicle type's name."),
    }),
    message: "Results returned successfully",
    criteria: (query) => `WMI:${query.wmi}`,
    results(lists, query, today) {
      const code = query.wmi!.trim().toUpperCase();
      return publicWmis(lists, today)
        .filter((wmi) => wmi.code === code)
        .flatMap((wmi) =>
          (wmi.makes.length === 0 ? [0] : wmi.makes).map((make) => {
            const { CreatedOn, DateAvailableToPublic, UpdatedOn } = wmiDates(wmi);
            return {
              CommonName: "",
              CreatedOn,
              DateAvailableToPublic,
              Make: lists.makes.get(make) ?? "",
              ManufacturerName: lists.manufacturers.get(wmi.manufacturer) ?? "",
              ParentCompanyName: "",
              URL: "",
              UpdatedOn,
              VehicleType: typeNameOf(lists, wmi.type),
            };
          }),
        );
    },
  }),
  ...[false, true].map((whole) =>
    list({
      name: "GetWMIsForManufacturer",
      form: whole ? "s" : "",
      path: whole ? "GetWMIsForManufacturer" : "GetWMIsForManufacturer/{manufacturer}",
      summary: whole ? "List the codes of a vehicle type" : "List the codes of a manufacturer",
      ...(!whole && { params: { manufacturer } }),
      query: {
        vehicletype: {
          description: "A vehicle type's number, or a part of its name.",
          example: "motorcycle",
        },
      },
      element: "WMIsForManufacturer",
      row: z.object({
        Country: optionalField("The country that the code is registered for."),
        CreatedOn: createdOn,
        DateAvailableToPublic: availableOn,
        Id: mfrId,
        Name: mfrName,
        UpdatedOn: updatedOn,
        VehicleType: field("The vehicle type's name."),
        WMI: field("The code."),
      }),
      message: "Response returned successfully",
      criteria: (query) =>
        [
          query.manufacturer === undefined ? "" : `Manufacturer: ${query.manufacturer}`,
          query.vehicletype === undefined ? "" : `VehicleType: ${query.vehicletype}`,
        ]
          .filter((part) => part !== "")
          .join(" | "),
      results(lists, query, today) {
        if (query.manufacturer === undefined && !query.vehicletype) return [];
        const makers =
          query.manufacturer === undefined
            ? undefined
            : new Set(matchIds(lists.manufacturers, query.manufacturer));
        const types = query.vehicletype ? new Set(matchIds(lists.types, query.vehicletype)) : undefined;
        return publicWmis(lists, today)
          .filter((wmi) => (makers?.has(wmi.manufacturer) ?? true) && (types?.has(wmi.type) ?? true))
          .sort((a, b) => (a.created < b.created ? -1 : a.created > b.created ? 1 : 0))
          .map((wmi) => {
            const { CreatedOn, DateAvailableToPublic, UpdatedOn } = wmiDates(wmi);
            return {
              Country: orNull(lists.countries.get(wmi.country)?.trim()),
              CreatedOn,
              DateAvailableToPublic,
              Id: wmi.manufacturer,
              Name: lists.manufacturers.get(wmi.manufacturer) ?? "",
              UpdatedOn,
              VehicleType: typeNameOf(lists, wmi.type),
              WMI: wmi.code,
            };
          });
      },
    }),
  ),
];
