import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useMay } from "../../api/account.ts";
import { type Api, api, dataOf, type Product, versioned } from "../../api/client.ts";
import { apis, apisOfProduct, products } from "../../api/queries.ts";
import { held } from "../../api/reading.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { type EditedPrice, pageParts } from "../../parts/page-parts.ts";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link } from "../../parts/router.tsx";
import { Head } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useEdit } from "../../parts/use-edit.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { useHashOnce } from "../../parts/use-hash.ts";
import { ContentsSections, CreditsField, StartsField } from "./plan-contents.tsx";
import { customerGets } from "./plan-details.ts";
import { StopOffering } from "./stop-offering.tsx";
import { type Contents, useContents } from "./use-contents.ts";

/** A plan: what it contains, what it costs and who pays which version. */
export function PlanPage({ params: { productId = "" } }: { params: { readonly productId?: string } }) {
  // A form keeps what was typed while others change the plan; a new number loads it again.
  const [load, setLoad] = useState(0);
  const query = useQuery(products);
  const all = useQuery(apis);
  const own = useQuery(apisOfProduct(productId));
  const head = <PlanHead id={productId} title={productId} />;
  const isLoaded = query.data && all.data && own.data;
  const product = query.data?.items.find(({ id }) => id === productId);
  if (query.data && !product) return <NoPlan productId={productId} />;
  if (!isLoaded || !product) {
    const missing = [query, all, own].find(({ error }) => error) ?? own;
    return (
      <>
        {head}
        <Loaded query={held<unknown>(missing)} what={t("Could not load the plan")} rows={8}>
          {() => null}
        </Loaded>
      </>
    );
  }
  return (
    <Plan
      key={`${product.id} ${load}`}
      reload={() => setLoad(load + 1)}
      product={product}
      apis={all.data.items}
      own={own.data.items}
      head={head}
    />
  );
}

function NoPlan({ productId }: { productId: string }) {
  const all = (
    <Link className="btn" to="/plans">
      {t("View all")}
    </Link>
  );
  return <PlanHead id={productId} title={t("No matching plan {productId}", { productId })} actions={all} />;
}

interface PlanHeadProps {
  readonly id: string;
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

const PlanHead = ({ id, ...rest }: PlanHeadProps) => (
  <Head
    crumb={
      <>
        <Link to="/plans">{t("Plans")}</Link> / {id}
      </>
    }
    {...rest}
  />
);

interface PlanProps {
  readonly product: Product;
  readonly apis: readonly Api[];
  /** The plan's APIs. */
  readonly own: readonly Api[];
  readonly head: ReactNode;
  /** Loads the form again from what is stored. */
  reload(): void;
}

/** A plan with the IDs of its APIs, as its form edits it. */
async function readPlan(id: string) {
  const params = { params: { path: { id } } };
  const { value, etag } = await versioned(api.GET("/products/{id}", params));
  const own = await dataOf(
    api.GET("/products/{id}/apis", { params: { path: { id }, query: { page_size: 1000 } } }),
  );
  return { value: { ...value, apis: own.map((one) => one.id).sort() }, etag };
}

function Plan({ product, apis: all, own, head, reload }: PlanProps) {
  usePageTitle(product.display_name);
  useHashOnce();
  const queries = useQueryClient();
  const may = useMay();
  const contents = useContents(product, all, own);
  const Price = pageParts()
    .flatMap(({ planPrice = [] }) => planPrice)
    .find(({ permission }) => may(permission))?.Part;
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ["products"] });
    reload();
  };
  const view = (price?: EditedPrice) => (
    <PlanForm
      product={product}
      own={own}
      contents={contents}
      price={price}
      refresh={refresh}
      reload={reload}
    />
  );
  if (!Price) return view();
  const shown = {
    ...contents.shown,
    fields: {
      starts: <StartsField contents={contents} />,
      credits: <CreditsField contents={contents} />,
    },
  };
  return (
    <Price product={product} contents={shown} head={head} saved={refresh}>
      {view}
    </Price>
  );
}

interface PlanFormProps {
  readonly product: Product;
  readonly own: readonly Api[];
  readonly contents: Contents;
  readonly price: EditedPrice | undefined;
  refresh(): Promise<void>;
  reload(): void;
}

/** Stores the contents of a plan; `then` runs once they are stored, by the reader's choice after a conflict too. */
function useStored({ product, own, contents, refresh }: PlanFormProps) {
  const then = useRef<() => Promise<void>>(refresh);
  const { save, dialog } = useEdit({
    before: { ...product, apis: own.map(({ id }) => id).sort() },
    read: () => readPlan(product.id),
    saved: async () => {
      contents.stored();
      await then.current();
    },
    discard: refresh,
  });
  const params = { path: { id: product.id } };
  const store = async (state: Product["state"], next: () => Promise<void>) => {
    then.current = next;
    await save(contents.requested(state), (headers, body) =>
      dataOf(api.PUT("/products/{id}", { params, body, headers })),
    );
  };
  return { store, dialog };
}

function PlanForm(props: PlanFormProps) {
  const { product, contents, price, refresh, reload } = props;
  const queries = useQueryClient();
  const { store, dialog } = useStored(props);
  const [confirming, setConfirming] = useState(false);
  const isDraft = product.state !== "published";
  const isPricing = price?.isChanged === true;
  const isStoring = contents.isChanged || (isDraft && !isPricing);
  const saved = async () => {
    await refresh();
    showToast(isDraft ? t("Plan published") : t("Plan saved"));
  };
  const publish = () => {
    const publishPrice = () => price!.publish(isDraft);
    if (!isStoring) return publishPrice();
    // A plan that is published without its price would be free until it has one.
    return isPricing ? store(product.state, publishPrice) : store("published", saved);
  };
  const storeOnly = () =>
    store(product.state, async () => {
      await queries.invalidateQueries({ queryKey: ["products"] });
      showToast(t("Contents saved"));
    });
  const checked = (work: () => Promise<void>, isPublic: boolean) => async () => {
    const isRight = !isPublic || !isPricing || price?.check();
    if (contents.hasFault || !isRight) throw new Error(t("Correct the marked fields."));
    if (isPublic && contents.included.size === 0) setConfirming(true);
    else await work();
  };
  const { problem, submit, working } = useForm(checked(publish, true));
  const only = useForm(checked(storeOnly, false));
  const isTouched = contents.isChanged || price?.isTouched;
  const action = isPricing ? price.action : isDraft ? t("Publish plan") : t("Save plan");
  return (
    <>
      <PlanHead
        id={product.id}
        title={
          <>
            <bdi>{product.display_name}</bdi>
            {price && <>: {price.heading}</>}
          </>
        }
        actions={
          <>
            {isTouched && <Button onPress={reload}>{t("Discard draft")}</Button>}
            {!isDraft && <StopOffering product={product} refresh={refresh} />}
          </>
        }
      >
        {price ? price.note : customerGets(contents.requested(product.state))}
      </PlanHead>
      {price?.notice}
      <form onSubmit={submit} noValidate>
        <div className={price?.aside ? "two-form" : undefined}>
          <div>
            <ContentsSections contents={contents} product={product} hasPrice={price !== undefined} />
            {price?.sections}
          </div>
          {price?.aside && <aside>{price.aside}</aside>}
        </div>
        {(isStoring || isPricing) && (
          <div className="savebar">
            <p className="sm muted" aria-live="polite">
              {effectOf(props, isStoring, isPricing)}
            </p>
            <span className="actions">
              {isDraft && contents.isChanged && (
                <Button
                  permission="products.change"
                  onPress={() => only.submit()}
                  aria-disabled={only.working || undefined}
                >
                  {t("Save contents only")}
                </Button>
              )}
              <Button
                permission={(isPricing && price?.permission) || "products.change"}
                type="submit"
                look="primary"
                aria-disabled={working || undefined}
              >
                {working ? t("Saving") : action}
              </Button>
            </span>
            <Fault message={(problem ?? only.problem)?.message} />
          </div>
        )}
      </form>
      {dialog}
      {confirming && (
        <Dialog
          title={t("Publish “{displayName}” without APIs?", { displayName: product.display_name })}
          action={action}
          act={publish}
          close={() => setConfirming(false)}
        >
          <p className="muted">
            {t(
              "Customers can subscribe, but every call of their subscriptions returns 403. Include at least one API first.",
            )}
          </p>
        </Dialog>
      )}
    </>
  );
}

/** What the button does, beside it. */
function effectOf(
  { product, contents, price }: PlanFormProps,
  isStoring: boolean,
  isPricing: boolean,
): string {
  const isDraft = product.state !== "published";
  if (isPricing && price)
    return [price.effect, isStoring && !isDraft && t("The contents change for all at their next call.")]
      .filter(Boolean)
      .join(" ");
  if (price?.isPriced)
    return isDraft
      ? t("The plan is on the price page once it is published.")
      : t("The contents change for all customers at their next call. 0 mails.");
  return customerGets(contents.requested("published"));
}
