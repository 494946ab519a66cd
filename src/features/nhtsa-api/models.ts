import { z } from "zod";
import type { ListedModel, Lists } from "../../vin/nhtsa/registry.ts";
import { yearOf } from "./decodes.ts";
import { type AnyList, type ListParameter, list, type VpicQuery } from "./list.ts";
import { matchIds, matchNames } from "./match-ids.ts";
import { field, makeId, makeName, typeId, typeName, typeNameOf } from "./row-fields.ts";

const modelRow = z.object({
  Make_ID: makeId,
  Make_Name: makeName,
  Model_ID: z.int().describe("The model's number."),
  Model_Name: field("The model's name."),
});
const typedModelRow = modelRow.extend({
  VehicleTypeId: typeId.optional(),
  VehicleTypeName: typeName.optional(),
});

const element = "MakeModels";

function modelsOf(lists: Lists, makes: readonly number[]): ListedModel[] {
  const ids = new Set(makes);
  return lists.models.filter(({ make }) => ids.has(make));
}

const rowOf = (lists: Lists, { id, name, make }: ListedModel) => ({
  Make_ID: make,
  Make_Name: lists.makes.get(make) ?? "",
  Model_ID: id,
  Model_Name: name,
});

/** The models of makes with patterns for a year or a vehicle type; none without either. */
function modelsNamed(lists: Lists, makes: readonly number[], { modelyear, vehicle_type: type }: VpicQuery) {
  const year = modelyear === undefined ? undefined : yearOf(modelyear);
  if (year === 0 || makes.length === 0) return [];
  const types = type === undefined ? undefined : new Set(matchIds(lists.types, type));
  const models = modelsOf(lists, makes);
  const found = lists.modelsIn(models, year, ({ type: own }) =>
    (types?.has(own) ?? true) ? own : undefined,
  );
  return models.flatMap((model) => {
    const own = found.get(model.id);
    if (own === undefined) return [];
    const row = rowOf(lists, model);
    if (types === undefined) return [row];
    return [...own]
      .sort((a, b) => a - b)
      .map((each) => ({ ...row, VehicleTypeId: each, VehicleTypeName: typeNameOf(lists, each) }));
  });
}

const criteriaOf = (make: string, { modelyear, vehicle_type: type }: VpicQuery): string =>
  [
    make,
    modelyear === undefined ? "" : `ModelYear:${modelyear}`,
    type === undefined ? "" : `VehicleType:${type}`,
  ]
    .filter((part) => part !== "")
    .join(" | ");

const modelYear: ListParameter = { description: "The model year, four digits.", example: "2018" };
const vehicleType: ListParameter = {
  description: "The vehicle type's number, or a part of its name.",
  example: "multipurpose",
};
const make: ListParameter = { description: "A part of the make's name.", example: "honda" };
const makeNumber: ListParameter = { description: "The make's number.", example: "474" };

/** Filters of a make's models: what follows the make in the path. */
const narrowings = [
  { form: "", path: "modelyear/{modelyear}", by: "year", params: { modelyear: modelYear } },
  {
    form: "Type",
    path: "vehicletype/{vehicle_type}",
    by: "vehicle type",
    params: { vehicle_type: vehicleType },
  },
  {
    form: "AndType",
    path: "modelyear/{modelyear}/vehicletype/{vehicle_type}",
    by: "year and vehicle type",
    params: { modelyear: modelYear, vehicle_type: vehicleType },
  },
] as const;

const idsOf = (parameter: string | undefined): number[] =>
  /^\s*\d+\s*$/.test(parameter ?? "") ? [Number(parameter)] : [];

const described = "A model counts in a year, and for a type, for which a manufacturer's patterns name it.";

export const modelLists: readonly AnyList[] = [
  list({
    name: "GetModelsForMake",
    path: "GetModelsForMake/{make}",
    summary: "List the models of makes by name",
    params: { make },
    element,
    row: modelRow,
    message: "Response returned successfully",
    criteria: (query) => `Make:${query.make}`,
    results: (lists, query) =>
      modelsOf(lists, matchNames(lists.makes, query.make!)).map((model) => rowOf(lists, model)),
  }),
  list({
    name: "GetModelsForMakeId",
    path: "GetModelsForMakeId/{make_id}",
    summary: "List the models of a make by number",
    params: { make_id: makeNumber },
    element,
    row: modelRow,
    message: "Response returned successfully",
    criteria: (query) => `Make:${query.make_id}`,
    results: (lists, query) => modelsOf(lists, idsOf(query.make_id)).map((model) => rowOf(lists, model)),
  }),
  ...narrowings.flatMap(({ form, path, by, params }) => {
    const typed = "vehicle_type" in params;
    const common = {
      form,
      description: described,
      element,
      row: typed ? typedModelRow : modelRow,
      message: "Results returned successfully",
    } as const;
    return [
      list({
        ...common,
        name: "GetModelsForMakeYear",
        path: `GetModelsForMakeYear/make/{make}/${path}`,
        summary: `List the models of makes by name, ${by}`,
        params: { make, ...params },
        criteria: (query) => criteriaOf(`Make:${query.make}`, query),
        results: (lists, query) => modelsNamed(lists, matchNames(lists.makes, query.make!), query),
      }),
      list({
        ...common,
        name: "GetModelsForMakeIdYear",
        path: `GetModelsForMakeIdYear/makeId/{make_id}/${path}`,
        summary: `List the models of a make by number, ${by}`,
        params: { make_id: makeNumber, ...params },
        criteria: (query) => criteriaOf(`Make ID:${query.make_id}`, query),
        results: (lists, query) => modelsNamed(lists, idsOf(query.make_id), query),
      }),
    ];
  }),
];
