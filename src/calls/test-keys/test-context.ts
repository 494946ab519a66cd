import { withTimeout } from "../../base/with-timeout.ts";
import { unavailable } from "../../http/errors.ts";
import type { Context, TestSet } from "../context.ts";
import { withoutRecords } from "../forwarding.ts";
import { reservedError } from "./reserved-vins.ts";

const openMs = 900;
const loading = () => unavailable("The demo set, which test keys are answered from, is being loaded. Retry.");

const contexts = new WeakMap<TestSet, Context>();

/** The context of calls with a key for tests: the demo set is all data, and upstreams have none. Throws 503. */
export async function testContext(context: Context): Promise<Context> {
  const testSet = await withTimeout(Promise.resolve(context.testData.open()), openMs, loading);
  const known = contexts.get(testSet);
  if (known) return known;
  const made = {
    ...context,
    database: testSet.database,
    forwarding: withoutRecords(context.forwarding),
    lookup: { testSet },
  };
  contexts.set(testSet, made);
  return made;
}

/** The same, unless the VIN among the parameters is reserved for an error, which is thrown. */
export async function testLookup(context: Context, params: unknown): Promise<Context> {
  const { vin } = (params ?? {}) as { readonly vin?: string };
  const reserved = vin === undefined ? undefined : reservedError(context, vin.toUpperCase());
  if (reserved) throw reserved;
  return testContext(context);
}
