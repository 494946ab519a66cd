import type { z } from "zod";
import type {
  EventRecords,
  PatternRecords,
  RecordFamily,
  VehicleRecords,
  VinRecords,
} from "./record-family.ts";

/** How a caller may name a vehicle; each becomes one operation. */
export type VehicleNaming =
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
export type SelectorStep = "year" | "make" | "model" | "trim" | "categories" | "subcategories";

/** What selectors of a family offer: its own records' names, or the vehicles of vPIC where it has none. */
export interface Selector {
  /** `/headlight-assembly/options`: the steps come after it. */
  readonly base: string;
  readonly tag: string;
  readonly steps: readonly SelectorStep[];
  /** Steps that the specification does not have. */
  readonly extensions?: readonly SelectorStep[];
  /** What the trim step offers for a model of which no trim is known. */
  readonly anyTrim?: string;
}

export type AnswerSource =
  /** The one record of what was named; `flat` is the form without groups. */
  | {
      readonly kind: "record";
      readonly records: VehicleRecords | VinRecords;
      readonly body?: "body" | "flat";
    }
  /** Every event of a VIN: a list, or a member of an object that begins with the vehicle. */
  | { readonly kind: "history"; readonly records: EventRecords; readonly within?: "sales_history" }
  /** A registration. */
  | { readonly kind: "plate" }
  /** The types of vehicles whose patterns a VIN matches, of each of these families that is loaded. */
  | { readonly kind: "types"; readonly records: readonly PatternRecords[] }
  /** The VIN decoder. */
  | { readonly kind: "decoder"; readonly answer: "basic" | "oem" }
  /**
   * The function that `lookups/computed/computed.ts` lists under the API's id. Records of `named` name vehicles
   * beside vPIC, or, where the answer is made of records alone, in its place.
   */
  | {
      readonly kind: "computed";
      readonly named?: readonly RecordFamily[];
      readonly ofRecordsAlone?: true;
      /** Without a dataset of it nothing can be answered. */
      readonly needs?: RecordFamily;
    };

/** One family of lookups; its operations are made from this and nothing else. */
export interface Family {
  /** What its operations' ids are made of: `get${noun}ByVin`, `list${noun}Years`. */
  readonly noun: string;
  /** What a caller gets, for summaries: "Headlight assemblies". */
  readonly title: string;
  readonly description?: string;
  readonly base: string;
  readonly tag: string;
  readonly namings: readonly VehicleNaming[];
  /** Namings that the specification does not have, where it has the family. */
  readonly extensions?: readonly VehicleNaming[];
  readonly selector?: Selector;
  /** Plates of countries too, and not of U.S. states alone. */
  readonly places?: "world";
  /** Motorcycles in place of cars, trucks and MPVs. */
  readonly motorcycles?: true;
  /** Absent where a family has selectors alone. */
  readonly from?: AnswerSource;
  /** The only model years that are answered, and for what. */
  readonly coverage?: { readonly first: number; readonly last: number; readonly of: string };
  /** Answers are estimates: no upstream is used for them. */
  readonly estimates?: true;
  /** The optional query `mileage`. */
  readonly mileage?: true;
  /** The optional query `narrow` of a VIN, whose facts may be more exact than its names. */
  readonly narrows?: true;
  /** The optional query `market`. */
  readonly market?: true;
  readonly response?: z.ZodType;
  /** What an absent record does not prove; ends the detail of `record_not_found`. */
  readonly absence?: string;
}

/** The groups of lookups on the landing page, in its order. */
export const lookupGroups = ["Identify", "History", "Value", "Parts"] as const;
export type LookupGroup = (typeof lookupGroups)[number];

/** An API of lookups: its name in usage and products, its families, and the records they answer from. */
export interface LookupApi {
  /** The first segment of its paths. */
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  /** Its group on the landing page, which does not list it without one. */
  readonly group?: LookupGroup;
  readonly families: readonly Family[];
  /** Present if the specification does not have it. */
  readonly extension?: true;
  /** The API that has the same answers by VIN. */
  readonly byVin?: string;
  /** Record families that this API declares; another may answer from them too. */
  readonly records?: readonly RecordFamily[];
  /** Values that its operations are shown with, where they differ from `examples.ts`. */
  readonly examples?: Readonly<Record<string, string>>;
}
