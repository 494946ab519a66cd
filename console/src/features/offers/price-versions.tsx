import { count, day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Mark } from "../../parts/outcome.tsx";
import { Table, Unknown } from "../../parts/table.tsx";
import type { Offer } from "./offer-queries.ts";
import type { Terms } from "./offer-words.ts";
import { beyondText } from "./offer-words.ts";

interface OfferVersionsProps {
  /** Newest first. */
  readonly versions: readonly Offer[];
  /** The version that is not published; without terms while a field has a fault. */
  readonly draft: { readonly version: number; readonly terms: Terms | undefined } | undefined;
}

interface Row {
  readonly version: number;
  readonly terms: Terms | undefined;
  /** Undefined for the draft. */
  readonly published?: Offer;
}

/** All versions, the draft first. */
export function OfferVersions({ versions, draft }: OfferVersionsProps) {
  const published = versions.map((one): Row => ({ version: one.version, terms: one, published: one }));
  const rows: readonly Row[] = draft ? [draft, ...published] : published;
  return (
    <Table
      caption={t("Versions")}
      items={rows}
      keyOf={({ version }) => version}
      columns={[
        { head: t("Version"), cell: ({ version }) => version },
        {
          head: t("Price"),
          cell: ({ terms }) => (terms ? price(terms.price_minor, terms.currency) : <Unknown />),
          figures: true,
        },
        {
          head: t("Credits"),
          cell: ({ terms }) => (terms ? count(terms.credits) : <Unknown />),
          figures: true,
        },
        {
          head: t("Beyond credits"),
          cell: ({ terms }) => (terms ? (beyondText(terms) ?? t("none")) : <Unknown />),
          figures: true,
        },
        { head: t("Customers"), cell: subscriptionsCell, figures: true },
        {
          head: t("Sold since"),
          cell: ({ published }) =>
            published ? (
              <>
                {day(published.published_at)}
                {!published.on_sale && <span className="sub">{t("withdrawn")}</span>}
                {published.on_sale && published.who_pays === "new" && (
                  <span className="sub">{t("New customers only")}</span>
                )}
              </>
            ) : (
              <Mark outcome="other">{t("Draft")}</Mark>
            ),
        },
      ]}
    />
  );
}

function subscriptionsCell({ published }: Row) {
  if (!published) return <span className="soft">0</span>;
  const { subscriptions = null } = published;
  return subscriptions === null ? <Unknown /> : count(subscriptions);
}
