import { z } from "zod";
import type { Context, Operation } from "../../calls/context.ts";

/** An operation that a tool can call. */
export interface Candidate {
  readonly operation: Operation;
  /** The names of its path and of its query. */
  readonly path: readonly string[];
  readonly query: readonly string[];
  /** The arguments that it requires, and all that it takes. */
  readonly required: readonly string[];
  readonly takes: ReadonlySet<string>;
}

/** A plate has one name in all tools. */
export const argumentOf = (name: string): string => (/^(license|plate)$/.test(name) ? "license_plate" : name);

function candidate(operation: Operation): Candidate {
  const shape = operation.query?.shape ?? {};
  const [path, query] = [Object.keys(operation.params?.shape ?? {}), Object.keys(shape)];
  const required = query.filter((name) => !z.safeParse(shape[name] as z.ZodType, undefined).success);
  return {
    operation,
    path,
    query,
    required: [...path, ...required].map(argumentOf),
    takes: new Set([...path, ...query].map(argumentOf)),
  };
}

/** The operations of a service that tools call. */
export class Candidates {
  readonly #operations: readonly Operation[];
  readonly #lookups = new Map<string, Candidate[]>();
  readonly #lists = new Map<string, Candidate[]>();

  constructor({ operations }: Pick<Context, "operations">) {
    this.#operations = operations;
    for (const operation of operations) {
      const { lookup, method, answers } = operation;
      if (!lookup || method !== "GET" || answers === "lines") continue;
      const ofApis = lookup.options ? this.#lists : this.#lookups;
      const found = ofApis.get(lookup.api) ?? [];
      found.push(candidate(operation));
      ofApis.set(lookup.api, found);
    }
  }

  /** The lookups of an API that cost credits. */
  lookupsOf(api: string): readonly Candidate[] {
    return this.#lookups.get(api) ?? [];
  }

  listsOf(api: string): readonly Candidate[] {
    return this.#lists.get(api) ?? [];
  }

  /** Whether the service has an operation with this ID: features can be absent. */
  has(id: string): boolean {
    return this.#operations.some((one) => one.id === id);
  }

  /** Throws if the service has no operation with this ID. */
  get(id: string): Candidate {
    const operation = this.#operations.find((one) => one.id === id);
    if (!operation) throw new Error(`no operation ${id}`);
    return candidate(operation);
  }
}
