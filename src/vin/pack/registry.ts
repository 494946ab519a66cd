/** One of vPIC's numbers and its name. */
export type Named = readonly [id: number, name: string];

/** vPIC's lists in the pack; rows in ascending order of number, codes in order of code. */
export interface Registry {
  readonly makes: readonly Named[];
  readonly models: readonly (readonly [id: number, name: string, make: number])[];
  readonly manufacturers: readonly Named[];
  /** Pairs of a manufacturer and one of its makes. */
  readonly manufacturerMakes: readonly (readonly [manufacturer: number, make: number])[];
  readonly types: readonly Named[];
  readonly countries: readonly Named[];
  readonly wmis: readonly RegisteredWmi[];
  /** The numbers of the models that each schema's patterns name. */
  readonly schemaModels: readonly (readonly number[])[];
  /** For each code of `wmis`, which entries of `schemaModels` apply in which years. */
  readonly named: readonly (readonly NamedIn[])[];
  readonly variables: readonly RegisteredVariable[];
  /** The rows of small tables of labels, by the table's name. */
  readonly labels: Readonly<Record<string, readonly Named[]>>;
}

/** A manufacturer code; unknown numbers are 0, unknown dates `""`. */
export type RegisteredWmi = readonly [
  code: string,
  manufacturer: number,
  type: number,
  country: number,
  created: string,
  updated: string,
  published: string,
  ...makes: number[],
];

/** Indices in `schemaModels`, and the year slots from and to which they apply; slot 0 is any year. */
export type NamedIn = readonly [from: number, to: number, ...schemas: number[]];

export type RegisteredVariable = readonly [
  id: number,
  name: string,
  group: string,
  dataType: string,
  description: string,
  table: string,
];
