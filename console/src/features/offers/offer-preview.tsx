import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { count, day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { isEmpty, type Typed, wholeFault, wholeNumber } from "../../base/typed-numbers.ts";
import { Field, Select } from "../../parts/field.tsx";
import { WholeField } from "../../parts/number-field.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { countColumn, Table } from "../../parts/table.tsx";
import { useSettled } from "../../parts/use-settled.ts";
import type { Terms } from "./offer-words.ts";

type Preview = Schemas["OfferPreview"];
type Period = Preview["periods"][number];

interface Request {
  readonly terms: Terms;
  readonly startsOn: string;
  readonly zone: string;
  readonly used: number;
}

const previewOf = (productId: string, { terms, startsOn, zone, used }: Request) =>
  dataOf(
    api.POST("/products/{id}/offer/preview", {
      params: { path: { id: productId } },
      body: { offer: { ...terms, packages: [] }, starts_on: startsOn, time_zone: zone, credits_used: used },
    }),
  );

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zones that the browser supports, with the reader's. */
function zones(): readonly string[] {
  return [...new Set(["UTC", ownZone(), ...Intl.supportedValuesOf("timeZone")])];
}

const today = () => new Date().toISOString().slice(0, 10);

interface OfferPreviewProps {
  readonly productId: string;
  /** The terms of the draft; undefined while a field has a fault. */
  readonly draft: Terms | undefined;
}

/** What the draft charges and grants in the next periods, as the service computes it. */
export function OfferPreview({ productId, draft }: OfferPreviewProps) {
  const [startsOn, setStartsOn] = useState(today);
  const [zone, setZone] = useState(ownZone);
  const [used, setUsed] = useState<Typed>(() => Math.floor((draft?.credits ?? 0) * 0.8));
  const request =
    draft && startsOn !== "" && !isEmpty(used) && !wholeFault(used)
      ? { terms: draft, startsOn, zone, used: wholeNumber(used) ?? 0 }
      : undefined;
  const shown = useSettled(request, JSON.stringify(request), 300);
  const query = useQuery({
    queryKey: ["offers", productId, "preview", shown],
    queryFn: () => previewOf(productId, shown!),
    enabled: shown !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title={t("Next 12 periods")}
      note={t("Computed by the rules that renewals use, for one subscription. Nothing is stored.")}
    >
      <div className="filters">
        <Field label={t("Starts on")} type="date" value={startsOn} required change={setStartsOn} />
        <Select label={t("Time zone")} value={zone} options={zones()} change={setZone} />
        <WholeField label={t("Credits used per period")} value={used} change={setUsed} />
      </div>
      {shown && (
        <Loaded query={query} what={t("Could not compute the periods")} rows={0}>
          {(preview) => <Periods preview={preview} request={shown} />}
        </Loaded>
      )}
    </Section>
  );
}

function Periods({ preview, request }: { preview: Preview; request: Request }) {
  const { periods } = preview;
  const { currency } = request.terms;
  const days = (at: string | null) => (at === null ? <span className="soft">{t("none")}</span> : day(at));
  return (
    <>
      <p className="sumup note">
        <b>
          {t("{price} in {periods, plural, one {# period} other {# periods}}.", {
            price: price(preview.price_minor, currency),
            periods: periods.length,
          })}
        </b>{" "}
        {summary(preview, request)}
      </p>
      <Table
        caption={t("Preview of 12 periods")}
        className="nowraps"
        wide
        items={periods}
        keyOf={({ number }) => number}
        columns={[
          { head: t("Period"), cell: ({ number }) => number },
          { head: t("Starts"), cell: ({ starts_on }) => day(starts_on) },
          { head: t("Ends"), cell: ({ ends_on }) => day(ends_on) },
          { head: t("Charged"), cell: ({ charged_on }) => days(charged_on) },
          { head: t("Price"), cell: ({ price_minor }) => price(price_minor, currency), figures: true },
          countColumn(t("Credits"), (one: Period) => one.credits),
          { head: t("Expire"), cell: ({ expire_on }) => days(expire_on) },
          countColumn(t("Used"), (one: Period) => one.used),
          countColumn(t("Expired"), (one: Period) => one.expired),
          countColumn(t("Left"), (one: Period) => one.left),
          ...(periods.some(({ beyond }) => beyond > 0)
            ? [countColumn(t("Beyond"), (one: Period) => one.beyond)]
            : []),
        ]}
      />
    </>
  );
}

/** What the periods come to, one sentence each. */
function summary({ periods, beyond_minor }: Preview, { terms, used, startsOn }: Request): string {
  const expired = periods.reduce((sum, one) => sum + one.expired, 0);
  const beyond = periods.reduce((sum, one) => sum + one.beyond, 0);
  const left = periods.at(-1)?.left ?? 0;
  const first = t(
    "With {used, plural, one {# credit} other {# credits}} used per period, {left} are left at the end{expired, plural, =0 {} other {, and # expire unused}}.",
    { used, left: count(left), expired },
  );
  const beyondText =
    terms.overage_minor === null
      ? t("{beyond} are beyond credits: Calls beyond credits return 402.", { beyond: count(beyond) })
      : t("{beyond} are beyond credits: {price} with the highest cap, and 402 without a cap.", {
          beyond: count(beyond),
          price: price(beyond_minor, terms.currency),
        });
  return [first, beyond > 0 && beyondText, shiftText(startsOn, periods)].filter(Boolean).join(" ");
}

/** `The 31st becomes 28 Feb, then 31 Mar again.`, if a month is too short for the day. */
function shiftText(startsOn: string, periods: readonly Period[]): string {
  const ordinal = Number(startsOn.slice(8));
  const dayOf = (date: string) => Number(date.slice(8, 10));
  const at = periods.findIndex(({ starts_on }) => dayOf(starts_on) < ordinal);
  const next = periods.slice(at).find(({ starts_on }) => dayOf(starts_on) === ordinal);
  const short = periods[at];
  if (!short || !next) return "";
  const text = (date: string) => day(date).replace(/ \d+$/, "");
  return t("The {ordinal}{ending, select, yes {st} other {th}} becomes {short}, then {next} again.", {
    ordinal,
    ending: ordinal === 31 ? "yes" : "no",
    short: text(short.starts_on),
    next: text(next.starts_on),
  });
}
