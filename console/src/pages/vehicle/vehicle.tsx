import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/lookup.ts";
import { listed } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { pretty } from "../../parts/json-view.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { usePageTitle } from "../../parts/page-title.ts";
import { Plate } from "../../parts/plate.tsx";
import { apiOf } from "../../parts/policy-words.ts";
import { Link, useSearchState } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Failure, Skeleton } from "../../parts/states.tsx";
import { isSynthetic, Source } from "../../parts/table.tsx";
import { useSums } from "../../parts/use-sums.ts";
import { VinText } from "../../parts/vin-text.tsx";
import { DecodedFacts, Elements, vehicleName } from "./decoded.tsx";
import { PaidSection } from "./paid-section.tsx";
import { Liens, lienFinding, Recalls, recallFinding } from "./records.tsx";
import { Repairs, repairsOf } from "./repairs.tsx";
import { useDecode } from "./use-decode.ts";
import { useLookups, useVinCalls, type VinCalls } from "./use-vin-calls.ts";
import { Value, valueFinding } from "./value.tsx";
import { historyPaths, VehicleHistory } from "./vehicle-history.tsx";

interface VehicleProps {
  readonly vin: string;
  /** Whether the user has just requested the decode. An address alone charges nothing. */
  readonly asked: boolean;
}

const pathsOf = (vin: string, miles: string | undefined) => ({
  history: historyPaths(vin),
  value: [valuePath(vin, miles)],
  repairs: [`/repair-estimates/${vin}`],
  recalls: [`/open-recall/${vin}`],
  liens: [`/lien/${vin}`],
});

const valuePath = (vin: string, miles: string | undefined) =>
  `/market-valuation/${vin}${miles === undefined ? "" : `?mileage=${encodeURIComponent(miles)}`}`;

/** A vehicle: its decoded VIN and sections that are charged when they are opened. */
export function Vehicle({ vin, asked }: VehicleProps) {
  const calls = useVinCalls(vin);
  return calls ? <Report calls={calls} asked={asked} /> : <Skeleton rows={6} />;
}

function Report({ calls, asked }: { calls: VinCalls; asked: boolean }) {
  const { vin, price } = calls;
  const { search } = useSearchState();
  const [all, setAll] = useState(false);
  const decode = useDecode(calls, asked);
  const { decoded, result } = decode;
  const paths = pathsOf(vin, search.miles);
  const found = useLookups(calls, Object.values(paths).flat().filter(calls.covers), false);
  const synthetic = [result, ...found.lookups.map((one) => one.result)].some((one) =>
    isSynthetic(one?.source),
  );
  usePageTitle(decoded ? vehicleName(decoded) : vin);
  if (decode.failed !== undefined)
    return <Failure error={decode.failed} what={t("Could not decode the VIN")} retry={decode.retry} />;
  if (decode.started && !result) return <Skeleton rows={6} />;
  if (decoded === null && result)
    return (
      <Empty title={t("VIN not found")}>
        {t("{messageOf} Nothing was charged.", { messageOf: messageOf(result) })}
      </Empty>
    );
  const section = { calls, all };
  const rest = calls.unpaid(Object.values(paths).flat()).filter(calls.covers);
  const fullReport = rest.length > 0 && !all && (
    <Button onPress={() => setAll(true)} disabled={!calls.key} unavailable={calls.unavailable}>
      {t("Get full report ({price})", { price: price(rest) })}
    </Button>
  );
  return (
    <>
      {decoded && result ? (
        <Head
          title={vehicleName(decoded)}
          actions={
            <>
              {fullReport}
              <Button onPress={() => copyText(pretty(result.body), t("JSON copied"))}>
                {t("Copy as JSON")}
              </Button>
            </>
          }
        >
          <T text="Decoded from {source}." source={<Source name={result.source ?? ""} short />} />{" "}
          {synthetic && <>{t("Records of demo are synthetic.")} </>}
          {t("What you paid for is shown again free for 24 hours.")}
        </Head>
      ) : (
        <Head
          title={<VinText vin={vin} />}
          actions={
            decode.path && (
              <Button
                look="primary"
                onPress={decode.start}
                disabled={!calls.key}
                unavailable={calls.unavailable}
              >
                {t("Decode VIN ({price})", { price: price([decode.path]) })}
              </Button>
            )
          }
        >
          {decode.path
            ? t("Nothing was charged. What you pay for is shown again free for 24 hours.")
            : t("Your plan has no VIN decoder. What you pay for is shown again free for 24 hours.")}
        </Head>
      )}
      <div className="veh-p">
        <Plate vin={vin} decoded={decoded ?? undefined} first={decoded ? 1 : 2} />
      </div>
      {decoded && (
        <Section title={t("Decoded from the VIN")}>
          <DecodedFacts decoded={decoded} />
          <Elements decoded={decoded} />
          {decode.fuller && (
            <p className="actions note">
              <Button onPress={decode.startFuller} disabled={!calls.key}>
                {t("Get all values ({price})", { price: price([decode.fuller]) })}
              </Button>
            </p>
          )}
        </Section>
      )}
      <VehicleHistory {...section} />
      <MarketValue {...section} path={paths.value[0] ?? ""} miles={search.miles} />
      <PaidSection
        {...section}
        title={sectionTitles.repairs}
        note={t("Parts and labor of common repairs, low to high.")}
        paths={paths.repairs}
        finding={([one]) =>
          t("Costs of {repairsOf, plural, one {# repair} other {# repairs}}", {
            repairsOf: repairsOf(one?.data).length,
          })
        }
      >
        {([one]) => <Repairs data={one?.data} />}
      </PaidSection>
      <div className="cols">
        <PaidSection
          {...section}
          className="c7"
          title={sectionTitles.recalls}
          note={t("Recall campaigns, open and done.")}
          paths={paths.recalls}
          finding={([one]) => recallFinding(one?.data)}
        >
          {([one]) => <Recalls data={one?.data} />}
        </PaidSection>
        <PaidSection
          {...section}
          className="c5"
          title={sectionTitles.liens}
          note={t("Recorded liens on the title.")}
          paths={paths.liens}
          finding={([one]) => lienFinding(one?.data)}
        >
          {([one]) => <Liens data={one?.data} />}
        </PaidSection>
      </div>
      <NotInPlan calls={calls} paths={paths} />
    </>
  );
}

const sectionTitles = {
  history: t("History"),
  value: t("Market value"),
  repairs: t("Repair costs"),
  recalls: t("Recalls"),
  liens: t("Liens"),
} as const;

/** The sections that the plan lacks. */
function NotInPlan({ calls, paths }: { calls: VinCalls; paths: ReturnType<typeof pathsOf> }) {
  const missing = (Object.keys(sectionTitles) as (keyof typeof sectionTitles)[]).filter(
    (one) => !paths[one].some(calls.covers),
  );
  const apis = missing.flatMap((one) => paths[one].map((path) => apiOf(path)));
  const planWith = pageParts().find((parts) => parts.planWith)?.planWith;
  const { data: plan } = useQuery({
    queryKey: ["pricing", "with", apis],
    queryFn: async () => (await planWith?.(apis)) ?? null,
    enabled: planWith !== undefined && missing.length > 0,
    retry: false,
  });
  const sums = useSums();
  if (missing.length === 0) return null;
  return (
    <Section title={t("Not in your plan")}>
      <p>{listed(missing.map((one) => sectionTitles[one]))}</p>
      {plan && (
        <p className="muted">
          {t("In {name}: {credits}, {price} {every}.", {
            ...plan,
            price: sums.button(plan.price_minor, plan.currency),
          })}
        </p>
      )}
      <p className="actions note">
        <Link className="btn" to="/billing#plan">
          {t("Compare plans")}
        </Link>
      </p>
    </Section>
  );
}

interface MarketValueProps {
  readonly calls: VinCalls;
  readonly all: boolean;
  readonly path: string;
  /** The mileage of the address. */
  readonly miles: string | undefined;
}

function MarketValue({ path, miles, all, calls }: MarketValueProps) {
  const { change } = useSearchState();
  const [updated, setUpdated] = useState<string>();
  const update = (changed: string) => {
    setUpdated(changed);
    change({ miles: changed });
  };
  return (
    <PaidSection
      key={miles ?? "first"}
      calls={calls}
      all={all || (miles !== undefined && updated === miles)}
      title={sectionTitles.value}
      note={t("Sales of comparable vehicles in the last year.")}
      paths={[path]}
      finding={([one]) => valueFinding(one?.data)}
    >
      {([one]) => (
        <Value data={one?.data} path={valuePath(calls.vin, undefined)} calls={calls} update={update} />
      )}
    </PaidSection>
  );
}
