import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Product, versioned } from "../../api/client.ts";
import { products } from "../../api/queries.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { May } from "../../parts/may.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useEdit, useUnsaved } from "../../parts/use-edit.tsx";
import { OfferEffect, publishText } from "./offer-effect.tsx";
import { OfferFields } from "./offer-fields.tsx";
import {
  blankTerms,
  blockedBy,
  changesOf,
  formOf,
  proposedFor,
  type TermChange,
  termsOf,
} from "./offer-form.ts";
import { OfferPreview } from "./offer-preview.tsx";
import { type Offer, versionsOf } from "./offer-queries.ts";
import { OfferVersions } from "./offer-versions.tsx";
import type { Terms } from "./offer-words.ts";
import { customersOf, customersText, noticeEnds, WhoPays } from "./who-pays.tsx";

/** The offer of a plan: its next version, and all earlier ones. */
export function OfferPage({ params: { productId = "" } }: { params: { readonly productId?: string } }) {
  // A form keeps what was typed while others publish; a new number loads it again.
  const [load, setLoad] = useState(0);
  const plans = useQuery(products);
  const versions = useQuery(versionsOf(productId));
  return (
    <Loaded query={plans} what={t("Could not load the plan")} rows={8}>
      {({ items }) => {
        const product = items.find(({ id }) => id === productId);
        if (!product) return <NoPlan productId={productId} />;
        return (
          <Loaded query={versions} what={t("Could not load the offer")} rows={8}>
            {(all) => (
              <ProductOffer
                key={`${product.id} ${load}`}
                product={product}
                versions={all.items}
                reload={() => setLoad(load + 1)}
              />
            )}
          </Loaded>
        );
      }}
    </Loaded>
  );
}

function NoPlan({ productId }: { productId: string }) {
  const all = (
    <Link className="btn" to="/plans?view=prices">
      {t("View all")}
    </Link>
  );
  return <Empty title={t("No matching plan {productId}", { productId })} action={all} />;
}

interface ProductOfferProps {
  readonly product: Product;
  /** Newest first. */
  readonly versions: readonly Offer[];
  /** Loads the form again from what is published. */
  reload(): void;
}

function ProductOffer({ product, versions, reload }: ProductOfferProps) {
  usePageTitle(t("Offer of {displayName}", { displayName: product.display_name }));
  const queries = useQueryClient();
  // What the form was loaded with: a version that another operator publishes meanwhile is a conflict.
  const [newest] = useState(versions[0]);
  const [loaded] = useState(() => (newest ? formOf(newest) : formOf(blankTerms, true)));
  const [form, setForm] = useState(loaded);
  const [confirming, setConfirming] = useState(false);
  useUnsaved(form, loaded);
  const next = (versions[0]?.version ?? 0) + 1;
  const incomplete = blockedBy(form);
  const customers = customersOf(versions);
  const hasCustomers = customers !== 0;
  const draft = incomplete === undefined ? termsOf(form, proposedFor(hasCustomers)) : undefined;
  const changes = newest && draft ? changesOf(newest, draft) : [];
  // The same terms can be published for others, if it is chosen.
  const isForOthers = form.who_pays !== undefined && form.who_pays !== newest?.who_pays;
  const [withPlan, setWithPlan] = useState(!newest);
  const plan = withPlan && product.state !== "published" && draft?.on_sale !== false;
  const refresh = async () => {
    for (const queryKey of [["offers"], ["pricing"], ["products"]])
      await queries.invalidateQueries({ queryKey });
    reload();
  };
  const params = { path: { id: product.id } };
  const { save, dialog } = useEdit<Terms>({
    before: newest ?? blankTerms,
    read: () => versioned(api.GET("/products/{id}/offer", { params })),
    saved: async () => {
      await refresh();
      showToast(t("Offer published"));
    },
    discard: refresh,
  });
  const publish = async (terms: Terms) => {
    const body = { ...terms, packages: [...terms.packages], ...(plan && { publish_product: true }) };
    const send = (headers: Readonly<Record<string, string>>) =>
      dataOf(api.PUT("/products/{id}/offer", { params, body, headers }));
    if (newest) return save(terms, send);
    await send({ "if-none-match": "*" });
    await refresh();
    showToast(t("Offer published"));
  };
  const isChanged = JSON.stringify(form) !== JSON.stringify(loaded);
  const isOther = changes.length > 0 || isForOthers;
  const blocked = incomplete ?? (newest && !isOther && t("Change a term first."));
  const action = publishText({ next, versions, draft }, plan);
  return (
    <>
      <Head
        crumb={
          <>
            <Link to="/plans?view=prices">{t("Offers")}</Link> / {product.id}
          </>
        }
        title={
          <>
            <bdi>{product.display_name}</bdi>: {finding(newest, next, changes, isForOthers)}
          </>
        }
      >
        {newest ? publishedText(newest) : t("No version is published.")}{" "}
        {t("The API calls a plan a product.")}
      </Head>
      <div className="cols">
        <Section
          className="c6"
          title={
            newest && !isChanged
              ? t("Version {version}", { version: newest.version })
              : t("Version {next}, draft", { next })
          }
          aside={isChanged && <Mark outcome="other">{t("Draft")}</Mark>}
        >
          <OfferFields form={form} before={newest} change={setForm} />
        </Section>
        <div className="c6">
          <Section title={t("Who is affected")}>
            {newest && hasCustomers && draft?.on_sale && (
              <WhoPays
                value={draft.who_pays}
                noticeDays={draft.notice_days}
                customers={customers}
                change={(who_pays) => setForm({ ...form, who_pays })}
              />
            )}
            <OfferEffect next={next} versions={versions} draft={draft} />
            {product.state !== "published" && form.on_sale && (
              <May permission="products.change">
                <label className="check">
                  <input type="checkbox" checked={withPlan} onChange={() => setWithPlan(!withPlan)} />
                  <span>
                    {t("Publish the plan too")}
                    <span className="sub">
                      {t(
                        "Both at the same moment. A plan that is published without an offer is free until it has one.",
                      )}
                    </span>
                  </span>
                </label>
              </May>
            )}
            <p className="actions note">
              <Button
                permission="offers.change"
                look="primary"
                unavailable={blocked}
                onPress={() => setConfirming(true)}
              >
                {action}
              </Button>
              {isChanged && <Button onPress={() => setForm(loaded)}>{t("Discard draft")}</Button>}
            </p>
          </Section>
          <Section title={t("Versions")}>
            <OfferVersions
              versions={versions}
              draft={isChanged ? { version: next, terms: draft } : undefined}
            />
          </Section>
        </div>
      </div>
      <OfferPreview productId={product.id} draft={draft} />
      {confirming && draft && (
        <Dialog
          title={t("Publish version {next} of {displayName}", { next, displayName: product.display_name })}
          action={action}
          act={() => publish(draft)}
          close={() => setConfirming(false)}
        >
          <ul>
            {changes.map(({ label, was, is }) => (
              <li key={label}>{t("{label}: {is} instead of {was}.", { label, is, was })}</li>
            ))}
            {newest && hasCustomers && draft.on_sale && (
              <li>
                {draft.who_pays === "new"
                  ? t("Who pays: new customers only. For others nothing changes.")
                  : t("Who pays: everyone. {who}: from the first period that starts after {day}.", {
                      who: customersText(customers),
                      day: noticeEnds(draft.notice_days),
                    })}
              </li>
            )}
            {plan && <li>{t("The plan is published in the same moment.")}</li>}
            <li>{t("This cannot be undone. A version {next} can follow.", { next: next + 1 })}</li>
          </ul>
        </Dialog>
      )}
      {dialog}
    </>
  );
}

/** The page's summary of the draft, or of the version if there is no draft. */
function finding(
  newest: Offer | undefined,
  next: number,
  changes: readonly TermChange[],
  isForOthers: boolean,
): string {
  if (!newest) return t("no offer yet");
  if (changes.length > 0) {
    const values = { next, changes: changes.length };
    return changes.every(({ isPrice }) => isPrice)
      ? t("version {next} changes {changes, plural, one {# price} other {# prices}}", values)
      : t("version {next} changes {changes, plural, one {# term} other {# terms}}", values);
  }
  if (isForOthers) return t("version {next} changes who pays", { next });
  return t("version {version} is {onSale, select, yes {on sale} other {withdrawn}}", {
    version: newest.version,
    onSale: newest.on_sale ? "yes" : "no",
  });
}

function publishedText({ version, on_sale, published_at }: Offer): string {
  const at = day(published_at);
  return on_sale
    ? t("Version {version} is on sale since {at}.", { version, at })
    : t("Version {version} withdrew the offer on {at}.", { version, at });
}
