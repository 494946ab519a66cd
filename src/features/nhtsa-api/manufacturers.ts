import { z } from "zod";
import type { ListedWmi, Lists } from "../../vin/nhtsa/registry.ts";
import { type AnyList, type ListParameter, list } from "./list.ts";
import { matchIds, publicWmis } from "./match-ids.ts";
import {
  field,
  manufacturer,
  mfrId,
  mfrName,
  optionalField,
  orNull,
  typeNameOf,
  unpublished,
} from "./row-fields.ts";

const pageSize = 100;

const page: ListParameter = {
  description: `The page of ${pageSize} manufacturers, from 1. Any value other than a number is 1.`,
  example: "1",
};

function paged(ids: readonly number[], parameter: string | undefined): readonly number[] {
  const page = /^\s*[1-9]\d{0,6}\s*$/.test(parameter ?? "") ? Number(parameter) : 1;
  return ids.slice((page - 1) * pageSize, page * pageSize);
}

const country = optionalField("The country of the manufacturer's first code that names one.");

/** The country and the vehicle types of a manufacturer, from its codes. */
function knownOf(lists: Lists, own: readonly ListedWmi[]) {
  const located = own.find((wmi) => lists.countries.has(wmi.country));
  const types = [...new Set(own.map(({ type }) => type))].filter((type) => lists.types.has(type));
  return {
    country: orNull(located && lists.countries.get(located.country)?.trim()),
    types: types.sort((a, b) => a - b).map((type) => typeNameOf(lists, type)),
  };
}

function wmisByManufacturer(lists: Lists, today: string): Map<number, ListedWmi[]> {
  return Map.groupBy(publicWmis(lists, today), (wmi) => wmi.manufacturer);
}

/** Members of a manufacturer's details, in vPIC's order; those without their own schema are always `null`. */
const detailNames =
  "Address Address2 City ContactEmail ContactFax ContactPhone Country DBAs EquipmentItems LastUpdated ManufacturerTypes Mfr_CommonName Mfr_ID Mfr_Name OtherManufacturerDetails PostalCode PrimaryProduct PrincipalFirstName PrincipalLastName PrincipalPosition StateProvince SubmittedName SubmittedOn SubmittedPosition VehicleTypes".split(
    " ",
  );
const none = z
  .array(z.object({ Name: field("The name.") }))
  .max(0)
  .describe("Always empty: NHTSA does not publish it.");
const detailRow = z.object({
  ...Object.fromEntries(detailNames.map((name) => [name, unpublished])),
  Country: country,
  EquipmentItems: none,
  ManufacturerTypes: none,
  Mfr_ID: mfrId,
  Mfr_Name: mfrName,
  VehicleTypes: z
    .array(
      z.object({
        GVWRFrom: unpublished,
        GVWRTo: unpublished,
        IsPrimary: unpublished,
        Name: field("The vehicle type's name."),
      }),
    )
    .describe("The vehicle types for which the manufacturer has codes."),
});
const noDetail = Object.fromEntries(detailNames.map((name) => [name, null]));

export const manufacturerLists: readonly AnyList[] = [
  list({
    name: "GetAllManufacturers",
    path: "GetAllManufacturers",
    summary: "List all manufacturers, by pages",
    description: "NHTSA does not publish their types: ManufacturerType is ignored.",
    query: { page },
    element: "AllManufacturers",
    row: z.object({
      Country: country,
      Mfr_CommonName: unpublished,
      Mfr_ID: mfrId,
      Mfr_Name: mfrName,
      VehicleTypes: z
        .array(z.object({ IsPrimary: unpublished, Name: field("The vehicle type's name.") }))
        .describe("The vehicle types for which the manufacturer has codes."),
    }),
    message: "Response returned successfully",
    results(lists, query, today) {
      const wmis = wmisByManufacturer(lists, today);
      return paged([...lists.manufacturers.keys()], query.page).map((id) => {
        const known = knownOf(lists, wmis.get(id) ?? []);
        return {
          Country: known.country,
          Mfr_CommonName: null,
          Mfr_ID: id,
          Mfr_Name: lists.manufacturers.get(id) ?? "",
          VehicleTypes: known.types.map((Name) => ({ IsPrimary: null, Name })),
        };
      });
    },
  }),
  list({
    name: "GetManufacturerDetails",
    path: "GetManufacturerDetails/{manufacturer}",
    summary: "Show manufacturers, by pages",
    description: "NHTSA publishes no filings of manufacturers beyond their codes.",
    params: { manufacturer },
    query: { page },
    element: "ManufacturerDetails",
    row: detailRow,
    message: "Response returned successfully",
    results(lists, query, today) {
      const wmis = wmisByManufacturer(lists, today);
      return paged(matchIds(lists.manufacturers, query.manufacturer!), query.page).map((id) => {
        const known = knownOf(lists, wmis.get(id) ?? []);
        return {
          ...noDetail,
          Country: known.country,
          EquipmentItems: [],
          ManufacturerTypes: [],
          Mfr_ID: id,
          Mfr_Name: lists.manufacturers.get(id) ?? "",
          VehicleTypes: known.types.map((Name) => ({ GVWRFrom: null, GVWRTo: null, IsPrimary: null, Name })),
        };
      });
    },
  }),
];
