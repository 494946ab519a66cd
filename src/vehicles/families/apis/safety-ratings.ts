import { z } from "zod";
import {
  answer,
  flags,
  listOf,
  matchedLines,
  matchedName,
  text,
  texts,
  vehicleNames,
} from "../answer-schemas.ts";
import { exampleNames } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";

const starMeanings = {
  overall_stars: "All tests together, 1 to 5 stars.",
  front_stars: "The frontal crash.",
  front_driver_stars: "Driver.",
  front_passenger_stars: "Front passenger.",
  side_stars: "The side crash.",
  side_driver_stars: "Into a barrier, driver.",
  side_passenger_stars: "Into a barrier, rear passenger.",
  side_pole_stars: "Into a pole.",
  rollover_stars: "The resistance to rolling over.",
};

/** The members with stars. */
export const starNames = Object.keys(starMeanings) as (keyof typeof starMeanings)[];

const stars = z.int().min(1).max(5);
const percent = z.number().min(0).max(100);
const withStars = <Schema extends z.ZodType>(schema: (meaning: string) => Schema) =>
  Object.fromEntries(starNames.map((name) => [name, schema(starMeanings[name])])) as Record<
    (typeof starNames)[number],
    Schema
  >;

/** The technologies that NHTSA recommends, by what its file calls them. */
export const technologyNames = {
  FRNT_COLLISION_WARNING: "Forward collision warning",
  LANE_DEPARTURE_WARNING: "Lane departure warning",
  CRASH_IMMINENT_BRAKE: "Crash imminent braking",
  DYNAMIC_BRAKE_SUPPORT: "Dynamic brake support",
} as const;

const evaluations = ["meets", "standard_meets", "does_not_meet", "pending", "unknown"] as const;

const technologies = listOf(
  "The driver assistance that NHTSA recommends.",
  z.object({
    name: text.describe("The technology."),
    equipment: z
      .enum(["standard", "optional", "standard_and_optional", "none", "unknown"])
      .describe("Whether vehicles have it."),
    criteria: z
      .enum(evaluations)
      .describe(
        "Whether it meets NHTSA's criteria; `standard_meets`: only the standard version does; `pending`: not tested yet.",
      ),
  }),
);

const variantTexts = {
  body_style: "For example SUV or 4 DR.",
  drive: 'The drive: AWD, FWD, RWD, 4WD or 2WD; `""` if it is not stated.',
};
const variant = texts(variantTexts);
const release = z.int().min(1).describe("2 and 3: vehicles built later in the year.");
const notes = listOf("NHTSA's safety concerns and foot notes.", text);

export const safetyRatings: VehicleRecords = {
  name: "safety-rating",
  label: "Safety ratings",
  kind: "vehicle",
  table: "safety_rating",
  levels: ["make", "model", "variant"],
  required: 3,
  heading: [],
  record: variant.extend({
    release,
    ...withStars((meaning) => stars.optional().describe(`${meaning} Empty if not rated.`)),
    rollover_percent: percent.optional().describe("The probability of a rollover."),
    ...flags({ tips: "Whether a wheel lifted in the dynamic test." }).shape,
    technologies,
    notes,
  }),
  origin: "`vingate import safety-ratings`: NHTSA publishes the results of its tests.",
  example: {
    ...exampleNames,
    variant: "SUV AWD",
    body_style: "SUV",
    drive: "AWD",
    release: 1,
    overall_stars: 5,
    front_stars: 4,
    front_driver_stars: 4,
    front_passenger_stars: 4,
    side_stars: 5,
    side_driver_stars: 5,
    side_passenger_stars: 5,
    side_pole_stars: 5,
    rollover_stars: 4,
    rollover_percent: 16.4,
    tips: false,
    technologies: [{ name: "Forward collision warning", equipment: "standard", criteria: "meets" }],
    notes: ["These ratings are synthetic."],
  },
};

const SafetyRatings = answer(
  "SafetyRatings",
  vehicleNames("vin", "year", "make", "model").extend({
    source: text.describe("The dataset and its day."),
    drive: text.describe(
      'The drive that the VIN states; `""` without one: then the ratings of all drives are listed.',
    ),
    matched_models: matchedLines,
    ratings: listOf(
      "The line's ratings: one for each body, drive and release. What is not rated is null.",
      matchedName.extend({
        ...variant.shape,
        release,
        ...withStars((meaning) => z.int().nullable().describe(meaning)),
        rollover_percent: z.number().nullable().describe("The probability of a rollover."),
        ...flags({ tips: "Whether a wheel lifted in the dynamic test." }).shape,
        technologies,
        notes,
      }),
    ),
  }),
);

export const safetyRatingsApi: LookupApi = {
  id: "safety-ratings",
  displayName: "Safety ratings",
  description: "Crash test stars of NHTSA, rollover resistance and recommended driver assistance.",
  group: "History",
  extension: true,
  records: [safetyRatings],
  families: [
    {
      noun: "SafetyRatings",
      title: "Safety ratings",
      description: "By body and drive.",
      base: "/safety-ratings",
      tag: "Safety ratings",
      namings: ["vin", "ymm"],
      from: { kind: "computed", named: [safetyRatings], needs: safetyRatings },
      response: SafetyRatings,
      absence: "NHTSA does not test every vehicle.",
    },
  ],
};
