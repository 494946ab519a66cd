import type { Context } from "../../../calls/context.ts";
import { optionalPort } from "../../../running/ports.ts";
import type { Decode } from "../../../vin/answer/describe.ts";
import type { Catalogue } from "../../../vin/catalogue/catalogue.ts";
import type { Market } from "../../families/apis/recalls-abroad.ts";
import type { Names } from "../names/known-names.ts";
import type { Match, Subject } from "../names/subject.ts";
import type { Datasets } from "../records/datasets.ts";

/** The input of a computed answer. */
export interface Computation {
  readonly context: Context;
  /** `vehicle` is always there; `decode` with a VIN. */
  readonly subject: Subject;
  /** Decodes of partial VINs, one and more for each way in which VINs name the subject's model. */
  modelDecodes(): Promise<readonly Decode[]>;
  /** The vehicles of vPIC. */
  readonly catalogue: Catalogue;
  /** The current dataset of each family. */
  readonly datasets: Datasets;
  /** Every known trim of the vehicle's models. */
  trims(): Promise<Names>;
  /** In miles, if the caller gave it. */
  readonly mileage: number | undefined;
  /** The market that the caller chose. */
  readonly market: Market;
  /** Whether the caller requested the values that the VIN's own facts narrow. */
  readonly narrow: boolean;
}

/** An answer: the whole of its JSON, its dataset or method, and how well it matches the vehicle. */
export interface Computed {
  readonly body: string | Uint8Array;
  readonly source: string;
  readonly match?: Match;
}

/**
 * Computes an answer; `undefined` if it has no data (404 `record_not_found`). Throws `ApiError` with more detail.
 */
export type Compute = (computation: Computation) => Promise<Computed | undefined> | Computed | undefined;

/** What computes market values. Without it `/market-valuation` has no data. */
export const marketValues = optionalPort<Compute>("market values");
