import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { amountText } from "../../base/money.ts";
import { Button } from "../../parts/button.tsx";
import { moneyField, wholeField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { hidden, Table } from "../../parts/table.tsx";
import type { OfferPackage } from "./offer-queries.ts";

interface OfferPackagesProps {
  readonly packages: readonly OfferPackage[];
  readonly before: readonly OfferPackage[] | undefined;
  readonly currency: string;
  change(packages: readonly OfferPackage[]): void;
  edit(one: EditedPackage): void;
}

/** A package whose dialog is open. */
export type EditedPackage = OfferPackage | "new";

const packagesMax = 20;
const monthsMax = 120;

/** The packages of a draft. */
export function OfferPackages({ packages, before, currency, change, edit }: OfferPackagesProps) {
  const isChanged = before !== undefined && JSON.stringify(before) !== JSON.stringify(packages);
  return (
    <div className="packages">
      <h3>{t("Packages")}</h3>
      <Table
        empty={<p className="sm muted">{t("None. Customers buy no credits on top.")}</p>}
        caption={t("Packages of the draft")}
        items={packages}
        keyOf={({ id }) => id}
        wide
        columns={[
          { head: t("Credits"), cell: ({ credits }) => count(credits) },
          {
            head: t("Price ({currency})", { currency }),
            cell: ({ price_minor }) => amountText(price_minor, currency),
            figures: true,
          },
          { head: t("Months"), cell: ({ months }) => count(months), figures: true },
          {
            head: hidden(t("Actions")),
            cell: (one) => (
              <span className="actions">
                <Button look="text" onPress={() => edit(one)}>
                  <T text="Edit<span> the package of {credits}</span>" credits={count(one.credits)} />
                </Button>
                <Button look="text" onPress={() => change(packages.filter(({ id }) => id !== one.id))}>
                  <T text="Remove<span> the package of {credits}</span>" credits={count(one.credits)} />
                </Button>
              </span>
            ),
          },
        ]}
      />
      {isChanged && (
        <p className="hint sm">
          {t("Changed. Was {before, plural, one {# package} other {# packages}}.", { before: before.length })}
        </p>
      )}
      <p className="note">
        <Button
          permission="offers.change"
          onPress={() => edit("new")}
          unavailable={
            packages.length >= packagesMax && t("At most {packagesMax} packages.", { packagesMax })
          }
        >
          {t("Add package")}
        </Button>
      </p>
    </div>
  );
}

interface PackageDialogProps {
  readonly edited: EditedPackage;
  readonly packages: readonly OfferPackage[];
  readonly currency: string;
  change(packages: OfferPackage[]): void;
  close(): void;
}

/** An ID that no other package of the offer has. */
function newId(credits: number, taken: readonly string[]): string {
  const id = `credits-${credits}`;
  if (!taken.includes(id)) return id;
  for (let next = 2; ; next += 1) if (!taken.includes(`${id}-${next}`)) return `${id}-${next}`;
}

/** Beside the form of the price, since a dialog is a form of its own. */
export function PackageDialog({ edited, packages, currency, change, close }: PackageDialogProps) {
  const before = edited === "new" ? undefined : edited;
  const put = (one: OfferPackage) => {
    const others = packages.filter(({ id }) => id !== one.id);
    change([...others, one].sort((a, b) => a.credits - b.credits || (a.id < b.id ? -1 : 1)));
  };
  const taken = packages.map(({ id }) => id);
  return (
    <FormDialog
      title={before ? t("Edit package") : t("Add package")}
      action={before ? t("Change package") : t("Add package")}
      incomplete={t("Enter credits, price and months.")}
      close={close}
      fields={{
        credits: wholeField({ label: t("Package size (credits)"), initial: before?.credits, least: 1 }),
        price_minor: moneyField(currency, {
          label: t("Package price ({currency})", { currency }),
          initial: before?.price_minor,
          zero: true,
        }),
        months: wholeField({
          label: t("Valid (months)"),
          initial: before?.months ?? 12,
          least: 1,
          most: monthsMax,
          hint: t("Its credits expire after them."),
        }),
      }}
      send={async (values) => put({ id: before?.id ?? newId(values.credits, taken), ...values })}
    />
  );
}
