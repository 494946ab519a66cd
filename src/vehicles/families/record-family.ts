import type { z } from "zod";
import type { PlaceholderPlan } from "./body.ts";

/** The names that a vehicle's records are stored under, coarse to fine; each is a column and its key another. */
export type Level =
  | "make"
  | "model"
  | "trim"
  | "sub_trim"
  | "engine"
  | "category"
  | "subcategory"
  | "campaign"
  | "variant"
  | "component"
  | "investigation"
  | "period"
  | "bulletin";

/** Members that answers begin with; they come from the record's keys, so that spellings cannot differ. */
export type Heading = "vin" | "year" | "make" | "model" | "trim" | "engine" | "category" | "subcategory";

interface Stored {
  /** Its name in imports and datasets. */
  readonly name: string;
  /** Its name for people, a plural: "Headlights". */
  readonly label: string;
  readonly table: string;
  /** Members that a record has after its keys, each with its meaning. */
  readonly record: z.ZodObject;
  /** Where an operator can get or license such data. */
  readonly origin: string;
  /** A row of an import: its keys and its record. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Members whose words for nothing are the specification's own, such as `N/A`: they stay. */
  readonly ownWords?: readonly string[];
  /** Absent if the demo set has a record of it: rows of `demo/`, or else the example. */
  readonly demo?: "none";
  /** Where images and contact data are in a record; a function if that depends on the record. */
  readonly placeholders?: PlaceholderPlan | ((record: object) => PlaceholderPlan);
}

/** The year under which records of unknown years are stored: no vehicle has it. */
export const undatedYear = 2100;

/** Records about vehicles of a year, a make, a model and what else `levels` names. */
export interface VehicleRecords extends Stored {
  readonly kind: "vehicle";
  readonly levels: readonly Level[];
  /** Levels before this one must not be empty: selectors offer them. */
  readonly required: number;
  readonly heading: readonly Heading[];
  /** Records whose model years are not known have `undatedYear`, and hold for every year. */
  readonly undated?: true;
  /** A second body with the groups of `specs` made flat. */
  readonly flat?: true;
}

/** Records about one vehicle, by its VIN. */
export interface VinRecords extends Stored {
  readonly kind: "vin";
  readonly heading: readonly Heading[];
  /** The record's member by which several records of one VIN differ. */
  readonly id?: { readonly name: string; readonly about: string };
}

/** A member of an event's record that is a number to the service. An import reads it as its column is written. */
export interface ValueMember {
  /** The names that lead to it. */
  readonly at: readonly string[];
  readonly kind: "amount" | "miles" | "kilometers";
  /** Its text stays as it was written; if absent, it is stored as a plain number. */
  readonly asWritten?: true;
  /** The member with an amount's currency. */
  readonly currencyAt?: readonly string[];
}

/** Dollars, miles and kilometers that an import has read, by their names in `values`; absent where there are none. */
export type EventValues = Readonly<Record<string, number | undefined>>;

/** The facts of a record's event; an unknown one is `""`, 0 or absent. */
export interface EventFacts {
  /** Distinguishes the events of one VIN; the same each time the record is loaded. */
  readonly id: string;
  readonly year?: number;
  readonly make?: string;
  readonly model?: string;
  readonly trim?: string;
  /** Whole currency units. */
  readonly price?: number | undefined;
  readonly odometer?: number | undefined;
  readonly state: string;
}

/** What happened to a vehicle, one record for each event, by VIN and time. */
export interface EventRecords extends Stored {
  readonly kind: "event";
  /** Its members with amounts and distances, by names of their own. */
  readonly values: Readonly<Record<string, ValueMember>>;
  eventOf(record: Readonly<Record<string, unknown>>, values: EventValues): EventFacts;
  /** The member with its date, by the names that lead to it. */
  readonly dateAt: readonly string[];
  /** How its date is stored: a moment, empty if it cannot be read, or the day. */
  readonly dateAs: "moment" | "day";
  /** The table that counts the vehicles of priced events, for families that value by them. */
  readonly vehicles?: string;
  /** The table of what is fitted to a dataset's prices, for the same families. */
  readonly fits?: string;
}

/** Registrations: a plate and its state → a VIN. */
export interface PlateRecords extends Stored {
  readonly kind: "plate";
  /** The only state or country of its plates, whose vehicles can be without a VIN. */
  readonly state?: string;
  /** Records that complete the registration of a plate; a register can publish them apart. */
  readonly completedBy?: PlateRecords;
  /** The record's member by which several records of one plate differ. */
  readonly id?: { readonly name: string; readonly about: string };
}

/** Types of vehicles by patterns of their VINs; a VIN can match several. */
export interface PatternRecords extends Stored {
  readonly kind: "pattern";
  /** ISO 3166-1 code of the country whose vehicles it lists, three letters. */
  readonly country: string;
}

/** A declaration of records: what they are about, what they hold, and how answers begin. */
export type RecordFamily = VehicleRecords | VinRecords | EventRecords | PlateRecords | PatternRecords;

/** What the choice of a trim from a VIN compares; texts as vPIC spells them, absent when unknown. */
export interface Facts {
  readonly series?: string;
  readonly body?: string;
  readonly doors?: number;
  readonly displacement_l?: number;
  readonly cylinders?: number;
  readonly fuel?: string;
  readonly drive?: string;
  readonly transmission?: string;
  /** EPA's name of the models that a row's model is one of, if it is not the beginning of the row's names. */
  readonly base_model?: string;
}

/** What an import notices about an accepted row, counted by reason in its outcome. */
interface Noted {
  readonly warnings?: readonly string[];
}

/** A record of a `vehicle` family. */
export interface VehicleRow extends Noted {
  readonly year: number;
  /** Canonical names, one for each of the family's levels; `""` if the record is for all of them. */
  readonly names: readonly string[];
  readonly facts?: Facts;
  /** The answer's `data` without its heading. */
  readonly record: object;
}

/** A record of a `vin` family. */
export interface VinRow extends Noted {
  readonly vin: string;
  readonly year?: number;
  readonly make?: string;
  readonly model?: string;
  /** Distinguishes the records of one VIN, if the family has several. */
  readonly id?: string;
  /** The answer's `data` without its heading. */
  readonly record: object;
}

/** An event of a vehicle. */
export interface EventRow extends Noted, Omit<EventFacts, "state"> {
  readonly vin: string;
  /** Milliseconds UTC; 0 when the record has no date. */
  readonly at: number;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly state?: string;
  /** One member of `data` (auctions) or of `data.sales_history` (sales). */
  readonly record: object;
}

/** A registration. */
export interface PlateRow extends Noted {
  readonly license: string;
  /** A U.S. state's two letters, or a country's three. */
  readonly state: string;
  /** `""` if the register of a country has none. */
  readonly vin: string;
  /** Distinguishes the records of one plate, if the family has several. */
  readonly id?: string;
  /** The answer's `data` after `intro` and `vin`: year, make, model, trim, body_type and so on. */
  readonly record: object;
}

/** A type of vehicle. */
export interface PatternRow extends Noted {
  /** The first 4 to 17 characters of VINs, with a dot for any character; the first three have none. */
  readonly pattern: string;
  /** Distinguishes the types of one pattern. */
  readonly id: string;
  readonly record: object;
}

interface RowOfKind {
  readonly vehicle: VehicleRow;
  readonly vin: VinRow;
  readonly event: EventRow;
  readonly plate: PlateRow;
  readonly pattern: PatternRow;
}

/** A row of a family, as importers create it. */
export type RecordRow<F extends Pick<RecordFamily, "kind"> = RecordFamily> = RowOfKind[F["kind"]];

/** The name of datasets of the demo set; answers from them have `x-data-source: demo`. */
export const demoDatasetName = "demo";
