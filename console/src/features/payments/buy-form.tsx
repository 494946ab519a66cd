import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { asProblem, type Problem } from "../../api/problem.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { newId } from "../../base/new-id.ts";
import { periodWord } from "../../base/period-words.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmEmail } from "../../parts/confirm-email.tsx";
import { Notice } from "../../parts/notice.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { navigate, useSearchState } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { paymentPath } from "../../parts/side-paths.ts";
import { Failure } from "../../parts/states.tsx";
import { CostBox, type SumLine } from "../billing/change-sum.tsx";
import type { Plan } from "../billing/plan-queries.ts";
import { datesIn, type ZoneDates } from "../billing/zone-dates.ts";
import type { Tax } from "../papers/paper-queries.ts";
import { taxText } from "../papers/paper-words.ts";
import { BilledTo } from "./billed-to.tsx";
import { MethodChoice } from "./method-choice.tsx";
import { type Method, type Payment, type Quote, useRefreshed, type Wanted } from "./payment-queries.ts";
import { searchOf } from "./wanted.ts";

interface BuyProps {
  readonly quote: Quote;
  readonly plan: Plan;
  readonly wanted: Wanted;
  showCurrent(): Promise<unknown>;
}

/** The receipt before it is paid: lines, tax with its reason, credits, and the button with the sum. */
export function BuyForm({ quote, plan, wanted, showCurrent }: BuyProps) {
  const { search } = useSearchState();
  const asked = quote.methods.find((one) => one === search.method);
  const [method, setMethod] = useState<Method>(asked ?? quote.methods[0] ?? "transfer");
  const [id] = useState(() => newId("console"));
  const [problem, setProblem] = useState<Problem>();
  const refreshed = useRefreshed();
  const dates = datesIn(plan.time_zone);
  const sum = price(quote.minor, quote.currency);
  const pay = async () => {
    setProblem(undefined);
    let made: Payment;
    try {
      made = await dataOf(
        api.POST("/payments", {
          // A press that is repeated without a response has one effect.
          headers: { "idempotency-key": `${id}-${method}-${quote.minor}` },
          body: { ...wanted, minor: quote.minor, currency: quote.currency, method },
        }),
      );
    } catch (error) {
      return setProblem(asProblem(error));
    }
    if (method === "card" && made.checkout_url) return location.assign(made.checkout_url);
    await navigate(paymentPath(made.id), { search: searchOf(wanted) });
    void refreshed();
  };
  const show = async () => {
    await showCurrent();
    setProblem(undefined);
  };
  return (
    <>
      <Head
        title={
          quote.details_needed
            ? t("{nameOf}, {net} without VAT", {
                nameOf: nameOf(quote),
                net: price(quote.net_minor, quote.currency),
              })
            : t("{nameOf}, {sum} now", { nameOf: nameOf(quote), sum })
        }
      >
        {!quote.details_needed &&
          quote.tax.minor > 0 &&
          `${t("Incl. {vat} VAT.", { vat: price(quote.tax.minor, quote.currency) })} `}
        {t("Times are in {timeZone}.", { timeZone: plan.time_zone })}
      </Head>
      {!quote.details_needed && (
        <CostBox title={boxTitle(quote, plan, dates)} lines={linesOf(quote, method, dates)} />
      )}
      <ConfirmEmail />
      <BilledTo key={String(quote.details_needed)} changed={show} isNeeded={quote.details_needed} />
      {!quote.details_needed && <MethodChoice quote={quote} method={method} change={setMethod} />}
      {problem && <Refusal problem={problem} sum={sum} show={show} />}
      {!quote.details_needed && (
        <p className="actions note">
          <Button
            look="primary"
            className="btn-big"
            busy={t("Paying")}
            disabled={problem?.status === 409 && !isUnconfirmed(problem)}
            onPress={pay}
          >
            {method === "transfer" ? t("Order for {sum} by transfer", { sum }) : t("Pay {sum}", { sum })}
          </Button>
        </p>
      )}
      <p className="sm muted note">
        {!quote.details_needed && wayTexts[method]}{" "}
        {wanted.kind !== "package" && t("Cancel at any time: your credits stay until they expire.")}
      </p>
      {plan.period && plan.offer && wanted.kind === "plan" && (
        <p className="sm muted">
          {t("If the payment fails, you stay on {displayName} and nothing changes.", {
            displayName: plan.offer.display_name,
          })}
        </p>
      )}
    </>
  );
}

const wayTexts: Readonly<Record<Method, string>> = {
  saved: t("Your saved card is charged now."),
  card: t("You enter the card on the provider's page."),
  transfer: t("The next page has the reference of the transfer."),
};

/** `Growth`, or `5,000 credits`. */
function nameOf({ kind, text, credits }: Quote): string {
  if (kind === "package") return t("{credits, plural, one {# credit} other {# credits}}", { credits });
  return text.replace(/, \d{1,2} [A-Z][a-z]{2}( \d{4})? to .*$/, "");
}

/** How a plan goes on: what is paid each month or year, and from when. */
function boxTitle({ kind, product_id, minor, currency }: Quote, plan: Plan, dates: ZoneDates): string {
  const sum = price(minor, currency);
  const next = plan.changes.find((one) => one.product_id === product_id);
  if (kind !== "plan" || !next || next.price_every === "once") return t("{sum} now", { sum });
  const end = next.now?.ends_at;
  return t("{sum} now, then {day, select, none {} other {on {day} and }}each {period}", {
    sum,
    day: end ? dates.short(end) : "none",
    period: periodWord(next.price_every),
  });
}

function linesOf(quote: Quote, method: Method, dates: ZoneDates): readonly SumLine[] {
  const { text, net_minor, minor, currency, tax, credits, expires_at } = quote;
  // The service has no other categories than those that papers print.
  const vat = taxText(tax as Tax);
  return [
    [text, price(net_minor, currency)],
    [
      tax.reason ? (
        <>
          {vat}
          <span className="sub">{tax.reason}</span>
        </>
      ) : (
        vat
      ),
      price(tax.minor, currency),
    ],
    [method === "transfer" ? t("To be paid") : t("Paid now"), price(minor, currency), "total"],
    [
      method === "transfer" ? t("Credits you get when it has arrived") : t("Credits you get now"),
      `+${count(credits)}`,
      "rule",
    ],
    [t("They expire on"), expires_at ? dates.day(expires_at) : t("no day")],
  ];
}

/** Whether the payment waits for the customer's address: it can be pressed again once that is confirmed. */
const isUnconfirmed = ({ message }: Problem): boolean => message.startsWith("Confirm your email");

interface RefusalProps {
  readonly problem: Problem;
  readonly sum: string;
  show(): Promise<void>;
}

function Refusal({ problem, sum, show }: RefusalProps) {
  const { status, message } = problem;
  if (status === 0)
    return (
      <Notice isAlert title={<Mark outcome="blocked">{t("No response")}</Mark>}>
        {t("Press the button again: {sum} is charged once, since this purchase has one number.", { sum })}
      </Notice>
    );
  if (status !== 409) return <Failure error={problem} what={t("Could not start the payment")} />;
  return (
    <Notice
      isAlert
      title={
        <Mark outcome="blocked">
          {message.startsWith("You saw") ? t("The price has changed") : t("Not paid")}
        </Mark>
      }
      action={!isUnconfirmed(problem) && <Button onPress={show}>{t("Show current price")}</Button>}
    >
      {message}
    </Notice>
  );
}
