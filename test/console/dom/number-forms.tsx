import { t } from "../../../console/src/base/language/language.ts";
import { ApiPage } from "../../../console/src/pages/apis/api.tsx";
import { AdjustCredits } from "../../../console/src/pages/customers/adjust-credits.tsx";
import { Grants } from "../../../console/src/pages/customers/grants.tsx";
import { ImportForm } from "../../../console/src/pages/operator/import/import-form.tsx";
import { PlanPage } from "../../../console/src/pages/operator/plan.tsx";
import { Value } from "../../../console/src/pages/vehicle/value.tsx";
import { open, press } from "./act.ts";
import { grants } from "./billing-records.ts";
import { declaredForms } from "./declared-forms.tsx";
import { one } from "./find.ts";
import { close, type NumberForm } from "./number-form.ts";
import { show } from "./page.ts";
import { apiRecord, operator, product, subscription, user } from "./records.ts";
import { answer, json, refuse, respond } from "./service.ts";

async function openProduct() {
  const policy = {
    rate_limit: { calls: 6000, renewal_period_s: 3600 },
    quota: { calls: 100_000, renewal: "week" as const },
    credit_cost: { default: 2000, options: 0, per_api: { auction: 1500 } },
    watches: 50_000,
  };
  const shown = product({ policy, credits_granted: 15_000, subscriptions_limit: 2500 });
  respond("get", "/products", [shown]);
  respond("get", "/products/{id}", shown, { etag: '"1"' });
  respond("get", "/apis", [apiRecord()]);
  respond("get", "/products/{id}/apis", [apiRecord()]);
  await show(<PlanPage params={{ productId: "trial" }} />, { as: operator() });
}

async function openGrant() {
  respond("get", "/subscriptions/{id}/grants", [...grants]);
  await show(<Grants subscription={subscription()} />, { as: operator() });
  await open(one("details"));
  await press(t("Add credits with an expiry"));
}

async function openApi(api: ReturnType<typeof apiRecord>) {
  respond("get", "/apis", [api]);
  respond("get", "/products", []);
  respond("get", "/apis/{api_id}", api);
  refuse("GET /apis/{api_id}/health", 500, "Not of interest.");
  answer("GET /apis/{api_id}/document", () => json({ detail: "none", code: "not_found" }, 404));
  refuse("GET /apis/{api_id}/mapping", 404, "None.");
  await show(<ApiPage params={{ apiId: api.id }} />, { as: operator() });
}

const upstream = { source: "acme", keep_days: 3000, on_failure: "not_found" } as const;

const limits = { service_url: "https://backend.example.com", timeout_ms: 30_000, max_concurrent: 1000 };

async function openValue() {
  const statistics = {
    comparables: 12,
    p15: 1000,
    p50: 2000,
    p85: 3000,
    mileage_median: 60_000,
    as_of: "2026-11",
    confidence: "high",
  };
  const data = { basic: {}, market_value: { market_value_data: [] }, statistics };
  const calls = {
    vin: "5J6RW2H59JL990075",
    userId: "ada",
    key: "k",
    unavailable: false as const,
    receipts: new Map<string, string>(),
    unpaid: (paths: readonly string[]) => paths,
    price: () => "1 credit",
    covers: () => true,
  };
  await show(<Value data={data} path="/market-valuation/x" calls={calls} update={() => {}} />, {
    as: user(),
  });
}

async function openImport() {
  const column = { name: "vin", form: "text", required: true, about: "", example: "" };
  respond("get", "/imports", []);
  respond("get", "/datasets/{family}/columns", { family: "auction", columns: [column], sources: [] });
  await show(<ImportForm family="auction" />, { as: operator() });
}

/** The forms of features, which can be taken away. */
async function formsOfFeatures(): Promise<NumberForm[]> {
  const folder = `${import.meta.dir}/../../../console/src/features`;
  const paths = [...new Bun.Glob("*/{declared,number}-forms-records.tsx").scanSync(folder)].sort();
  const parts = await Promise.all(paths.map((path) => import(`${folder}/${path}`)));
  return parts.flatMap(({ numberForms: own }: { numberForms: readonly NumberForm[] }) => own);
}

/** Every form of the console that is declared by its fields, or has a field of a number. */
export const numberForms: readonly NumberForm[] = [
  {
    file: "pages/operator/plan-contents.tsx pages/operator/policy-editor.tsx pages/operator/plan-apis.tsx",
    fields: 9,
    open: openProduct,
  },
  { file: "pages/customers/grants.tsx", fields: 1, open: openGrant },
  {
    file: "pages/customers/adjust-credits.tsx",
    fields: 1,
    open: () => show(<AdjustCredits subscription={subscription()} close={close} />, { as: operator() }),
  },
  { file: "pages/operator/import/file-settings.tsx", fields: 1, open: openImport },
  {
    file: "pages/apis/api-fields.tsx",
    fields: 3,
    open: () => openApi(apiRecord({ id: "weather", name: "weather", path: "w", builtin: false, ...limits })),
  },
  {
    file: "pages/apis/api-fields.tsx",
    fields: 3,
    open: () => openApi(apiRecord({ ...limits, upstream })),
  },
  { file: "pages/vehicle/value.tsx", fields: 1, open: openValue },
  ...declaredForms,
  ...(await formsOfFeatures()),
];
