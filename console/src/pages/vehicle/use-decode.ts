import { useState } from "react";
import { decoders } from "../../api/own-key.ts";
import type { DecodedVin } from "../../parts/plate-parts.ts";
import { useDecoders } from "./use-decoders.ts";
import { useLookups, type VinCalls } from "./use-vin-calls.ts";

/** The basic decoder explains each value, and lists them nowhere else. */
function withElements(data: DecodedVin): DecodedVin {
  const { explanation } = data;
  const elements = explanation?.elements.map((one) => ({ ...one, group: "" }));
  return {
    ...data,
    positions: data.positions ?? explanation?.positions ?? [],
    elements: data.elements ?? elements ?? [],
  } as DecodedVin;
}

/**
 * The decode of a VIN by a decoder of the plan: one that was paid for, else the cheapest, and on request the one with
 * most values.
 */
export function useDecode(calls: VinCalls, asked: boolean) {
  const [pressed, setPressed] = useState<"cheapest" | "fullest">();
  const own = useDecoders();
  const pathOf = (api: string | undefined) => api && `/${api}/${calls.vin}?explain=true`;
  const paid = decoders.map(pathOf).find((path) => path && calls.receipts.has(path));
  const fullest = pathOf(own.fullest);
  const path = pressed === "fullest" ? fullest : (paid ?? pathOf(own.cheapest));
  const made = useLookups(calls, path ? [path] : [], asked || pressed !== undefined);
  const [lookup] = made.lookups;
  const data = lookup?.data as DecodedVin | null | undefined;
  return {
    ...made,
    /** Undefined if the plan has no decoder. */
    path,
    result: lookup?.result,
    /** Null if the VIN is unknown. */
    decoded: data && withElements(data),
    /** The path of the decoder with more values than the one that answered. */
    fuller: paid === fullest || path === fullest ? undefined : fullest,
    start: () => setPressed("cheapest"),
    startFuller: () => setPressed("fullest"),
  };
}
