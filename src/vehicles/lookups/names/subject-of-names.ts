import { nextTurn } from "../../../base/pause.ts";
import type { Context } from "../../../calls/context.ts";
import type { CatalogueKind } from "../../../vin/catalogue/catalogue-index.ts";
import { type Name, nameKey } from "../../families/names.ts";
import { variantsOf } from "../variants/variants.ts";
import { catalogueOf } from "./catalogue.ts";
import { matchModels } from "./joined-names.ts";
import { type NameSource, type Names, namesAfter } from "./known-names.ts";
import { explainNames, type RequestedName } from "./not-found.ts";
import type { Subject, Vehicle } from "./subject.ts";

const none: Names = new Map();

/** The vehicle of a path's names in canonical spelling; 404 with suggestions where there is none. */
export async function subjectOfNames(
  context: Context,
  kind: CatalogueKind,
  requested: readonly RequestedName[],
  sources: readonly NameSource[],
  absence: string | undefined,
): Promise<Subject> {
  const [requestedYear, requestedMake, requestedModel, trim] = requested as [
    RequestedName,
    RequestedName,
    RequestedName,
    RequestedName?,
  ];
  const year = Number(requestedYear.key);
  const make = (await namesAfter(sources, [requestedYear.key])).get(requestedMake.key);
  const known = await namesAfter(sources, [requestedYear.key, requestedMake.key]);
  if (known.size > 0 && !known.has(requestedModel.key)) {
    // Reading the series of a make takes milliseconds, and so does searching them.
    await nextTurn();
    variantsOf(context).seriesOf(year, requestedMake.key);
    await nextTurn();
  }
  const matched = matchModels(requestedModel.text, requestedMake.key, known, {
    seriesOf: (model) => variantsOf(context).seriesOf(year, requestedMake.key).get(model) ?? none,
    trimsOf: (model) => catalogueOf(context).trims(kind, year, requestedMake.key, model),
  });
  if (make === undefined || !matched)
    throw await explainNames([requestedYear, requestedMake, requestedModel], sources, absence);
  // People name a series and its model where vPIC has the model alone: `3 Series`, `330i xDrive`.
  const inTrim = trim && matched.models.length > 1 ? modelInTrim(trim, matched.models) : undefined;
  const model = inTrim?.model ?? matched.name;
  const vehicle: Vehicle = { year, make: { text: make, key: requestedMake.key }, model };
  const requestedTrim = inTrim ? inTrim.rest : (trim?.text ?? "");
  return {
    vin: "",
    vehicle,
    models: inTrim ? [inTrim.model] : matched.models,
    series: matched.series,
    requestedTrims: [requestedTrim, matched.trim].filter((text) => text !== ""),
  };
}

/** The model that a trim begins with, and what follows it. */
function modelInTrim({ text }: RequestedName, models: readonly Name[]) {
  const words = text.split(/\s+/);
  const model = models.find(({ key }) => key === nameKey(words[0] ?? ""));
  return model && { model, rest: words.slice(1).join(" ") };
}
