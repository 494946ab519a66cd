import type { NamedVehicle } from "../../../calls/forwarding.ts";
import type { VendorMapping } from "./vendor-mapping.ts";

/** How an answer was read: records, none, a failure of the vendor, or an answer that the mapping does not describe. */
export type Outcome = "record" | "not_found" | "failure" | "outside";

/** An answer of the vendor, and what it is to be. */
export interface VendorSample {
  /** A lookup of ours: `/auction/1HGCM82633A004352`, with `?year=2003` if the caller gives it. */
  readonly lookup: string;
  /** What its VIN decodes to. */
  readonly vehicle?: NamedVehicle;
  readonly status: number;
  /** The vendor's JSON; undefined for none. */
  readonly body?: unknown;
  readonly is: Exclude<Outcome, "outside">;
  /** The whole `data` of our answer. */
  readonly data?: unknown;
}

/** What is wrong with an answer. */
export interface Fault {
  /** The documented column, or the member of the mapping. */
  readonly path: string;
  readonly reason: string;
}

/** A column as it was found in one record of the vendor, and as it was read. */
export interface ReadColumn {
  /** Which record, from 0, in the vendor's order. */
  readonly record: number;
  readonly column: string;
  /** The expression; null for a fixed value and for what the request fills. */
  readonly path: string | null;
  readonly found: unknown;
  readonly read: unknown;
}

/** An answer as a mapping reads it. */
export interface Explained {
  readonly outcome: Outcome;
  /** The `data` of our answer; null without a record. */
  readonly data: unknown;
  readonly faults: readonly Fault[];
  readonly columns: readonly ReadColumn[];
  /** Members of the records that no expression reads and `ignore` does not name. */
  readonly unread: readonly string[];
}

/** A sample beside what the mapping makes of it. */
export interface SampleResult extends Explained {
  readonly lookup: string;
  /** What the sample declares. */
  readonly is: VendorSample["is"];
  /** The vendor's body. */
  readonly original: unknown;
  /** Whether outcome and data are as the sample declares. */
  readonly as_declared: boolean;
}

/** A mapping of a file with its samples. */
export interface SampledMapping extends VendorMapping {
  readonly samples: readonly VendorSample[];
  /** Reads an answer, and reports what each column found. */
  explain(sample: Omit<VendorSample, "is" | "data">): Explained;
}
