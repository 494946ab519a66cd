import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, versioned } from "../../api/client.ts";
import { held } from "../../api/reading.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import type { PlanPricePart } from "../../parts/page-parts.ts";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useEdit, useUnsaved } from "../../parts/use-edit.tsx";
import { blankTerms, changesOf, formOf, isComplete, proposedFor, termsOf } from "./offer-form.ts";
import { type EditedPackage, PackageDialog } from "./offer-packages.tsx";
import { type Offer, pricing, versionsOf } from "./offer-queries.ts";
import type { Terms } from "./offer-words.ts";
import { PriceFields } from "./price-fields.tsx";
import { PlanMoney } from "./price-money.tsx";
import { OfferVersions } from "./price-versions.tsx";
import { type Drafted, effectText, headingText, noteText, publishText } from "./price-words.ts";
import { NotSoldNotice } from "./sale-state.tsx";
import { SeenPlan } from "./seen-plan.tsx";
import { customersOf, WhoPays } from "./who-pays.tsx";

/** The price of a plan: its next version, and all earlier ones. */
export function PlanPrice(props: PlanPricePart) {
  const query = useQuery(versionsOf(props.product.id));
  // Why nothing is sold is above the form: it is known before that is shown.
  const { isLoading } = useQuery(pricing);
  if (query.data && !isLoading) return <Versioned {...props} versions={query.data.items} />;
  return (
    <>
      {props.head}
      <Loaded query={held(query)} what={t("Could not load the price")} rows={8}>
        {() => null}
      </Loaded>
    </>
  );
}

interface VersionedProps extends PlanPricePart {
  /** Newest first. */
  readonly versions: readonly Offer[];
}

/** The draft of the next version, and what it would do. */
function usePriceDraft({ product, versions }: VersionedProps) {
  // What the form was loaded with: a version that another operator publishes meanwhile is a conflict.
  const [newest] = useState(versions[0]);
  const [loaded] = useState(() => (newest ? formOf(newest) : formOf(blankTerms, true)));
  const [form, change] = useState(loaded);
  const [isSent, setSent] = useState(false);
  const [isPriced, setPriced] = useState(newest !== undefined || product.state !== "published");
  useUnsaved(form, loaded);
  const customers = customersOf(versions);
  const terms = isComplete(form) ? termsOf(form, proposedFor(customers !== 0)) : undefined;
  const changes = newest && terms ? changesOf(newest, terms) : [];
  // The same terms can be published for others, if it is chosen.
  const isForOthers = form.who_pays !== undefined && form.who_pays !== newest?.who_pays;
  const drafted: Drafted = { product, versions, customers, newest, terms, changes, isForOthers };
  const isTouched = JSON.stringify(form) !== JSON.stringify(loaded);
  const isChanged = newest ? changes.length > 0 || isForOthers || (isTouched && !terms) : isPriced;
  return { ...drafted, drafted, form, change, isSent, setSent, isPriced, setPriced, isTouched, isChanged };
}

/** Publishes terms, unless another operator has published others since they were read. */
function usePublishing({ product, saved }: PlanPricePart, newest: Offer | undefined) {
  const queries = useQueryClient();
  const params = { path: { id: product.id } };
  const done = async () => {
    for (const queryKey of [["offers"], ["pricing"]]) await queries.invalidateQueries({ queryKey });
    await saved();
  };
  const { save, dialog } = useEdit<Terms>({
    before: newest ?? blankTerms,
    read: () => versioned(api.GET("/products/{id}/offer", { params })),
    saved: async () => {
      await done();
      showToast(t("Plan published"));
    },
    discard: done,
  });
  const publish = async (terms: Terms, withPlan: boolean) => {
    const send = (headers: Readonly<Record<string, string>>, { packages, ...rest }: Terms) => {
      const body = { ...rest, packages: [...packages], ...(withPlan && { publish_product: true }) };
      return dataOf(api.PUT("/products/{id}/offer", { params, body, headers }));
    };
    if (newest) return save(terms, send);
    await send({ "if-none-match": "*" }, terms);
    await done();
    showToast(t("Plan published"));
  };
  return { publish, dialog };
}

function Versioned(props: VersionedProps) {
  const { product, contents, versions, children } = props;
  const draft = usePriceDraft(props);
  const { newest, terms, form, change, isPriced, customers, isTouched, drafted } = draft;
  const { publish, dialog } = usePublishing(props, newest);
  const notSold = useQuery(pricing).data?.not_sold;
  const [edited, edit] = useState<EditedPackage>();
  const next = (newest?.version ?? 0) + 1;
  const sections = (
    <>
      <PriceFields
        form={form}
        before={newest}
        isSent={draft.isSent}
        change={change}
        productId={product.id}
        own={contents.fields}
        isPriced={isPriced}
        editPackage={edit}
        setPriced={newest ? undefined : draft.setPriced}
      />
      {newest && customers !== 0 && form.on_sale && (
        <WhoPays
          value={form.who_pays ?? proposedFor(true)}
          noticeDays={terms?.notice_days ?? newest.notice_days}
          customers={customers}
          change={(choice) => change({ ...form, ...choice })}
        />
      )}
      {newest && (
        <Section title={t("Versions")} note={t("Published versions cannot be edited or deleted.")}>
          <OfferVersions versions={versions} draft={isTouched ? { version: next, terms } : undefined} />
        </Section>
      )}
    </>
  );
  const aside = isPriced && (
    <>
      <SeenPlan contents={contents} terms={terms} isSold={notSold === null} />
      <PlanMoney versions={versions} draft={terms} />
    </>
  );
  return (
    <>
      {children({
        isPriced,
        permission: "offers.change",
        isTouched,
        isChanged: draft.isChanged,
        heading: headingText(drafted, isPriced),
        note: noteText(drafted, isPriced),
        effect: effectText(drafted),
        action: publishText(drafted, product.state !== "published"),
        notice: isPriced && terms?.price_minor !== 0 && (
          <NotSoldNotice name={contents.name} reason={notSold} />
        ),
        sections,
        aside,
        check() {
          draft.setSent(true);
          return terms !== undefined;
        },
        publish: (withPlan) => publish(terms!, withPlan),
      })}
      {edited && (
        <PackageDialog
          edited={edited}
          packages={form.packages}
          currency={form.currency}
          change={(packages) => change({ ...form, packages })}
          close={() => edit(undefined)}
        />
      )}
      {dialog}
    </>
  );
}
