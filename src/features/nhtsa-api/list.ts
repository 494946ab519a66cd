import type { z } from "zod";
import type { Lists } from "../../vin/nhtsa/registry.ts";

/** A list operation's parameters, of the path and of the query. */
export type VpicQuery = Readonly<Record<string, string>>;

export interface ListParameter {
  readonly description: string;
  readonly example: string;
}

/** One of vPIC's lists, declared as an operation. */
export interface List<Row extends z.ZodObject> {
  /** vPIC's name of the operation; `form` distinguishes its variants. */
  readonly name: string;
  readonly form?: string;
  /** After `/vehicles/`; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Readonly<Record<string, ListParameter>>;
  readonly query?: Readonly<Record<string, ListParameter>>;
  /** Its price in credits; lists without one are free. */
  readonly cost?: 1;
  /** The XML element of a result, and its members in the order of JSON. */
  readonly element: string;
  readonly row: Row;
  /** Their order in XML and CSV, if it differs. */
  readonly columns?: readonly string[];
  /** vPIC's message: that results or the response were "returned successfully". */
  readonly message: string;
  readonly criteria?: (query: VpicQuery) => string | null;
  readonly results: (lists: Lists, query: VpicQuery, today: string) => readonly z.input<Row>[];
}

export type AnyList = List<z.ZodObject>;

/** Declares a list; its results must have the type of its rows. */
export const list = <Row extends z.ZodObject>(made: List<Row>): AnyList => made as unknown as AnyList;
