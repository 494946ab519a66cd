import { errorFields } from "../../../base/log.ts";
import type { Context } from "../../../calls/context.ts";
import type { Check, Inspected } from "../../../running/check.ts";
import { inspectedService } from "../checks/check-service.ts";
import { type FoundItem, nodeItems } from "./node-findings.ts";

/** Everything that needs a person now. */
export interface Collected {
  readonly items: readonly FoundItem[];
  /** The names of checks whose items could not be read. */
  readonly unread: readonly string[];
  /** What is absent has gone: nothing was unreadable, and each node has run the doctor. */
  readonly isComplete: boolean;
}

export async function collectItems(context: Context): Promise<Collected> {
  const inspected = inspectedService(context);
  const ofNodes = await nodeItems(context.database);
  const { checks } = context.inspection;
  const read = await Promise.all(checks.map((check) => readItems(context, check, inspected)));
  const unread = checks.filter((_, index) => read[index] === undefined).map(({ name }) => name);
  return {
    items: [...read.flatMap((items) => items ?? []), ...ofNodes.items],
    unread,
    isComplete: ofNodes.isComplete && unread.length === 0,
  };
}

/** Undefined if they cannot be read: the others are shown. */
async function readItems(
  { log }: Context,
  { name, items }: Check,
  inspected: Inspected,
): Promise<readonly FoundItem[] | undefined> {
  try {
    return (await items?.(inspected))?.map((item) => ({ ...item, node: null })) ?? [];
  } catch (error) {
    log.warn("cannot read what needs a person", { check: name, ...errorFields(error) });
    return undefined;
  }
}
