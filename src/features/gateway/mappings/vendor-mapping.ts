import type { NamedVehicle } from "../../../calls/forwarding.ts";
import type { Params } from "../../../vehicles/lookups/names/vehicle-query.ts";

/** A lookup that a vendor is to answer. */
export interface MappedLookup {
  /** Its path as the specification writes it: `/auction/{vin}`. */
  readonly path: string;
  readonly params: Params;
  /** The model year that the caller gave. */
  readonly year?: string;
  /** The vehicle that the VIN decodes to: its names are those of records that have none. */
  readonly vehicle?: NamedVehicle;
}

/** A request in a vendor's form. */
export interface VendorRequest {
  /** The path and the query, below the upstream's base. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a vendor answered. */
export interface VendorAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** How one vendor's API answers the lookups of one built-in API. */
export interface VendorMapping {
  /** The built-in API: `auction`. */
  readonly api: string;
  /** What the vendor takes for an answered request. */
  readonly price?: { readonly amount: string; readonly currency: string };
  /** Undefined if the vendor does not serve the lookup. */
  requestOf(lookup: MappedLookup): VendorRequest | undefined;
  /**
   * Takes the records of an answer, as JSON in the form of the lookup's own 200; undefined if the vendor has none. Throws
   * `OutsideMapping` for an answer that the mapping does not describe, and `VendorRefusal` for one that it names a failure.
   */
  read(answer: VendorAnswer, lookup: MappedLookup): Uint8Array | undefined;
}

/** An answer outside its mapping. The message names the path that failed, and no value. */
export class OutsideMapping extends Error {
  override readonly name = "OutsideMapping";
}

/** A status or an answer by which the vendor refuses or fails. The message has no value of the answer. */
export class VendorRefusal extends Error {
  override readonly name = "VendorRefusal";
  /** Whether it concerns this request alone, and shows nothing of others. */
  readonly isOfOne: boolean;

  constructor(message: string, isOfOne: boolean) {
    super(message);
    this.isOfOne = isOfOne;
  }
}
