/** One of vPIC's variables, as the pack's directory keeps it. */
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

/** What vPIC answers for an element that nothing else fills, by type of vehicle. */
export interface DefaultMeta {
  /** Number of the vehicle type's value. */
  readonly type: number;
  readonly element: number;
  readonly attribute: string;
  readonly text: string;
}

/** vPIC's own wording of an error code. */
export interface ErrorMeta {
  readonly code: number;
  readonly text: string;
  readonly additional: string;
}

/** What a pack's directory says about it. */
export interface PackMeta {
  readonly source: string;
  readonly version: string;
  /** Changes whenever the source's data do. */
  readonly fingerprint: string;
  /** Whether the source held every table and pattern of vPIC. */
  readonly complete: boolean;
  /** Patterns in the source. */
  readonly patterns: number;
  /** Manufacturer codes in the source. */
  readonly manufacturers: number;
  readonly elements: readonly ElementMeta[];
  /** Empty where the source has none. */
  readonly defaults: readonly DefaultMeta[];
  /** In ascending order of code; empty where the source has none. */
  readonly errors: readonly ErrorMeta[];
}
