import { useQuery } from "@tanstack/react-query";
import { useAccount, useMay } from "../api/account.ts";
import { api, dataOf } from "../api/client.ts";
import { families } from "../api/families.ts";
import { usersBy } from "../api/operator-queries.ts";
import { apis, products, subscriptionsOf } from "../api/queries.ts";
import { isCallId } from "../api/requests.ts";
import { t } from "../base/language/language.ts";
import { nameOf } from "../pages/usage/use-names.ts";
import { tidyVin, vinFault } from "../pages/vehicle/vin-fault.ts";
import { permissionOf } from "../parts/page.ts";
import { useSettled } from "../parts/use-settled.ts";
import { findPage } from "./find-page.ts";
import { type Found, isNamed } from "./found-by-name.ts";
import { useDocs, useSettings } from "./found-texts.ts";
import { pages } from "./pages.ts";

const pauseMs = 200;
const shownMax = 8;

const plate = /^([A-Z0-9](?:[A-Z0-9 -]{0,8}[A-Z0-9])?)[ ,]+([A-Z]{2})$/;
const requestId = /^(?=.*\d)[A-Za-z0-9._-]{8,128}$/;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const keyStart = /^vgk_[A-Za-z0-9]{4,}(?:…[A-Za-z0-9]{0,5})?$/;

/** Results that follow from the form of a text, without a request. */
export function foundByForm(typed: string): Found[] {
  const text = typed.trim();
  if (text === "" || text.startsWith("vgk_")) return [];
  const found: Found[] = [];
  const vin = tidyVin(text);
  if (vinFault(text) === undefined)
    found.push({
      kind: t("Vehicle"),
      label: vin,
      detail: t("Opens without a charge"),
      to: "/look-up",
      search: { vin },
    });
  const [, number, state] = plate.exec(text.toUpperCase()) ?? [];
  if (number && state)
    found.push({
      kind: t("Plate"),
      label: `${number}, ${state}`,
      detail: t("Shows the price first"),
      to: "/look-up",
      search: { plate: number, state },
    });
  if (isCallId(text))
    found.push({
      kind: t("Call"),
      label: text,
      detail: t("By its call ID"),
      to: "/calls",
      search: { id: text },
    });
  if (requestId.test(text) && vinFault(text) !== undefined)
    found.push({
      kind: t("Call"),
      label: text,
      detail: t("By its request ID"),
      to: "/calls",
      search: { id: text },
    });
  return found;
}

function useKeys(text: string, operator: boolean): Found[] {
  const { data = [] } = useQuery({
    queryKey: ["keys", "found", text],
    queryFn: () => dataOf(api.POST("/keys/find", { body: { key: text } })),
    enabled: keyStart.test(text),
    staleTime: 60_000,
  });
  return data.map(({ subscription_id: id, user_id, slot }) => ({
    kind: t("Key"),
    label: t("The {slot} key of subscription {id}", { slot, id }),
    to: operator ? `/customers/${user_id}` : "/keys",
  }));
}

/** Users by name and email, or by their ID or that of a subscription. */
function useCustomers(text: string, operator: boolean): Found[] {
  const isName = operator && text.length > 1 && !uuid.test(text) && !text.startsWith("vgk_");
  const users = useQuery({
    ...usersBy({ page: 1, page_size: shownMax, text }),
    enabled: isName,
    retry: false,
  }).data?.items;
  const subscription = useQuery({
    queryKey: ["subscriptions", "one", text],
    queryFn: () =>
      dataOf(
        api.GET("/subscriptions/{subscription_id}", { params: { path: { subscription_id: text } } }),
      ).catch(() => null),
    enabled: operator && uuid.test(text),
  }).data;
  if (!operator) return [];
  const foundUsers = ((isName && users) || []).map((user) => ({
    kind: t("User"),
    label: nameOf(user),
    detail: user.email,
    to: `/customers/${user.id}`,
  }));
  const owner = subscription && {
    kind: t("Subscription"),
    label: subscription.display_name,
    to: `/customers/${subscription.owner_id}`,
  };
  return owner ? [owner, ...foundUsers] : foundUsers;
}

/** What is named so: plans, APIs and datasets for operators, subscriptions for customers. */
function useObjects(text: string, operator: boolean): Found[] {
  const { id } = useAccount();
  const plans = useQuery({ ...products, enabled: operator }).data?.items ?? [];
  const registered = useQuery({ ...apis, enabled: operator }).data?.items ?? [];
  const own = useQuery({ ...subscriptionsOf(id), enabled: !operator }).data?.items ?? [];
  const ofOperator = (): Found[] => [
    ...plans.map((one) => ({ kind: t("Plan"), label: one.display_name, to: `/plans/${one.id}` })),
    ...registered.map((one) => ({ kind: "API", label: one.display_name, to: `/apis/${one.id}` })),
    ...Object.entries(families.records).map(([name, label]) => ({
      kind: t("Dataset"),
      label,
      to: `/data/${name}`,
    })),
    { kind: t("Dataset"), label: t("VIN decoder"), to: "/data/vpic" },
  ];
  const ofCustomer = () =>
    own.map((one) => ({ kind: t("Subscription"), label: one.display_name, to: "/keys" }));
  const all = operator ? ofOperator() : ofCustomer();
  return text === "" ? [] : all.filter(({ label }) => isNamed(label, text));
}

function pagesNamed(text: string, operator: boolean): Found[] {
  return pages
    .filter((page) => (operator ? page.operator : page.customer) !== undefined)
    .map((page) => ({
      kind: t("Page"),
      label: (operator && page.operatorTitle) || page.title,
      to: page.path,
      words: page.words ?? "",
    }))
    .filter(({ label, words }) => isNamed(label, text) || (text.length > 2 && isNamed(words, text)))
    .map(({ words: _, ...found }) => found);
}

/** The pages that a typed text leads to, the surest first. */
export function useFound(typed: string): readonly Found[] {
  const operator = useAccount().role === "operator";
  const may = useMay();
  const now = typed.trim();
  const text = useSettled(now, now, pauseMs);
  const found = [
    ...foundByForm(now),
    ...useKeys(text, operator),
    ...useCustomers(text, operator && may("customers.view")),
    ...pagesNamed(now, operator),
    ...useObjects(text, operator),
    ...useSettings(text, operator && may("service.view")),
    ...useDocs(text),
  ];
  const isOpen = ({ to }: Found) => {
    const page = findPage(to)?.page;
    return !page || may(permissionOf(page, operator));
  };
  return found.filter(isOpen).slice(0, now === "" ? shownMax : 2 * shownMax);
}
