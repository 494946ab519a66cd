import { useState } from "react";
import { messageOf } from "../../api/lookup.ts";
import { counted } from "../../base/format.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { pretty } from "../../parts/json-view.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Plate } from "../../parts/plate.tsx";
import type { DecodedVin } from "../../parts/plate-parts.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { Source } from "../../parts/table.tsx";
import { DecodedFacts, Elements, vehicleName } from "./decoded.tsx";
import { type AuctionRecord, eventsOf, historyFinding, type SaleRecord } from "./events.ts";
import { History } from "./history.tsx";
import { PaidSection } from "./paid-section.tsx";
import { Liens, lienFinding, Recalls, recallFinding } from "./records.tsx";
import { Repairs, repairsOf } from "./repairs.tsx";
import { type LookupState, useLookups } from "./use-lookups.ts";
import { usePrice } from "./use-price.ts";
import { Value, valueFinding } from "./value.tsx";

interface VehicleProps {
  readonly vin: string;
  readonly ownKey: string | undefined;
  /** Called after a call that can be charged. */
  onCall(): void;
}

const pathsOf = (vin: string) => ({
  history: [`/auction/${vin}`, `/saleshistory/${vin}`],
  value: [`/market-valuation/${vin}`],
  repairs: [`/repair-estimates/${vin}`],
  recalls: [`/open-recall/${vin}`],
  liens: [`/lien/${vin}`],
});

/** A vehicle: its decoded VIN and sections that are charged when they are opened. */
export function Vehicle({ vin, ownKey, onCall }: VehicleProps) {
  const decodePath = `/oem-vin-decode/${vin}?explain=true`;
  const { lookups, ready, failed, retry } = useLookups([decodePath], ownKey);
  const [all, setAll] = useState(false);
  const price = usePrice();
  const paths = pathsOf(vin);
  const result = lookups[0]?.result;
  const decoded = lookups[0]?.data as DecodedVin | null | undefined;
  usePageTitle(decoded ? vehicleName(decoded) : vin);
  if (failed !== undefined) return <Failure error={failed} what="Could not decode the VIN" retry={retry} />;
  if (!ready || !result) return <Skeleton rows={6} />;
  if (!decoded) return <Empty title="VIN not found">{messageOf(result)} Nothing was charged.</Empty>;
  const section = { ownKey, all, onCall };
  const openAll = () => {
    setAll(true);
    onCall();
  };
  return (
    <>
      <Head
        title={vehicleName(decoded)}
        actions={
          <>
            <Button onPress={openAll} disabled={all}>
              Get full report ({price(Object.values(paths).flat())})
            </Button>
            <Button onPress={() => copyText(pretty(result.body), "JSON copied")}>Copy as JSON</Button>
          </>
        }
      >
        Decoded from <Source name={result.source ?? ""} /> for {price([decodePath])}. Other sections are
        charged when you open them.
      </Head>
      <div className="veh-p">
        <Plate decoded={decoded} />
      </div>
      <Section title="Decoded from the VIN">
        <DecodedFacts decoded={decoded} />
        <Elements decoded={decoded} />
      </Section>
      <PaidSection
        {...section}
        title="History"
        note="Recorded auctions and sales with photos."
        paths={paths.history}
        finding={(found) => historyFinding(events(found))}
      >
        {(found) => <History events={events(found)} />}
      </PaidSection>
      <MarketValue {...section} path={paths.value[0] ?? ""} />
      <PaidSection
        {...section}
        title="Repair costs"
        note="Parts and labor of common repairs, low to high."
        paths={paths.repairs}
        finding={([one]) => `Costs of ${counted(repairsOf(one?.data).length, "repair")}`}
      >
        {([one]) => <Repairs data={one?.data} />}
      </PaidSection>
      <div className="cols">
        <PaidSection
          {...section}
          className="c7"
          title="Recalls"
          note="Recall campaigns, open and done."
          paths={paths.recalls}
          finding={([one]) => recallFinding(one?.data)}
        >
          {([one]) => <Recalls data={one?.data} />}
        </PaidSection>
        <PaidSection
          {...section}
          className="c5"
          title="Liens"
          note="Recorded liens on the title."
          paths={paths.liens}
          finding={([one]) => lienFinding(one?.data)}
        >
          {([one]) => <Liens data={one?.data} />}
        </PaidSection>
      </div>
    </>
  );
}

function events([auctions, sales]: readonly LookupState[]) {
  const listed = (sales?.data as { sales_history?: readonly SaleRecord[] } | null)?.sales_history;
  return eventsOf((auctions?.data as readonly AuctionRecord[] | null) ?? [], listed ?? []);
}

type MarketValueProps = Pick<VehicleProps, "ownKey" | "onCall"> & {
  readonly path: string;
  readonly all: boolean;
};

function MarketValue({ path, ...section }: MarketValueProps) {
  const [miles, setMiles] = useState<string>();
  return (
    <PaidSection
      key={miles ?? "first"}
      {...section}
      all={section.all || miles !== undefined}
      title="Market value"
      note="Sales of comparable vehicles in the last year."
      paths={[miles === undefined ? path : `${path}?mileage=${encodeURIComponent(miles)}`]}
      finding={([one]) => valueFinding(one?.data)}
    >
      {([one]) => <Value data={one?.data} path={path} ownKey={section.ownKey} update={setMiles} />}
    </PaidSection>
  );
}
