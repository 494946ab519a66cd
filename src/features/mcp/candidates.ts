import { z } from "zod";
import type { Context, Operation } from "../../calls/context.ts";
import type { Route } from "../../calls/routed-request.ts";
import { compileValidator } from "../../http/validation/validation.ts";

/** An operation that a tool can call. */
export interface Candidate {
  readonly operation: Operation;
  /** With its validator, compiled when it is first called. */
  readonly route: Route;
  /** The names of its path and of its query. */
  readonly path: readonly string[];
  readonly query: readonly string[];
  /** The arguments that it requires, and all that it takes. */
  readonly required: readonly string[];
  readonly takes: ReadonlySet<string>;
}

/** A plate has one name in all tools. */
export const argumentOf = (name: string): string => (/^(license|plate)$/.test(name) ? "license_plate" : name);

function candidate(operation: Operation, { telemetry }: Pick<Context, "telemetry">): Candidate {
  const shape = operation.query?.shape ?? {};
  const [path, query] = [Object.keys(operation.params?.shape ?? {}), Object.keys(shape)];
  const required = query.filter((name) => !z.safeParse(shape[name] as z.ZodType, undefined).success);
  let route: Route | undefined;
  return {
    operation,
    get route() {
      route ??= {
        endpoint: operation,
        validate: compileValidator(operation),
        parameters: new Set(query),
        meter: telemetry.metrics.operation(operation.id, operation.lookup?.api ?? operation.tag),
      };
      return route;
    },
    path,
    query,
    required: [...path, ...required].map(argumentOf),
    takes: new Set([...path, ...query].map(argumentOf)),
  };
}

/** The operations of a service that tools call. */
export class Candidates {
  readonly #context: Pick<Context, "telemetry" | "operations">;
  readonly #lookups = new Map<string, Candidate[]>();
  readonly #lists = new Map<string, Candidate[]>();

  constructor(context: Pick<Context, "telemetry" | "operations">) {
    this.#context = context;
    for (const operation of context.operations) {
      const { lookup, method, answers } = operation;
      if (!lookup || method !== "GET" || answers === "lines") continue;
      const ofApis = lookup.options ? this.#lists : this.#lookups;
      const found = ofApis.get(lookup.api) ?? [];
      found.push(candidate(operation, context));
      ofApis.set(lookup.api, found);
    }
  }

  /** The lookups of an API that cost credits. */
  lookupsOf(api: string): readonly Candidate[] {
    return this.#lookups.get(api) ?? [];
  }

  /** The lists of an API. */
  listsOf(api: string): readonly Candidate[] {
    return this.#lists.get(api) ?? [];
  }

  /** Throws if the service has no operation with this ID. */
  get(id: string): Candidate {
    const operation = this.#context.operations.find((one) => one.id === id);
    if (!operation) throw new Error(`no operation ${id}`);
    return candidate(operation, this.#context);
  }
}
