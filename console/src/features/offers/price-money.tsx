import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Section } from "../../parts/section.tsx";
import type { Offer } from "./offer-queries.ts";
import type { Terms } from "./offer-words.ts";
import { customersOf } from "./who-pays.tsx";

interface PlanMoneyProps {
  readonly versions: readonly Offer[];
  readonly draft: Terms | undefined;
}

/** What customers pay now, and what they would pay for the draft. */
export function PlanMoney({ versions, draft }: PlanMoneyProps) {
  const customers = customersOf(versions);
  const sold = versions.filter(({ subscriptions }) => subscriptions);
  const terms = draft ?? sold[0];
  if (!terms || customers === null || terms.price_every === "once") return null;
  const { currency, price_every: every, price_minor: each } = terms;
  if (sold.some((one) => one.price_every !== every)) return null;
  const title = every === "month" ? t("Per month, without VAT") : t("Per year, without VAT");
  const sum = (count: number, minor: number) => price(BigInt(count) * BigInt(minor), currency);
  return (
    <Section title={title}>
      <table className="sum">
        <caption className="vh">{title}</caption>
        <tbody>
          {sold.map(({ version, subscriptions, price_minor }) => (
            <tr key={version}>
              <th scope="row">
                {t("{customers, plural, one {# customer pays} other {# customers pay}} {price}", {
                  customers: subscriptions ?? 0,
                  price: price(price_minor, currency),
                })}
              </th>
              <td>{sum(subscriptions ?? 0, price_minor)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t("Each new customer")}</th>
            <td>+{price(each, currency)}</td>
          </tr>
          {customers > 0 && (
            <tr className="total">
              <th scope="row">{t("If everyone paid {price}", { price: price(each, currency) })}</th>
              <td>{sum(customers, each)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </Section>
  );
}
