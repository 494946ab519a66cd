import type { z } from "zod";
import type { ABSENT, INVALID, ValidationIssue } from "./issues.ts";

/** Judges one input: the value in the schema's type, or INVALID with at least one more issue. */
export type Check = (input: unknown, issues: ValidationIssue[]) => unknown | typeof INVALID;

/** A compiled schema. */
export interface Node {
  /** Names this schema where it is one of several in a union, as pydantic does. */
  readonly label: string;
  readonly check: Check;
  /** The value of a member that was left out, or ABSENT; without this function it must be there. */
  readonly absent?: () => unknown | typeof ABSENT;
  /** The value itself must never be shown. */
  readonly secret: boolean;
  /** Names of secret members anywhere within. */
  readonly secretNames: readonly string[];
  /** A list, which as a parameter is given by repeating its name. */
  readonly repeated: boolean;
}

export type SchemaDef = z.core.$ZodTypes["_zod"]["def"];

/** The definition of one kind of schema. */
export type DefOf<K extends SchemaDef["type"]> = Extract<SchemaDef, { type: K }>;

/** Compiles the schema of a part; throws on a kind that it does not know. */
export type CompilePart = (schema: z.core.$ZodType) => Node;

/** A node that holds no other. */
export function leaf(label: string, check: Check): Node {
  return { label, check, secret: false, secretNames: [], repeated: false };
}
