import type { Hit, Searched } from "../api/search.ts";
import { t } from "../base/language/language.ts";
import { price } from "../base/money.ts";
import { familyName } from "../pages/operator/family-names.ts";
import { localDay } from "../parts/time.tsx";

/** Something that a text leads to. */
export interface Found {
  /** What it is: an invoice, a customer, a page. */
  readonly kind: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

export const groupTitles: Readonly<Record<Searched["groups"][number]["group"], string>> = {
  money: t("Money"),
  customers: t("Customers"),
  calls: t("Calls"),
  vehicles: t("Vehicles"),
  plans: t("Plans"),
  settings: t("Settings"),
  docs: t("Docs"),
};

const kinds: Readonly<Record<Hit["kind"], string>> = {
  invoice: t("Invoice"),
  credit_note: t("Credit note"),
  payment: t("Payment"),
  transfer: t("Transfer"),
  refund: t("Refund"),
  return: t("Refund"),
  customer: t("Customer"),
  subscription: t("Subscription"),
  key: t("Key"),
  call: t("Call"),
  calls: t("Calls"),
  vin: t("Vehicle"),
  plate: t("Plate"),
  plan: t("Plan"),
  api: "API",
  dataset: t("Dataset"),
  setting: t("Setting"),
  doc: t("Docs"),
  operation: t("Operation"),
};

/** What is found, and its page for one side of the console. */
export function foundOf(hit: Hit, operator: boolean): Found {
  const label = hit.kind === "dataset" ? familyName(lastPart(hit.object)) : hit.label;
  return { kind: kinds[hit.kind], label, detail: detailOf(hit), ...placeOf(hit, operator) };
}

/** In the page's language, where its values are enough for that. */
function detailOf({ kind, detail, values }: Hit): string | undefined {
  switch (kind) {
    case "invoice":
    case "credit_note":
    case "payment":
    case "transfer":
    case "refund":
    case "return": {
      const { minor = 0, currency = "", at = 0, name } = values;
      return [price(Number(minor), String(currency)), localDay(at), name].filter(Boolean).join(" · ");
    }
    case "key": {
      const { slot = "", subscription = "" } = values;
      return t(
        "{slot, select, primary {Primary key} secondary {Secondary key} other {Test key}} of {subscription}",
        { slot: String(slot), subscription: String(subscription) },
      );
    }
    case "call":
      return `${values.status} ${values.operation} · ${localDay(values.at ?? 0)}`;
    case "calls":
      return t("Calls about this VIN");
    case "vin":
      return t("Opens without a charge");
    case "plate":
      return t("Shows the price first");
    case "dataset":
      return undefined;
    default:
      return detail ?? undefined;
  }
}

const lastPart = (object: string): string => object.slice(object.lastIndexOf("/") + 1);

function placeOf(
  { kind, label, object, account, values }: Hit,
  operator: boolean,
): Pick<Found, "to" | "search"> {
  const money = operator ? "/money" : "/billing";
  const id = lastPart(object);
  switch (kind) {
    case "invoice":
    case "credit_note":
      return { to: `${money}/${encodeURIComponent(label)}` };
    case "payment":
    case "refund":
      return { to: `${money}/${id}` };
    case "transfer":
    case "return":
      // One that has its payment is found by what names it to the bank or provider.
      return { to: "/money", search: { text: values.state === "matched" ? label : id, range: "all" } };
    case "customer":
      return { to: `/customers/${id}` };
    case "subscription":
    case "key":
      return { to: operator ? `/customers/${account}` : "/keys" };
    case "call":
      return { to: "/calls", search: { id: label } };
    case "calls":
      return { to: "/calls", search: { q: label } };
    case "vin":
      return { to: "/look-up", search: { vin: label } };
    case "plate":
      return { to: "/look-up", search: { plate: String(values.number), state: String(values.state) } };
    case "plan":
      return operator ? { to: `/plans/${id}` } : { to: "/billing#plan" };
    case "api":
      return { to: operator ? `/apis/${id}` : "/docs/reference" };
    case "dataset":
      return { to: `/data/${id}` };
    case "setting":
      return { to: "/settings", search: { find: label } };
    case "doc":
      return { to: object.replace(/\.md$/, "") };
    case "operation":
      return { to: "/docs/reference", search: { op: id.replace(/\.md$/, "") } };
  }
}
