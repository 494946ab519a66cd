import { countryName } from "../../base/countries.ts";
import { listed } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { rateWords } from "../../base/typed-numbers.ts";
import type { SectionLine } from "../../parts/page.ts";
import { queryClient } from "../../parts/query-client.ts";
import { accounts, seller, taxes } from "./paper-queries.ts";

// The texts of the rows of Settings.

export async function sellerLine(): Promise<SectionLine> {
  const found = await queryClient.fetchQuery(seller);
  if (!found) return { text: t("Printed on every invoice"), state: ["blocked", t("Not entered")] };
  const { name, address, city, country, iban } = found;
  const place = [name, ...address, city, countryName(country)].join(", ");
  return {
    text:
      iban === null
        ? place
        : t("{place} · IBAN {start} … {end}", { place, start: iban.slice(0, 4), end: iban.slice(-4) }),
    state: iban === null ? ["blocked", t("IBAN is missing")] : ["ok", t("Complete")],
  };
}

const rulesMost = 3;

export async function taxesLine(): Promise<SectionLine> {
  const found = await queryClient.fetchQuery(taxes);
  if (!found) return { text: t("By the buyer's country and VAT ID"), state: ["blocked", t("Not entered")] };
  const { rules, otherwise } = found;
  const shown = rules
    .slice(0, rulesMost)
    .map(
      ({ countries, tax }) =>
        `${listed(countries.slice(0, rulesMost).map(countryName))} ${rateWords(tax.rate)}`,
    );
  return {
    text: [...shown, t("others {rate}", { rate: rateWords(otherwise.rate) })].join(" · "),
    state: ["ok", t("{rules, plural, one {# rule} other {# rules}}", { rules: rules.length + 1 })],
  };
}

export async function accountsLine(): Promise<SectionLine> {
  const found = await queryClient.fetchQuery(accounts);
  if (!found) return { text: t("For the bookkeeper's file of a month"), state: ["other", t("Not entered")] };
  const { chart, consultant, client, revenue } = found;
  return {
    text: t("SKR{chart}, consultant {consultant}, client {client}", {
      chart,
      consultant: String(consultant),
      client: String(client),
    }),
    state: [
      "ok",
      t("{accounts, plural, one {# revenue account} other {# revenue accounts}}", {
        accounts: revenue.length,
      }),
    ],
  };
}
