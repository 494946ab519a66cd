import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Api, api, dataOf, type Product, versioned } from "../../api/client.ts";
import { asProblem } from "../../api/problem.ts";
import { apis, apisOfProduct, products } from "../../api/queries.ts";
import { putDocument } from "../../api/registered-apis.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Link, navigate } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded, Skeleton } from "../../parts/states.tsx";
import { useEdit, useUnsaved } from "../../parts/use-edit.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { AddressFields } from "./address-fields.tsx";
import { DocumentField } from "./api-document.tsx";
import { ApiFallback } from "./api-fallback.tsx";
import { ApiDetails, LimitFields } from "./api-fields.tsx";
import {
  type ApiForm,
  canAsk,
  credentialFaults,
  formOf,
  hasLimitFault,
  requestOf,
  storedCredentials,
  testOf,
  withoutAuth,
} from "./api-form.ts";
import { Health } from "./api-health.tsx";
import { ApiPlans } from "./api-plans.tsx";
import { DeleteApi } from "./delete-api.tsx";
import { TestBackend } from "./test-backend.tsx";
import { UpstreamFields } from "./upstream-fields.tsx";
import { VendorMappings } from "./vendor-mappings.tsx";

/** An API: a new one is registered here, an existing one is changed, tested and watched. */
export function ApiPage({ params: { apiId = "new" } }: { params: { readonly apiId?: string } }) {
  const all = useQuery(apis);
  const plans = useQuery(products);
  return (
    <Loaded query={all} what={t("Could not load the API")} rows={8}>
      {({ items }) => {
        const one = items.find(({ id }) => id === apiId);
        if (!one && apiId !== "new") return <NoApi apiId={apiId} />;
        return (
          <Loaded query={plans} what={t("Could not load the plans")} rows={8}>
            {({ items }) => <Planned key={one?.id ?? "new"} one={one} plans={items} />}
          </Loaded>
        );
      }}
    </Loaded>
  );
}

function NoApi({ apiId }: { apiId: string }) {
  const all = (
    <Link className="btn" to="/apis">
      {t("View all")}
    </Link>
  );
  return <Empty title={t("No matching API {apiId}", { apiId })} action={all} />;
}

interface Planned {
  readonly one: Api | undefined;
  readonly plans: readonly Product[];
}

/** Waits for the APIs of every plan. */
function Planned({ one, plans }: Planned) {
  // A form keeps what was typed while others change the API; a new number loads it again.
  const [load, setLoad] = useState(0);
  const contents = useQueries({ queries: one ? plans.map(({ id }) => apisOfProduct(id)) : [] });
  if (contents.some(({ data, error }) => !data && !error)) return <Skeleton rows={8} />;
  const including = plans.filter((_, index) => contents[index]?.data?.items.some(({ id }) => id === one?.id));
  const reload = () => setLoad(load + 1);
  return <Editor key={load} one={one} plans={plans} before={including.map(({ id }) => id)} reload={reload} />;
}

interface EditorProps extends Planned {
  /** The IDs of the plans that include it. */
  readonly before: readonly string[];
  /** Loads the form again from what is stored. */
  reload(): void;
}

function Editor({ one, plans, before, reload }: EditorProps) {
  const title = one ? sentText(one.display_name) : t("Register API");
  usePageTitle(title);
  const [form, setForm] = useState(() => formOf(one));
  const [file, setFile] = useState<File>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(before));
  const [deleting, setDeleting] = useState(false);
  const builtin = one?.builtin === true;
  const [loaded] = useState(form);
  const { id, problem, working, submit, dialog } = useSaving({
    one,
    plans,
    before,
    reload,
    form,
    file,
    chosen,
  });
  useUnsaved(working ? loaded : form, loaded);
  const faultOf = credentialFaults(problem, form);
  const isMarked = problem?.issues.some(({ loc }) => loc.includes("auth"));
  return (
    <>
      <form onSubmit={submit}>
        <Head
          crumb={
            <>
              <Link to="/apis">APIs</Link> / {one?.name ?? t("new")}
            </>
          }
          title={<bdi>{title}</bdi>}
          actions={
            one &&
            !builtin && (
              <Button permission="apis.change" onPress={() => setDeleting(true)}>
                {t("Delete API")}
              </Button>
            )
          }
        >
          {builtin
            ? t(
                "A lookup of this service. You can change its texts{asks, select, yes {, upstream} other {}} and plans.",
                { asks: canAsk(one) ? "yes" : "no" },
              )
            : t("Calls below the path are forwarded to the backend, charged and recorded.")}
        </Head>
        {one && <Health apiId={one.id} builtin={builtin} />}
        <div className="cols">
          <Settings one={one} id={id} form={form} change={setForm} faultOf={faultOf} />
          <Part
            title={t("Plans")}
            note={t("Keys of these plans can call the API. A plan's page has its price.")}
          >
            <ApiPlans plans={plans} chosen={chosen} choose={setChosen} />
          </Part>
          {!builtin && (
            <Part
              title={t("Document")}
              note={t("It names the operations in reports and in the reference of customers.")}
            >
              <DocumentField apiId={one?.id} take={setFile} />
            </Part>
          )}
        </div>
        <div className="savebar">
          <Button permission="apis.change" type="submit" look="primary" aria-disabled={working || undefined}>
            {working ? t("Saving") : one ? t("Save API") : t("Register API")}
          </Button>
          <Fault message={isMarked ? t("Correct the marked fields.") : problem?.message} />
        </div>
      </form>
      {one && (canAsk(one) || !builtin) && <ApiFallback one={one} />}
      {one && canAsk(one) && <VendorMappings one={one} />}
      {dialog}
      {deleting && one && <DeleteApi one={one} close={() => setDeleting(false)} />}
    </>
  );
}

interface Saved extends EditorProps {
  readonly form: ApiForm;
  readonly file: File | undefined;
  /** The IDs of the plans that are to include it. */
  readonly chosen: ReadonlySet<string>;
}

/** Saves the API, then its plans and its document. */
function useSaving({ one, plans, before, reload, form, file, chosen }: Saved) {
  const queries = useQueryClient();
  // Set if the API was registered and a later step failed: saving again changes it.
  const [registered, setRegistered] = useState<string>();
  const id = one?.id ?? registered;
  const params = { path: { api_id: id ?? "" } };
  const refresh = async () => {
    for (const queryKey of [["apis"], ["products"], ["openapi"]])
      await queries.invalidateQueries({ queryKey });
  };
  const saveRest = async (apiId: string) => {
    try {
      await savePlans(apiId, plans, before, chosen);
      if (file) await putDocument(apiId, file);
    } catch (error) {
      throw new Error(
        t("The API was saved, but not all of the rest. {message}", { message: asProblem(error).message }),
      );
    } finally {
      await refresh();
    }
    showToast(one ? t("API saved") : t("API registered"));
    if (one) reload();
    else await navigate(`/apis/${apiId}`);
  };
  const { save, dialog } = useEdit<object>({
    before: withoutAuth(one),
    read: () => versioned<object>(api.GET("/apis/{api_id}", { params })),
    saved: () => saveRest(params.path.api_id),
    discard: async () => {
      await refresh();
      reload();
    },
  });
  const sending = useForm(async () => {
    if (hasLimitFault(form)) throw new Error(t("Correct the marked fields."));
    const body = requestOf(form, one);
    if (id === undefined) {
      const { name, path } = form;
      const made = await dataOf(api.POST("/apis", { body: { path, ...body, name } }));
      setRegistered(made.id);
      return saveRest(made.id);
    }
    await save(body, (headers, merged) =>
      dataOf(api.PATCH("/apis/{api_id}", { params, body: merged, headers })),
    );
  });
  return { ...sending, id, dialog };
}

/** Adds the API to the plans that are chosen, and takes it out of the others. */
async function savePlans(
  id: string,
  plans: readonly Product[],
  before: readonly string[],
  chosen: ReadonlySet<string>,
): Promise<void> {
  for (const plan of plans) {
    const params = { params: { path: { id: plan.id, api_id: id } } };
    const [was, is] = [before.includes(plan.id), chosen.has(plan.id)];
    if (is && !was) await dataOf(api.PUT("/products/{id}/apis/{api_id}", params));
    if (was && !is) await dataOf(api.DELETE("/products/{id}/apis/{api_id}", params));
  }
}

const Part = (props: { title: string; note: string; children: ReactNode }) => (
  <Section className="c6" {...props} />
);

interface SettingsProps {
  readonly one: Api | undefined;
  /** Undefined before it is registered. */
  readonly id: string | undefined;
  readonly form: ApiForm;
  faultOf(member: string): string | undefined;
  change(form: ApiForm): void;
}

/** The texts, the backend or upstream, and the limits. */
function Settings({ one, id, form, faultOf, change }: SettingsProps) {
  const builtin = one?.builtin === true;
  const own = { form, change, stored: storedCredentials(one) };
  const test = (path: string) => testOf(form, id, path);
  return (
    <>
      <Part title={t("Details")} note={t("Customers see these in plans and the reference.")}>
        <ApiDetails {...own} isNew={!one} builtin={builtin} />
      </Part>
      {!builtin && (
        <Part title={t("Backend")} note={t("It never receives keys or cookies of callers.")}>
          <div className="form">
            <AddressFields
              {...own}
              isNew={!one}
              faultOf={faultOf}
              label={t("Backend")}
              hint={t("For example, https://backend.example.com/v1. Leave empty to answer no calls.")}
            />
          </div>
          <TestBackend testOf={test} disabled={form.service_url === ""} />
        </Part>
      )}
      {canAsk(one) && (
        <Part
          title={t("Upstream")}
          note={t(
            "Lookups request records from it that this service does not have. It receives nothing about the caller.",
          )}
        >
          <UpstreamFields {...own} isNew={one?.service_url === null} faultOf={faultOf} />
          <TestBackend testOf={test} disabled={form.service_url === ""} path={`/${one?.path}/`} />
        </Part>
      )}
      {!builtin && (
        <Part title={t("Limits")} note={t("Leave empty for the default.")}>
          <LimitFields {...own} />
        </Part>
      )}
    </>
  );
}
