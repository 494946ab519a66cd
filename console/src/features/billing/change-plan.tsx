import { Suspense, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price, shortPrice } from "../../base/money.ts";
import { periodWord } from "../../base/period-words.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { May } from "../../parts/may.tsx";
import { NotSold } from "../../parts/not-sold.tsx";
import { pageParts, type StartPart } from "../../parts/page-parts.ts";
import { Section } from "../../parts/section.tsx";
import { useTabList } from "../../parts/tab-list.ts";
import { type SumParts, type Sums, useSums } from "../../parts/use-sums.ts";
import { everyText } from "../offers/offer-words.ts";
import { CostBox, Sum, type SumLine } from "./change-sum.tsx";
import type { Grant, Plan, PossibleChange } from "./plan-queries.ts";
import { creditsLeft, isUnsold, offerPrice } from "./plan-words.ts";
import { usePlanChange } from "./use-plan-change.tsx";
import type { ZoneDates } from "./zone-dates.ts";

interface ChangeProps {
  readonly plan: Plan;
  readonly grants: readonly Grant[];
  readonly dates: ZoneDates;
  /** The description of a product. */
  noteOf(productId: string): string | undefined;
}

/** The plans that the subscription can change to, each with its price. */
export function ChangePlan({ plan, grants, dates, noteOf }: ChangeProps) {
  const { offer } = plan;
  const possible = plan.changes.filter((change) => change.now || change.period_end || isUnsold(plan, change));
  if (possible.length === 0) return null;
  const running = plan.period !== null;
  const first = possible.find(({ now }) => now);
  // Whoever comes back takes the version of new customers.
  const sold = plan.changes.find(({ product_id }) => product_id === offer?.product_id);
  const isOlder = offer && sold && sold.offer_version > offer.offer_version;
  return (
    <Section
      title={running ? t("Change plan") : t("Start a plan")}
      note={
        running
          ? t(
              "A larger plan can start now, at its full price. A smaller plan starts when the period ends. Credits that are left stay until they expire.",
            )
          : t("A plan starts now, at its full price. Credits that are left stay until they expire.")
      }
    >
      {running && isOlder && offerPrice(sold) !== offerPrice(offer) && (
        <p>
          {t("You pay {was} for {name}. New customers pay {is}, and so do you if you change and come back.", {
            was: offerPrice(offer),
            name: offer.display_name,
            is: offerPrice(sold),
          })}
        </p>
      )}
      <div className="offers">
        {possible.map((change) => (
          <div className="offer" key={change.product_id}>
            <h3>{change.display_name}</h3>
            <p className="amount">
              {shortPrice(change.price_minor, change.currency)}
              <small>{everyText(change.price_every)}</small>
            </p>
            <p className="sm muted">
              {t("{credits, plural, one {# credit} other {# credits}}", { credits: change.credits })}{" "}
              {everyText(change.credits_every)}. {noteOf(change.product_id)}
            </p>
            {isUnsold(plan, change) ? (
              <NotSold />
            ) : (
              <Options plan={plan} grants={grants} dates={dates} change={change} isFirst={change === first} />
            )}
          </div>
        ))}
      </div>
    </Section>
  );
}

interface OptionProps {
  readonly plan: Plan;
  readonly grants: readonly Grant[];
  readonly dates: ZoneDates;
  readonly change: PossibleChange;
  /** Whether its button is the page's first. */
  readonly isFirst: boolean;
}

/** One or both times at which a change can start. */
function Options(props: OptionProps) {
  const { change, dates } = props;
  const { tab, panel, list, selected } = useTabList<HTMLDivElement>(2);
  const { now, period_end: end } = change;
  if (!now || !end) return <div>{now ? <StartNow {...props} /> : <StartLater {...props} />}</div>;
  return (
    <div>
      <div
        className="tabs tabs-row"
        role="tablist"
        aria-label={t("When {displayName} starts", { displayName: change.display_name })}
        ref={list}
      >
        <button {...tab(0)}>{t("Start now")}</button>
        <button {...tab(1)}>{t("Start on {short}", { short: dates.short(end.at) })}</button>
      </div>
      <div {...panel}>{selected === 0 ? <StartNow {...props} /> : <StartLater {...props} />}</div>
    </div>
  );
}

/** Sends the change with the price that the reader saw. Sent twice, it is refused: the plan has changed by then. */
const send = (
  { subscription_id: id }: Plan,
  { product_id, price_minor, currency, offer_version }: PossibleChange,
  when: "now" | "period_end",
) =>
  dataOf(
    api.POST("/subscriptions/{id}/plan", {
      params: { path: { id } },
      body: { product_id, when, price_minor, currency, offer_version },
    }),
  );

function thenLine(change: PossibleChange, day: string, sums: Sums): readonly SumLine[] {
  const { price_every, price_minor, currency } = change;
  if (price_every === "once") return [];
  const period = periodWord(price_every);
  const text = t("Then, {day, select, none {} other {on {day} and }}each {period}", { day, period });
  return [[text, sums.sum(price_minor, currency), "rule"]];
}

/** What is charged: its net price, and the tax below it if there is any. */
function chargedLines(text: string, netMinor: number, currency: string, parts: SumParts | undefined) {
  const net: SumLine = [text, price(netMinor, currency)];
  const lines: readonly SumLine[] = parts && netMinor > 0 ? [net, [parts.taxText, parts.tax]] : [net];
  return lines;
}

const AsItIs = ({ children }: StartPart) => children;

function StartNow({ plan, grants, dates, change, isFirst }: OptionProps) {
  const [seen, setSeen] = useState<PossibleChange>();
  const { run, fault } = usePlanChange();
  const { display_name: name, currency, credits } = change;
  const sums = useSums();
  const net = change.now!.price_minor;
  const sum = sums.sum(net, currency);
  const parts = sums.parts(net, currency);
  const isPrepaid = plan.payment === "prepaid";
  const left = creditsLeft(grants);
  const { ends_at } = change.now!;
  const text = `${name}, ${dates.span(Date.now(), ends_at)}`;
  const first = change.price_every === "month" && ends_at ? dates.short(ends_at) : "none";
  const lines: readonly SumLine[] = [
    ...chargedLines(text, net, currency, parts?.isKnown ? parts : undefined),
    [isPrepaid ? t("Credits you get when it is paid") : t("Credits you get now"), `+${count(credits)}`],
    [t("Credits you keep until they expire"), count(left), "rule"],
    [t("Credits after the change"), count(left + credits), "total"],
    ...thenLine(change, first, sums),
  ];
  const current = plan.period && plan.offer;
  const [Start = AsItIs] = pageParts().flatMap(({ startPlan = [] }) => startPlan);
  const restarts = plan.offer?.product_id === change.product_id;
  const verb = current ? "change" : restarts ? "restart" : "start";
  const start = () => setSeen(change);
  const label = t(
    "{verb, select, change {Change to {name} ({sum} now)} restart {Restart {name} ({sum} now)} other {Start {name} ({sum} now)}}",
    { verb, name, sum: sums.button(net, currency) },
  );
  return (
    <>
      <CostBox title={t("{sum} now", { sum })} lines={lines} />
      {plan.period?.ends_at && (
        <p className="xs muted">
          {t("The period until {short} ends now and is not refunded. Its credits keep their dates.", {
            short: dates.short(plan.period.ends_at),
          })}
        </p>
      )}
      {fault}
      <p className="actions note">
        <Suspense>
          <May permission="plans.change">
            <Start plan={plan} change={change} label={label} isFirst={isFirst} start={start}>
              <Button look={isFirst ? "primary" : undefined} onPress={start}>
                {label}
              </Button>
            </Start>
          </May>
        </Suspense>
      </p>
      {seen && (
        <Dialog
          title={t(
            "{verb, select, change {Change to {name} now} restart {Restart {name} now} other {Start {name} now}}",
            { verb, name },
          )}
          action={t(
            "{verb, select, change {Change to {name} for {sum}} restart {Restart {name} for {sum}} other {Start {name} for {sum}}}",
            { verb, name, sum: parts?.gross ?? sum },
          )}
          act={() => run(() => send(plan, seen, "now"), t("{name} has started", { name }))}
          close={() => setSeen(undefined)}
        >
          <Sum
            caption={t("What it costs now")}
            lines={[
              ...chargedLines(text, net, currency, parts),
              [t("Due now"), parts?.gross ?? sum, "total"],
            ]}
          />
          <p className="sm">
            <T
              text="{isPrepaid, select, yes {When it is paid, you get} other {You get}} <b>{credits, plural, one {# credit} other {# credits}}</b>. Your {left, plural, one {# credit} other {# credits}} stay until they expire."
              isPrepaid={isPrepaid ? "yes" : "no"}
              credits={credits}
              left={left}
            />
          </p>
          {current && (
            <p className="sm muted">
              {t("If it fails, you stay on {displayName} and nothing changes.", {
                displayName: current.display_name,
              })}
            </p>
          )}
        </Dialog>
      )}
    </>
  );
}

function StartLater({ plan, grants, dates, change }: OptionProps) {
  const { run, fault } = usePlanChange();
  const { display_name: name, currency, credits } = change;
  const { at, price_minor } = change.period_end!;
  const sums = useSums();
  const [sum, nothing, date] = [sums.sum(price_minor, currency), price(0, currency), dates.short(at)];
  const isScheduled = plan.change?.product_id === change.product_id;
  const title = t("{nothing} now, {sum} on {date}", { nothing, sum, date });
  const lines: readonly SumLine[] = [
    [t("Now"), nothing],
    ...(change.now || !plan.offer
      ? []
      : [
          [
            t("{displayName} stays until {day}", {
              displayName: plan.offer.display_name,
              day: dates.day(at),
            }),
            nothing,
          ] as const,
        ]),
    [t("{name}, from {day}", { name, day: dates.day(at) }), sum],
    [t("Credits you keep until they expire"), count(creditsLeft(grants)), "rule"],
    [t("Credits you get on {date}", { date }), `+${count(credits)}`],
    ...thenLine(change, "none", sums),
  ];
  const schedule = () =>
    run(() => send(plan, change, "period_end"), t("{name} starts on {date}", { name, date }));
  return (
    <>
      <CostBox title={title} lines={lines} />
      {fault}
      <p className="actions note">
        <Button
          permission="plans.change"
          onPress={schedule}
          unavailable={
            isScheduled &&
            t("Already scheduled. Press Keep {displayName} above to undo it.", {
              displayName: plan.offer?.display_name,
            })
          }
        >
          {isScheduled
            ? t("Scheduled for {date}", { date })
            : t("Change to {name} on {date} ({sum})", {
                name,
                date,
                sum: sums.button(price_minor, currency),
              })}
        </Button>
      </p>
    </>
  );
}
