import type { Context } from "../../../calls/context.ts";
import type { CatalogueKind } from "../../../vin/catalogue/catalogue-index.ts";
import { type Name, nameKey } from "../../families/names.ts";
import { variantsOf } from "../variants/variants.ts";
import { catalogueOf } from "./catalogue.ts";
import { type NameSource, type Names, namesAfter } from "./known-names.ts";
import { matchModels } from "./match-names.ts";
import { type AskedName, explainNames } from "./not-found.ts";
import type { Subject, Vehicle } from "./subject.ts";

const none: Names = new Map();

/** The vehicle of a path's names in canonical spelling; 404 with suggestions where there is none. */
export async function subjectOfNames(
  context: Context,
  kind: CatalogueKind,
  asked: readonly AskedName[],
  sources: readonly NameSource[],
  absence: string | undefined,
): Promise<Subject> {
  const [yearAsked, makeAsked, modelAsked, trim] = asked as [AskedName, AskedName, AskedName, AskedName?];
  const year = Number(yearAsked.key);
  const make = (await namesAfter(sources, [yearAsked.key])).get(makeAsked.key);
  const known = await namesAfter(sources, [yearAsked.key, makeAsked.key]);
  const meant = matchModels(modelAsked.text, makeAsked.key, known, {
    seriesOf: (model) => variantsOf(context).seriesOf(year, makeAsked.key).get(model) ?? none,
    trimsOf: (model) => catalogueOf(context).trims(kind, year, makeAsked.key, model),
  });
  if (make === undefined || !meant)
    throw await explainNames([yearAsked, makeAsked, modelAsked], sources, absence);
  // People name a series and its model where vPIC has the model alone: `3 Series`, `330i xDrive`.
  const told = trim && meant.models.length > 1 ? modelInTrim(trim, meant.models) : undefined;
  const model = told?.model ?? meant.name;
  const vehicle: Vehicle = { year, make: { text: make, key: makeAsked.key }, model };
  const trimAsked = told ? told.rest : (trim?.text ?? "");
  return {
    vin: "",
    vehicle,
    models: told ? [told.model] : meant.models,
    series: meant.series,
    trimsAsked: [trimAsked, meant.trim].filter((text) => text !== ""),
  };
}

/** The model that a trim begins with, and what follows it. */
function modelInTrim({ text }: AskedName, models: readonly Name[]) {
  const words = text.split(/\s+/);
  const model = models.find(({ key }) => key === nameKey(words[0] ?? ""));
  return model && { model, rest: words.slice(1).join(" ") };
}
