import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { countryName } from "../../base/countries.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { hidden, Table } from "../../parts/table.tsx";
import { useChange } from "../../parts/use-change.ts";
import { type TaxIdCheck, taxIdsIn } from "./paper-queries.ts";

type Decision = "accept" | "refuse";

interface Deciding {
  readonly check: TaxIdCheck;
  readonly decision: Decision;
}

/** VAT IDs that VIES has not confirmed, or refused; nothing without any. */
export function TaxIds() {
  const waiting = useQuery(taxIdsIn("unconfirmed")).data?.items ?? [];
  const invalid = useQuery(taxIdsIn("invalid")).data?.items ?? [];
  const [deciding, setDeciding] = useState<Deciding>();
  const items = [...waiting, ...invalid];
  const names = useNames(items.map(({ account_id }) => account_id));
  if (items.length === 0) return null;
  const open = waiting.filter(({ needs_decision }) => needs_decision).length;
  const actions = (check: TaxIdCheck) =>
    check.needs_decision && (
      <span className="actions">
        {(["accept", "refuse"] as const).map((decision) => (
          <Button key={decision} permission="papers.change" onPress={() => setDeciding({ check, decision })}>
            {decision === "accept"
              ? t("Accept {id}", { id: check.tax_id })
              : t("Refuse {id}", { id: check.tax_id })}
          </Button>
        ))}
      </span>
    );
  return (
    <Section
      title={
        open > 0
          ? t("{open, plural, one {# VAT ID needs your decision} other {# VAT IDs need your decision}}", {
              open,
            })
          : t("VAT IDs that are not confirmed")
      }
      note={t(
        "VIES is asked for 30 days. Until you decide, a VAT ID without an answer counts as its form says. Papers that were issued never change.",
      )}
    >
      <Table
        caption={t("VAT IDs")}
        items={items}
        keyOf={({ account_id }) => account_id}
        columns={[
          { head: t("VAT ID"), cell: ({ tax_id }) => <code>{tax_id}</code> },
          { head: t("Country"), cell: ({ country }) => countryName(country) },
          {
            head: t("Customer"),
            cell: ({ account_id }) => (
              <Link to={`/customers/${account_id}`} dir="auto">
                {names.get(account_id) ?? account_id}
              </Link>
            ),
          },
          { head: t("Since"), cell: ({ since }) => day(since) },
          { head: t("State"), cell: stateText },
          { head: hidden(t("Action")), cell: actions, className: "num" },
        ]}
      />
      {deciding && <DecisionDialog {...deciding} close={() => setDeciding(undefined)} />}
    </Section>
  );
}

/** Why it counts or does not, and what comes next. */
function stateText({ state, answered_on, reference, asked_at, next_at, attempts }: TaxIdCheck): string {
  if (state === "invalid")
    return t("Not valid by VIES on {at}{number}. VAT is charged.", {
      at: day(answered_on ?? asked_at),
      number: reference ? `, ${reference}` : "",
    });
  const asked = t("VIES did not answer, {attempts, plural, one {asked once} other {asked # times}}.", {
    attempts,
  });
  return next_at ? `${asked} ${t("Next on {day}.", { day: day(next_at) })}` : asked;
}

function DecisionDialog({ check, decision, close }: Deciding & { close(): void }) {
  const change = useChange(["papers", "tax-ids"], ["billing-details"]);
  const { account_id: id, tax_id } = check;
  const accepts = decision === "accept";
  const title = accepts
    ? t("Accept the VAT ID {id}", { id: tax_id })
    : t("Refuse the VAT ID {id}", { id: tax_id });
  const decide = () =>
    change(
      dataOf(
        api.POST("/papers/tax-ids/{id}/decision", { params: { path: { id } }, body: { decision, tax_id } }),
      ),
      accepts ? t("{id} accepted", { id: tax_id }) : t("{id} refused", { id: tax_id }),
    );
  return (
    <Dialog title={title} action={title} danger={!accepts} act={decide} close={close}>
      <p>
        {accepts
          ? t(
              "It counts from now on, as its form says. You answer for it: later papers say that VIES did not confirm it and that you accepted it.",
            )
          : t(
              "VAT is charged from now on, as without a VAT ID. The customer reads why, and can enter another VAT ID.",
            )}
      </p>
      <p className="sm muted">
        {t("Papers that were issued do not change. Your decision is in the audit log.")}
      </p>
    </Dialog>
  );
}
