import type { z } from "zod";
import type { EventRecords, VehicleRecords, VinRecords } from "./record-family.ts";

/** How a caller may name what a lookup is about; each becomes one operation. */
export type Naming =
  /** `/{vin}`, 17 characters. */
  | "vin"
  /** `/{vin}`, 17 characters or 5 to 14. */
  | "any-vin"
  /** `/{year}/{make}/{model}` */
  | "ymm"
  /** `/{year}/{make}/{model}/{trim}` */
  | "ymmt"
  /** `/{year}/{make}/{model}/{trim}/{extra_trim}` */
  | "extra-trim"
  /** `/{year}/{make}/{model}/{trim}/{category}/{subcategory}` */
  | "part"
  /** `/{license_plate}/{state}` */
  | "plate"
  /** `/{license}/{state}` */
  | "license";

/** A step of a selector: what it lists, named by everything before it. */
export type Step = "year" | "make" | "model" | "trim" | "categories" | "subcategories";

/** What selectors of a family offer: its own records' names, or the vehicles of vPIC where it has none. */
export interface Selector {
  /** `/headlight-assembly/options`: the steps come after it. */
  readonly base: string;
  readonly tag: string;
  readonly steps: readonly Step[];
  /** Steps that the specification does not have. */
  readonly extensions?: readonly Step[];
  /** Motorcycles in place of cars, trucks and MPVs. */
  readonly motorcycles?: true;
}

/** The answers that are worked out; each is one file of `lookups/`. */
export type ComputedName = "market-valuation" | "repair-estimates" | "open-recall" | "motorcycle-decode";

/** Where answers come from. */
export type From =
  | {
      readonly kind: "record";
      readonly records: VehicleRecords | VinRecords;
      readonly body?: "body" | "flat";
    }
  | { readonly kind: "history"; readonly records: EventRecords; readonly within?: "sales_history" }
  | { readonly kind: "plate" }
  | { readonly kind: "decoder"; readonly answer: "basic" | "oem" }
  | { readonly kind: "computed"; readonly by: ComputedName };

/** One family of lookups; its operations are made from this and nothing else. */
export interface Family {
  /** The API that its calls are reported under: the first segment of its paths. */
  readonly api: string;
  /** What its operations' ids are made of: `get${noun}ByVin`, `list${noun}Years`. */
  readonly noun: string;
  /** What a caller gets, for summaries: "Headlight assemblies". */
  readonly title: string;
  readonly description?: string;
  readonly base: string;
  readonly tag: string;
  readonly named: readonly Naming[];
  /** Namings that the specification does not have. */
  readonly extensions?: readonly Naming[];
  readonly selector?: Selector;
  /** Absent where a family has selectors alone. */
  readonly from?: From;
  /** The optional query `mileage`. */
  readonly mileage?: true;
  readonly response?: z.ZodType;
  /** What an absent record does not prove; ends the detail of `record_not_found`. */
  readonly absence?: string;
}
