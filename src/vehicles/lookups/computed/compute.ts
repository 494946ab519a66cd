import type { Context } from "../../../calls/context.ts";
import type { Decode } from "../../../vin/answer/describe.ts";
import type { Catalogue } from "../../../vin/catalogue/catalogue.ts";
import type { Names } from "../names/known-names.ts";
import type { Match, Subject } from "../names/subject.ts";
import type { Datasets } from "../records/datasets.ts";

/** What an answer that is worked out may look at. */
export interface Computation {
  readonly context: Context;
  /** `vehicle` is always there; `decode` where a VIN was given. */
  readonly subject: Subject;
  /** Decodes of partial VINs, one and more for each way in which VINs name the subject's model. */
  modelDecodes(): readonly Decode[];
  /** The vehicles of vPIC. */
  readonly catalogue: Catalogue;
  /** The current dataset of each family. */
  readonly datasets: Datasets;
  /** Every known trim of the vehicle's models. */
  trims(): Promise<Names>;
  /** In miles, where the caller told it. */
  readonly mileage: number | undefined;
}

/** An answer: the whole of its JSON, the dataset or method it rests on, and how well it meets the vehicle. */
export interface Computed {
  readonly body: string | Uint8Array;
  readonly source: string;
  readonly match?: Match;
}

/**
 * Works an answer out; `undefined` where there is nothing to work it out from (404 `record_not_found`).
 * It may throw `ApiError` to say more. A family never learns which form named its subject.
 */
export type Compute = (computation: Computation) => Promise<Computed | undefined> | Computed | undefined;
