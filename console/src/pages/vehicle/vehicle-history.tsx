import { t } from "../../base/language/language.ts";
import { type AuctionRecord, eventsOf, historyFinding, type SaleRecord } from "./events.ts";
import { History } from "./history.tsx";
import { Odometer } from "./odometer.tsx";
import { PaidSection } from "./paid-section.tsx";
import type { LookupState, VinCalls } from "./use-vin-calls.ts";

/** The lookups of a VIN's history: auctions, then sales. */
export const historyPaths = (vin: string): readonly [string, string] => [
  `/auction/${vin}`,
  `/saleshistory/${vin}`,
];

interface VehicleHistoryProps {
  readonly calls: VinCalls;
  /** Whether the full report is open. */
  readonly all: boolean;
}

/** The section with the auctions and sales of a vehicle, and what they show of its odometer. */
export function VehicleHistory({ calls, all }: VehicleHistoryProps) {
  const paths = historyPaths(calls.vin);
  // Those that the plan lacks have no lookup.
  const covered = paths.filter(calls.covers);
  const stateOf = (found: readonly LookupState[], path: string) => found[covered.indexOf(path)];
  const auctionsIn = (found: readonly LookupState[]) => stateOf(found, paths[0])?.data;
  const salesIn = (found: readonly LookupState[]) => salesOf(stateOf(found, paths[1]));
  const eventsIn = (found: readonly LookupState[]) =>
    eventsOf((auctionsIn(found) as readonly AuctionRecord[] | null) ?? [], salesIn(found));
  return (
    <PaidSection
      calls={calls}
      all={all}
      title={t("History")}
      note={t("Recorded auctions and sales with photos.")}
      paths={paths}
      finding={(found) => historyFinding(eventsIn(found))}
    >
      {(found) => (
        <History events={eventsIn(found)}>
          <Odometer auctions={auctionsIn(found)} sales={salesIn(found)} />
        </History>
      )}
    </PaidSection>
  );
}

const salesOf = (sales: LookupState | undefined) =>
  (sales?.data as { sales_history?: readonly SaleRecord[] } | null)?.sales_history ?? [];
