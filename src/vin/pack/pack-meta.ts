/** One of vPIC's variables in the pack's directory. */
export interface ElementMeta {
  readonly id: number;
  readonly name: string;
  /** vPIC's flat name, such as `BodyClass`. */
  readonly code: string;
  readonly group: string;
  /** Whether its values are numbers of a table of labels. */
  readonly lookup: boolean;
  readonly weight: number;
  /** Whether all matching rows are kept, not only the best. */
  readonly multiple: boolean;
}

/** vPIC's default value of an element, by vehicle type. */
export interface DefaultMeta {
  /** Number of the vehicle type's value. */
  readonly type: number;
  readonly element: number;
  readonly attribute: string;
  readonly text: string;
}

/** vPIC's own text of an error code. */
export interface ErrorMeta {
  readonly code: number;
  readonly text: string;
  readonly additional: string;
}

/** The contents of a pack's directory. */
export interface PackMeta {
  readonly source: string;
  readonly version: string;
  /** Changes whenever the source's data changes. */
  readonly fingerprint: string;
  /** Whether the source had every table and pattern of vPIC. */
  readonly complete: boolean;
  /** Patterns in the source. */
  readonly patterns: number;
  /** Manufacturer codes in the source. */
  readonly manufacturers: number;
  readonly elements: readonly ElementMeta[];
  /** Empty if the source has none. */
  readonly defaults: readonly DefaultMeta[];
  /** In ascending order of code; empty if the source has none. */
  readonly errors: readonly ErrorMeta[];
}
