/** A number of vPIC's and the name behind it. */
export type Named = readonly [id: number, name: string];

/** vPIC's lists as the pack keeps them; rows in ascending order of their number, of codes in that of the code. */
export interface Registry {
  readonly makes: readonly Named[];
  readonly models: readonly (readonly [id: number, name: string, make: number])[];
  readonly manufacturers: readonly Named[];
  /** Pairs of a manufacturer and a make of its own. */
  readonly manufacturerMakes: readonly (readonly [manufacturer: number, make: number])[];
  readonly types: readonly Named[];
  readonly countries: readonly Named[];
  readonly wmis: readonly RegisteredWmi[];
  /** The numbers of the models that each schema's patterns name. */
  readonly schemaModels: readonly (readonly number[])[];
  /** For each code of `wmis` what of `schemaModels` holds in which years. */
  readonly named: readonly (readonly NamedIn[])[];
  readonly variables: readonly RegisteredVariable[];
  /** The rows of small tables of labels, by the table's name. */
  readonly labels: Readonly<Record<string, readonly Named[]>>;
}

/** A manufacturer code; 0 where a number is unknown, and `""` where a date is. */
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

/** Places in `schemaModels`, and the slots of years from and to which they hold; slot 0 is any year. */
export type NamedIn = readonly [from: number, to: number, ...schemas: number[]];

export type RegisteredVariable = readonly [
  id: number,
  name: string,
  group: string,
  dataType: string,
  description: string,
  table: string,
];
