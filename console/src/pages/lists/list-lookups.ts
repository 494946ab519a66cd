import { useQuery } from "@tanstack/react-query";
import type { ReportOptions } from "../../../../sdk/typescript/src/index.ts";
import { useOwnKey } from "../../api/own-key.ts";
import { apis } from "../../api/queries.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";

/** The lookups of VINs that a list can make, in the order of the page of a vehicle. */
const families = [
  "vin-decoder",
  "oem-vin-decode",
  "auction",
  "saleshistory",
  "market-valuation",
  "repair-estimates",
  "open-recall",
  "lien",
] as const satisfies ReportOptions["families"];

export interface Lookup {
  readonly id: (typeof families)[number];
  readonly name: string;
  /** Whether it describes the vehicle; the others have records of it. */
  readonly isDecoder: boolean;
}

/** Those of the user's plan; all while its contents load. */
export function useListLookups(): readonly Lookup[] {
  const { subscription, coverage } = useOwnKey();
  const names = useQuery(apis).data?.items ?? [];
  return families
    .filter((id) => (subscription && coverage?.(id)(subscription)) ?? true)
    .map((id) => ({
      id,
      name: sentText(names.find((one) => one.id === id)?.display_name ?? id),
      isDecoder: id === "vin-decoder" || id === "oem-vin-decode",
    }));
}

interface Part {
  readonly status: number;
  readonly data?: unknown;
  readonly error: { readonly code: string } | null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A part of a report in a cell: its records, counted where it lists them, or why there are none. */
export function partCell(part: Part | undefined): string {
  if (!part?.data) return !part || part.status === 404 ? t("none") : (part.error?.code ?? "");
  const { data } = part;
  const list = isObject(data) ? Object.values(data).find(Array.isArray) : data;
  return Array.isArray(list) ? String(list.length) : t("found");
}

/** What the vehicle is, by the first part that describes it. */
export function vehicleOf(parts: readonly unknown[]): Readonly<Record<string, unknown>> {
  const named = parts.filter(isObject).map((data) => (isObject(data.basic) ? data.basic : data));
  return named.find(({ make }) => make) ?? {};
}
