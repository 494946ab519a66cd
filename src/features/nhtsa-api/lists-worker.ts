import { errorFields } from "../../base/log.ts";
import { type Lists, readLists } from "../../vin/nhtsa/registry.ts";
import { allLists } from "./all-lists.ts";
import type { Format } from "./format.ts";
import type { VpicQuery } from "./list.ts";
import { type Result, writeResults } from "./results.ts";

declare const self: Worker;

/** The index of a list in `allLists`, its parameters, and the day on which codes must be public. */
export interface ListRequest {
  readonly list: number;
  readonly query: VpicQuery;
  readonly format: Format;
  readonly today: string;
}

/** A pack's registry comes before all requests. */
export type ListsTask =
  | { readonly kind: "registry"; readonly registry: Uint8Array }
  | { readonly kind: "request"; readonly id: string; readonly request: ListRequest };

export type ListAnswer =
  | { readonly id: string; readonly body: Uint8Array }
  | { readonly id: string; readonly error: string };

let lists: Lists | undefined;
const encoder = new TextEncoder();

function answer({ list: index, query, format, today }: ListRequest): Uint8Array<ArrayBuffer> {
  const list = allLists[index]!;
  const form = { element: list.element, columns: list.columns ?? Object.keys(list.row.shape) };
  const heading = { message: list.message, criteria: list.criteria?.(query) ?? null };
  const results = list.results(lists!, query, today) as readonly Result[];
  return encoder.encode(writeResults(format, form, heading, results));
}

self.onmessage = ({ data }: MessageEvent<ListsTask>): void => {
  if (data.kind === "registry") {
    lists = readLists(data.registry);
    return;
  }
  const { id, request } = data;
  try {
    const body = answer(request);
    self.postMessage({ id, body } satisfies ListAnswer, [body.buffer]);
  } catch (error) {
    self.postMessage({ id, error: String(errorFields(error).error) } satisfies ListAnswer);
  }
};
