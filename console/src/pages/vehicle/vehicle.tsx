import { useState } from "react";
import { saidBy } from "../../api/lookup.ts";
import { counted } from "../../base/format.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { pretty } from "../../parts/json-view.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Plate } from "../../parts/plate.tsx";
import type { DecodedVin } from "../../parts/plate-parts.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { Elements, Told, vehicleName } from "./decoded.tsx";
import { type AuctionRecord, eventsOf, historyFinding, type SaleRecord } from "./events.ts";
import { History } from "./history.tsx";
import { Offer } from "./offer.tsx";
import { Liens, lienFinding, Recalls, recallFinding } from "./records.tsx";
import { Repairs, repairsOf } from "./repairs.tsx";
import type { Asked } from "./use-lookups.ts";
import { useLookups } from "./use-lookups.ts";
import { Value, valueFinding } from "./value.tsx";

interface VehicleProps {
  readonly vin: string;
  readonly ownKey: string | undefined;
  /** Something was asked that may have been charged. */
  answered(): void;
}

/** One vehicle: its VIN on a plate, then whatever more is asked of it. */
export function Vehicle({ vin, ownKey, answered }: VehicleProps) {
  const { asked, ready, failed, retry } = useLookups([`/oem-vin-decode/${vin}?explain=true`], ownKey);
  const [all, setAll] = useState(false);
  const got = asked[0]?.got;
  const decoded = asked[0]?.data as DecodedVin | null | undefined;
  usePageTitle(decoded ? vehicleName(decoded) : vin);
  if (failed !== undefined)
    return <Failure error={failed} what="The VIN could not be decoded" retry={retry} />;
  if (!ready || !got) return <Skeleton rows={6} />;
  if (!decoded)
    return <Empty title="No vehicle is known by this VIN">{saidBy(got)} Nothing was charged.</Empty>;
  const offer = { ownKey, all, answered };
  return (
    <>
      <Head
        title={vehicleName(decoded)}
        actions={
          <>
            <Button
              onPress={() => {
                setAll(true);
                answered();
              }}
              disabled={all}
            >
              Ask for everything (6 lookups)
            </Button>
            <Button onPress={() => copyText(pretty(got.body), "The decode is copied as JSON")}>
              Copy as JSON
            </Button>
          </>
        }
      >
        Decoded from <span className="tag">{got.source}</span> for {counted(1, "lookup")}. Everything below is
        asked only when you say so.
      </Head>
      <div className="veh-p">
        <Plate decoded={decoded} />
      </div>
      <Section title="What the VIN tells">
        <Told decoded={decoded} />
        <Elements decoded={decoded} />
      </Section>
      <Offer
        {...offer}
        title="What it has been through"
        note="Recorded auctions and sales, with photographs."
        paths={[`/auction/${vin}`, `/saleshistory/${vin}`]}
        finding={(found) => historyFinding(events(found))}
      >
        {(found) => <History events={events(found)} />}
      </Offer>
      <Valued {...offer} vin={vin} />
      <Offer
        {...offer}
        title="What repairs cost"
        note="Parts and labor of common repairs, low to high."
        paths={[`/repair-estimates/${vin}`]}
        finding={([one]) => `What ${repairsOf(one?.data).length} repairs cost`}
      >
        {([one]) => <Repairs data={one?.data} />}
      </Offer>
      <div className="cols">
        <Offer
          {...offer}
          className="c7"
          title="Recalls"
          note="Campaigns of this vehicle, open and done."
          paths={[`/open-recall/${vin}`]}
          finding={([one]) => recallFinding(one?.data)}
        >
          {([one]) => <Recalls data={one?.data} />}
        </Offer>
        <Offer
          {...offer}
          className="c5"
          title="Liens"
          note="What is recorded against its title."
          paths={[`/lien/${vin}`]}
          finding={([one]) => lienFinding(one?.data)}
        >
          {([one]) => <Liens data={one?.data} />}
        </Offer>
      </div>
    </>
  );
}

function events([auctions, sales]: readonly Asked[]) {
  const listed = (sales?.data as { sales_history?: readonly SaleRecord[] } | null)?.sales_history;
  return eventsOf((auctions?.data as readonly AuctionRecord[] | null) ?? [], listed ?? []);
}

type ValuedProps = Pick<VehicleProps, "vin" | "ownKey" | "answered"> & { readonly all: boolean };

function Valued({ vin, ...offer }: ValuedProps) {
  const path = `/market-valuation/${vin}`;
  const [miles, setMiles] = useState<string>();
  return (
    <Offer
      key={miles ?? "first"}
      {...offer}
      all={offer.all || miles !== undefined}
      title="What it is worth"
      note="What comparable vehicles sold for in the last year."
      paths={[miles === undefined ? path : `${path}?mileage=${encodeURIComponent(miles)}`]}
      finding={([one]) => valueFinding(one?.data)}
    >
      {([one]) => <Value data={one?.data} path={path} ownKey={offer.ownKey} ask={setMiles} />}
    </Offer>
  );
}
