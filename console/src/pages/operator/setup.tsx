import { useQuery } from "@tanstack/react-query";
import { type MoneySums, moneySums, monthSums, paymentSettings, pricedPlans } from "../../api/money.ts";
import { system } from "../../api/system.ts";
import { t } from "../../base/language/language.ts";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { useNow } from "../../parts/use-now.ts";
import { isSet } from "./section-lines.ts";

interface Step {
  readonly name: string;
  readonly text: string;
  readonly isDone: boolean;
  readonly to: string;
  /** The label of its button until it is done. */
  readonly action: string;
}

export type Steps = readonly Step[];

const hasArrived = (sums: MoneySums): boolean =>
  sums.some(({ state }) => state === "paid" || state === "refunded");

/** What is left until something can be sold. */
export interface SetUp {
  readonly isLoading: boolean;
  /** Undefined once money has arrived, and to roles that may not see it. */
  readonly steps: Steps | undefined;
}

export function useSetup(isAsked: boolean): SetUp {
  const { data: month, isLoading: isMonthLoading } = useQuery({
    ...monthSums(useNow(60_000)),
    enabled: isAsked,
  });
  // The sums of all time take long where much was sold, and the page has those of the month.
  const isUnsold = month !== undefined && !hasArrived(month);
  const { data: all, isLoading: isAllLoading } = useQuery({
    ...moneySums(),
    enabled: isAsked && isUnsold,
  });
  const isSold = !isUnsold || all === undefined || hasArrived(all);
  const enabled = isAsked && !isSold;
  const queries = [
    useQuery({ ...paymentSettings, enabled }),
    useQuery({ ...system, enabled }),
    useQuery({ ...pricedPlans, enabled }),
  ] as const;
  const [{ data: settings }, { data: state }, { data: plans }] = queries;
  const isLoading = isMonthLoading || isAllLoading || queries.some((query) => query.isLoading);
  if (!enabled || !settings || !state || !plans) return { isLoading, steps: undefined };
  const steps = stepsOf({
    seller: !settings.missing.includes("seller"),
    taxes: !settings.missing.includes("taxes"),
    payments: settings.payments !== "off" && settings.chosen_by !== null,
    mail: isSet(state, "SMTP_URL"),
    url: isSet(state, "PUBLIC_URL"),
    plan: plans.length > 0,
  });
  return { isLoading, steps: steps.every(({ isDone }) => isDone) ? undefined : steps };
}

function stepsOf(done: Readonly<Record<"seller" | "taxes" | "payments" | "mail" | "url" | "plan", boolean>>) {
  const steps: readonly Omit<Step, "isDone">[] = [
    {
      name: "seller",
      text: done.seller
        ? t("Seller: it is on every invoice.")
        : t("Seller: name, address and bank account, as every invoice has them."),
      to: "/settings/seller",
      action: t("Enter seller"),
    },
    {
      name: "taxes",
      text: done.taxes
        ? t("Taxes: they are on every invoice.")
        : t("Taxes: the rates of your country, and where else you are registered."),
      to: "/settings/taxes",
      action: t("Check taxes"),
    },
    {
      name: "payments",
      text: done.payments
        ? t("Payments are on.")
        : t("Payments are off. By transfer needs nothing more; cards need an account with Stripe."),
      to: "/settings/payments",
      action: t("Turn on payments"),
    },
    {
      name: "mail",
      text: done.mail
        ? t("Mail: a server is set.")
        : t("Mail: without a server, links and invoices are not sent. They wait."),
      to: "/settings/mail",
      action: t("Enter mail server"),
    },
    {
      name: "url",
      text: done.url
        ? t("Public URL: links in mails lead there.")
        : t("Public URL: links in mails would lead to this machine."),
      to: "/settings?find=VINGATE_PUBLIC_URL",
      action: t("Set URL"),
    },
    {
      name: "plan",
      text: done.plan
        ? t("A plan with a price is on sale.")
        : t("A plan with a price. While payments are off, nothing is given away."),
      to: "/plans",
      action: t("Open plans"),
    },
  ];
  return steps.map((step) => ({ ...step, isDone: done[step.name as keyof typeof done] }));
}

export const leftOf = (steps: Steps): number => steps.filter(({ isDone }) => !isDone).length;

/** The steps until the first sale. Only the next one can be the page's primary button. */
export function Setup({ steps, isFirst }: { readonly steps: Steps; readonly isFirst: boolean }) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Section
      title={t("Set up")}
      aside={t("{done} of {total} done", { done: steps.length - leftOf(steps), total: steps.length })}
      note={t("This list goes with the first payment. Each step stays in Settings.")}
      className="band"
    >
      <ol className="steps">
        {steps.map((step) => (
          <li key={step.name}>
            <Mark outcome={step.isDone ? "ok" : "other"}>{step.isDone ? t("Done") : t("To do")}</Mark>
            <p>{step.text}</p>
            <Link
              className={step === next && isFirst ? "btn btn-primary" : step.isDone ? "btn btn-text" : "btn"}
              to={step.to}
            >
              {step.isDone ? t("Open") : step.action}
              {step.isDone && <span className="vh"> {step.action}</span>}
            </Link>
          </li>
        ))}
      </ol>
    </Section>
  );
}
