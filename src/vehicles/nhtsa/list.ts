import type { z } from "zod";
import type { Lists } from "../../vin/nhtsa/registry.ts";

/** What a list operation is query: its own parameters, of the path and of the query. */
export type VpicQuery = Readonly<Record<string, string>>;

/** A parameter: what it means, and an example. */
export interface ListParameter {
  readonly description: string;
  readonly example: string;
}

/** One of vPIC's lists, as an operation. */
export interface List<Row extends z.ZodObject> {
  /** vPIC's name of the operation, and what tells its forms apart. */
  readonly name: string;
  readonly form?: string;
  /** Below `/vehicles/`; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Readonly<Record<string, ListParameter>>;
  readonly query?: Readonly<Record<string, ListParameter>>;
  /** The credits that it costs: a list none. */
  readonly cost?: 1;
  /** Its results' element in XML, and their members in the order of JSON. */
  readonly element: string;
  readonly row: Row;
  /** Their order in XML and CSV, where it is another. */
  readonly columns?: readonly string[];
  readonly message: "Results returned successfully" | "Response returned successfully";
  readonly criteria?: (query: VpicQuery) => string | null;
  readonly results: (lists: Lists, query: VpicQuery, today: string) => readonly z.input<Row>[];
}

/** A list of rows of any kind. */
export type AnyList = List<z.ZodObject>;

/** A list whose results fit its rows. */
export const list = <Row extends z.ZodObject>(made: List<Row>): AnyList => made as unknown as AnyList;
