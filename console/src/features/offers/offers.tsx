import { useQuery } from "@tanstack/react-query";
import type { Product } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { ListPage } from "../../parts/list-page.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import type { Column } from "../../parts/table.tsx";
import { type Offer, offers } from "./offer-queries.ts";
import { beyondText, creditsText, everyText, priceText } from "./offer-words.ts";

interface Row {
  readonly product: Product;
  readonly offer: Offer | undefined;
}

const none = <span className="soft">{t("none")}</span>;

const columns: readonly Column<Row>[] = [
  {
    head: t("Plan"),
    cell: ({ product }) => (
      <Link to={`/plans/${product.id}?tab=price`} dir="auto">
        {product.display_name}
      </Link>
    ),
  },
  { head: t("State"), cell: ({ product, offer }) => <SaleState product={product} offer={offer} /> },
  { head: t("Price"), cell: ({ offer }) => (offer ? priceText(offer) : none), figures: true },
  {
    head: t("Credits"),
    cell: ({ offer }) => (offer ? `${creditsText(offer)} ${everyText(offer.credits_every)}` : none),
    figures: true,
  },
  { head: t("Beyond credits"), cell: ({ offer }) => (offer && beyondText(offer)) ?? none, figures: true },
  { head: t("Version"), cell: ({ offer }) => offer?.version ?? none, figures: true },
  { head: t("Published"), cell: ({ offer }) => (offer ? day(offer.published_at) : none), figures: true },
];

function SaleState({ product, offer }: Row) {
  if (!offer) return <Mark outcome="other">{t("No offer")}</Mark>;
  if (!offer.on_sale) return <Mark outcome="other">{t("Withdrawn")}</Mark>;
  if (product.state !== "published") return <Mark outcome="blocked">{t("Plan not published")}</Mark>;
  return <Mark outcome="ok">{t("On sale")}</Mark>;
}

/** All plans with the newest version of their offers. */
export function Offers() {
  const plans = useQuery(products);
  const newest = useQuery(offers);
  const rows = plans.data &&
    newest.data && {
      items: plans.data.items.map((product) => ({
        product,
        offer: newest.data.items.find(({ product_id }) => product_id === product.id),
      })),
      total: plans.data.total,
    };
  return (
    <ListPage
      title={t("Offers")}
      note={t(
        "An offer sets the price, credits and packages of a plan. Prices are without VAT. The API calls a plan a product.",
      )}
      what={t("the offers")}
      query={{
        data: rows,
        error: plans.error ?? newest.error,
        refetch: () => Promise.all([plans.refetch(), newest.refetch()]),
      }}
      empty={t("No plans yet")}
      emptyNote={
        <T
          text="An offer belongs to a plan. <link>Create a plan</link> first."
          link={(words) => <Link to="/plans">{words}</Link>}
        />
      }
      table={{ caption: t("Offers"), keyOf: ({ product }) => product.id, columns }}
    />
  );
}
