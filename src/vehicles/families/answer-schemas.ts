import { z } from "zod";

/** A text, `""` when unknown. */
export const text = z.string();

type Meanings<Name extends string> = Readonly<Record<Name, string>>;

function described<Name extends string, Schema extends z.ZodType>(meanings: Meanings<Name>, schema: Schema) {
  const members = Object.entries<string>(meanings);
  const shape = Object.fromEntries(members.map(([name, meaning]) => [name, schema.describe(meaning)]));
  return z.object(shape as Record<Name, Schema>);
}

/** An object of texts, each with its meaning. */
export const texts = <Name extends string>(meanings: Meanings<Name>) => described(meanings, text);

/** An object of texts of which any may be absent. */
export const optionalTexts = <Name extends string>(meanings: Meanings<Name>) =>
  described(meanings, text.optional());

/** An object of conditions. */
export const flags = <Name extends string>(meanings: Meanings<Name>) => described(meanings, z.boolean());

/** A list with its meaning. */
export const listOf = <Item extends z.ZodType>(meaning: string, item: Item) =>
  z.array(item).describe(meaning);

const nameMeanings = {
  vin: "The VIN.",
  year: "The model year, four digits.",
  make: "The make.",
  model: "The model.",
  trim: "The trim.",
  engine: "The engine, such as 2.4L L4.",
  category: "The category of parts.",
  subcategory: "The subcategory of parts.",
  license: "The license plate.",
  state: "The state, two letters.",
};

/** An object of the names that identify a vehicle. */
export function vehicleNames<const Names extends readonly (keyof typeof nameMeanings)[]>(...names: Names) {
  const meanings = Object.fromEntries(names.map((name) => [name, nameMeanings[name]]));
  return texts(meanings as Record<Names[number], string>);
}

/** What imports keep of a file's names if the VIN's were taken instead; files do not have it. */
export const asListedName = "as_listed";

const listedNames = {
  year: "The source's model year.",
  make: "The source's make.",
  model: "The source's model.",
  trim: "The source's trim.",
};

/** The member of that name, which can keep other texts of the file too. */
export const asListedWith = (more: Readonly<Record<string, string>>) => ({
  [asListedName]: optionalTexts({ ...listedNames, ...more })
    .optional()
    .describe("The source's words where they differ from the VIN's; absent if none does."),
});

/** The member of that name. */
export const asListed = asListedWith({});

/** Addresses of images in answers; imports give the names of their objects. */
export const image = z.url().describe("Signed; valid for one hour.");

/** `{"status":"success","data":…}`, a component of its own in the OpenAPI document. */
export function answer<Data extends z.ZodType>(id: string, data: Data) {
  const status = z.literal("success").describe("`success`.");
  return z.object({ status, data: data.describe(data.description ?? "The response body.") }).meta({ id });
}

/** The answer that is a record after its heading. */
export function recordAnswer(
  id: string,
  {
    heading,
    record,
  }: { readonly heading: readonly (keyof typeof nameMeanings)[]; readonly record: z.ZodObject },
) {
  return answer(id, vehicleNames(...heading).extend(record.shape));
}

/** What selectors answer. */
export const Choices = z
  .object({
    status: z.literal("success").describe("`success`."),
    data: listOf("The names that the next parameter can have.", text),
    synthetic: z
      .literal(true)
      .optional()
      .describe("Present if names of synthetic records of the demo set are among them."),
  })
  .meta({ id: "Choices" });

const lineMatch = z.enum(["exact", "close", "model"]);

/** The names under which a file has a vehicle's line. */
export const matchedLines = listOf(
  "The file's names of the vehicle's line, the surest first.",
  vehicleNames("make", "model")
    .extend({
      match: lineMatch.describe(
        "How sure the name is: `exact` (all of it is stated), `close` (part of it follows from other facts), `model` (it may be another line of the model).",
      ),
      note: text.describe(
        'Why records of the name may not concern the vehicle; `""` if its line is certain.',
      ),
    })
    .meta({ id: "MatchedLine" }),
);

/** The name of `matchedLines` under which a record was found. */
export const matchedName = z.object({
  matched_model: text.describe("Its name of `matched_models`."),
  match: lineMatch.describe("How sure that name is."),
});
