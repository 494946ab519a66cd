import type { Level, RecordFamily } from "../../families/record-family.ts";
import type { Shape } from "./record-shape.ts";

/** A column of the key, or of the facts that VINs match. */
export interface KeyColumn {
  readonly name: string;
  readonly required: boolean;
  readonly shape: Shape;
  readonly about: string;
}

const textShape: Shape = { kind: "text" };
const column = (name: string, about: string, required = true): KeyColumn => ({
  name,
  required,
  shape: textShape,
  about,
});
const optional = (name: string, about: string): KeyColumn => column(name, about, false);

const spelled = "spaces, hyphens and lower case are accepted.";
const vin = column("vin", `17 characters, or 5 to 14 with a digit before 1981; ${spelled}`);
const modernVin = column("vin", `17 characters; ${spelled}`);
const year = column("year", "Model year, 4 digits.");

const levels: Readonly<Record<Level, string>> = {
  make: "Name of the make.",
  model: "Name of the model.",
  trim: "Name of the trim.",
  sub_trim: "Variant of the trim: body, cab, drive.",
  engine: "Name of the engine, for example 2.4L L4.",
  category: "Part category.",
  subcategory: "Part subcategory.",
  campaign: "The authority's number of the campaign, for example 20V123000.",
  variant: "Body, drive and release, for example SUV AWD.",
  component: "NHTSA's component; empty for all complaints about the vehicle.",
  investigation: "NHTSA's number of the investigation, for example PE20001.",
  period: "Five years in which NHTSA received it, for example 2020-2024.",
  bulletin: "NHTSA's number of the bulletin, for example 10180001.",
};

/** Facts by which a VIN matches a trim or an engine. */
const facts: readonly KeyColumn[] = [
  optional("facts.series", "Series, as vPIC names it."),
  optional("facts.body", "Body class, as vPIC names it."),
  optional("facts.doors", "Number of doors."),
  optional("facts.displacement_l", "Displacement in liters."),
  optional("facts.cylinders", "Number of cylinders."),
  optional("facts.fuel", "Primary fuel, as vPIC names it."),
  optional("facts.drive", "Drive type, as vPIC names it."),
  optional("facts.transmission", "Transmission style, as vPIC names it."),
];

const event: readonly KeyColumn[] = [
  optional("at", "When it happened, ISO 8601 UTC. Default: the record's own date."),
  optional("id", "Distinguishes a vehicle's simultaneous events. Default: the record's own number."),
];

/** The key columns of a family, in the order of its key. */
export function keyColumnsOf(family: RecordFamily): readonly KeyColumn[] {
  switch (family.kind) {
    case "vehicle":
      return [
        year,
        ...family.levels.map((level, index) => column(level, levels[level], index < family.required)),
        ...(family.levels.length > 2 && family.heading.length > 0 ? facts : []),
      ];
    case "vin": {
      const heading = family.heading.filter((one) => one !== "vin");
      const id = family.id ? [column(family.id.name, family.id.about)] : [];
      return [
        modernVin,
        ...id,
        ...heading.map((name) => optional(name, `Answered with the record: the vehicle's ${name}.`)),
      ];
    }
    case "plate":
      return [
        column("license", "The plate; spaces, hyphens and lower case are accepted."),
        column("state", plateStateAbout(family.state)),
        ...(family.id ? [column(family.id.name, family.id.about)] : []),
        family.state === undefined ? vin : optional("vin", `Empty if there is none. ${vin.about}`),
      ];
    case "pattern":
      return [
        column("pattern", "The beginning of VINs, 4 to 17 characters; a dot is any character."),
        column("id", "Distinguishes the types of one pattern."),
      ];
    case "event":
      return [vin, ...event, ...eventNames(family.vehicles !== undefined)];
  }
}

const plateStateAbout = (only: string | undefined): string =>
  only ?? "Two letters of a U.S. state, DC or PR, or a country's ISO code of three letters.";

/** The columns that valuations read, if the record itself does not have them. */
function eventNames(valued: boolean): readonly KeyColumn[] {
  if (!valued) return [];
  return [
    year,
    column("make", levels.make),
    column("model", levels.model),
    optional("trim", levels.trim),
    optional("sold_for", "Price for valuations, whole currency units; 0: none. Default: the listing price."),
  ];
}
