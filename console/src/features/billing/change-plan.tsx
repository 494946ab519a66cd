import { Suspense, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { count, counted } from "../../base/format.ts";
import { price, shortPrice } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { May } from "../../parts/may.tsx";
import { pageParts, type StartPart } from "../../parts/page-parts.ts";
import { Section } from "../../parts/section.tsx";
import { useTabList } from "../../parts/tab-list.ts";
import { everyText } from "../offers/offer-words.ts";
import { CostBox, Sum, type SumLine } from "./change-sum.tsx";
import type { Grant, Plan, PossibleChange } from "./plan-queries.ts";
import { creditsLeft } from "./plan-words.ts";
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
  const possible = plan.changes.filter(({ now, period_end }) => now || period_end);
  if (possible.length === 0) return null;
  const running = plan.period !== null;
  const first = possible.find(({ now }) => now);
  return (
    <Section
      title={running ? "Change plan" : "Start a plan"}
      note={
        running
          ? "A larger plan can start now, at its full price. A smaller plan starts when the period ends. Credits that are left stay until they expire."
          : "A plan starts now, at its full price. Credits that are left stay until they expire."
      }
    >
      <div className="offers">
        {possible.map((change) => (
          <div className="offer" key={change.product_id}>
            <h3>{change.display_name}</h3>
            <p className="amount">
              {shortPrice(change.price_minor, change.currency)}
              <small>{everyText(change.price_every)}</small>
            </p>
            <p className="sm muted">
              {counted(change.credits, "credit")} {everyText(change.credits_every)}.{" "}
              {noteOf(change.product_id)}
            </p>
            <Options plan={plan} grants={grants} dates={dates} change={change} isFirst={change === first} />
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
        aria-label={`When ${change.display_name} starts`}
        ref={list}
      >
        <button {...tab(0)}>Start now</button>
        <button {...tab(1)}>Start on {dates.short(end.at)}</button>
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

const thenLine = (
  { price_every, price_minor, currency }: PossibleChange,
  from: string,
): readonly SumLine[] =>
  price_every === "once" ? [] : [[`Then, ${from}each ${price_every}`, price(price_minor, currency), "rule"]];

const AsItIs = ({ children }: StartPart) => children;

function StartNow({ plan, grants, dates, change, isFirst }: OptionProps) {
  const [seen, setSeen] = useState<PossibleChange>();
  const { run, fault } = usePlanChange();
  const { display_name: name, currency, credits } = change;
  const sum = price(change.now!.price_minor, currency);
  const isPrepaid = plan.payment === "prepaid";
  const left = creditsLeft(grants);
  const { ends_at } = change.now!;
  const period: SumLine = [`${name}, ${dates.span(Date.now(), ends_at)}`, sum];
  const from = change.price_every === "month" && ends_at ? `on ${dates.short(ends_at)} and ` : "";
  const lines: readonly SumLine[] = [
    period,
    [isPrepaid ? "Credits you get when it is paid" : "Credits you get now", `+${count(credits)}`],
    ["Credits you keep until they expire", count(left), "rule"],
    ["Credits after the change", count(left + credits), "total"],
    ...thenLine(change, from),
  ];
  const current = plan.period && plan.offer;
  const [Start = AsItIs] = pageParts().flatMap(({ startPlan = [] }) => startPlan);
  const verb = current ? "Change to" : plan.offer?.product_id === change.product_id ? "Restart" : "Start";
  const start = () => setSeen(change);
  const label = `${verb} ${name} (${sum} now)`;
  return (
    <>
      <CostBox title={`${sum} now`} lines={lines} />
      {plan.period?.ends_at && (
        <p className="xs muted">
          The period until {dates.short(plan.period.ends_at)} ends now and is not refunded. Its credits keep
          their dates.
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
          title={`${verb} ${name} now`}
          action={`${verb} ${name} for ${sum}`}
          act={() => run(() => send(plan, seen, "now"), `${name} has started`)}
          close={() => setSeen(undefined)}
        >
          <Sum caption="What it costs now" lines={[period, ["Due now", sum, "total"]]} />
          <p className="sm">
            {isPrepaid ? "When it is paid, you get" : "You get"} <b>{counted(credits, "credit")}</b>. Your{" "}
            {counted(left, "credit")} stay until they expire.
          </p>
          {current && (
            <p className="sm muted">If it fails, you stay on {current.display_name} and nothing changes.</p>
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
  const [sum, nothing, date] = [price(price_minor, currency), price(0, currency), dates.short(at)];
  const isScheduled = plan.change?.product_id === change.product_id;
  const title = `${nothing} now, ${sum} on ${date}`;
  const lines: readonly SumLine[] = [
    ["Now", nothing],
    ...(change.now || !plan.offer
      ? []
      : [[`${plan.offer.display_name} stays until ${dates.day(at)}`, nothing] as const]),
    [`${name}, from ${dates.day(at)}`, sum],
    ["Credits you keep until they expire", count(creditsLeft(grants)), "rule"],
    [`Credits you get on ${date}`, `+${count(credits)}`],
    ...thenLine(change, ""),
  ];
  const schedule = () => run(() => send(plan, change, "period_end"), `${name} starts on ${date}`);
  return (
    <>
      <CostBox title={title} lines={lines} />
      {fault}
      <p className="actions note">
        <Button
          permission="plans.change"
          onPress={schedule}
          unavailable={
            isScheduled && `Already scheduled. Press Keep ${plan.offer?.display_name} above to undo it.`
          }
        >
          {isScheduled ? `Scheduled for ${date}` : `Change to ${name} on ${date} (${sum})`}
        </Button>
      </p>
    </>
  );
}
