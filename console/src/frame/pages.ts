import { t } from "../base/language/language.ts";
import { features } from "../features.ts";
import { addressOfPage, type Page } from "../parts/page.ts";
import { setPageParts } from "../parts/page-parts.ts";
import { setPublicLinks } from "../parts/public-links.ts";
import { setSections } from "../parts/sections.ts";
import { settingsPages } from "./settings-pages.ts";

const guide = () => import("../pages/docs/guide.tsx").then((code) => code.Guide);

const corePages: readonly Page[] = [
  {
    path: "/",
    title: t("VIN decoding, history and values, self-hosted"),
    access: "public",
    load: () => import("../pages/public/landing.tsx").then((code) => code.Landing),
  },
  {
    path: "/sign-in",
    title: t("Sign in"),
    access: "public",
    load: () => import("../pages/public/sign-in.tsx").then((code) => code.SignIn),
  },
  {
    path: "/sign-up",
    title: t("Create your account"),
    access: "public",
    load: () => import("../pages/public/sign-up.tsx").then((code) => code.SignUp),
  },
  {
    path: "/reset",
    title: t("Choose a new password"),
    access: "public",
    load: () => import("../pages/public/reset.tsx").then((code) => code.Reset),
  },
  {
    path: "/enter",
    title: t("Choose a new password"),
    access: "public",
    load: () => import("../pages/public/enter.tsx").then((code) => code.Enter),
  },
  {
    path: "/inbox",
    title: t("Inbox"),
    words: t("approvals findings to do open overview"),
    access: "operator",
    permission: "inbox.view",
    operator: "inbox",
    load: () => import("../pages/operator/inbox-page.tsx").then((code) => code.InboxPage),
  },
  {
    path: "/home",
    title: t("Home"),
    words: t("overview quick start credits first call"),
    access: "user",
    customer: "home",
    load: () => import("../pages/customer/home.tsx").then((code) => code.Home),
  },
  {
    path: "/look-up",
    title: t("Vehicle lookup"),
    access: "user",
    permission: "keys.view",
    operatorPermission: "data.view",
    customer: "look-up",
    operator: "data",
    load: () => import("../pages/vehicle/look-up.tsx").then((code) => code.LookUp),
  },
  {
    path: "/look-up",
    when: ["tab", "lists"],
    title: t("Lists"),
    words: t("batch CSV upload VINs"),
    access: "user",
    permission: "keys.view",
    customer: "look-up",
    load: () => import("../pages/lists/lists.tsx").then((code) => code.Lists),
  },
  {
    path: "/customers",
    title: t("Customers"),
    words: t("users accounts organizations subscriptions approve"),
    access: "operator",
    permission: "customers.view",
    operator: "customers",
    load: () => import("../pages/customers/customers.tsx").then((code) => code.Customers),
  },
  {
    path: "/customers/$userId",
    title: t("Customer"),
    access: "operator",
    permission: "account.view",
    load: () => import("../pages/customers/customer.tsx").then((code) => code.CustomerPage),
  },
  {
    path: "/plans",
    title: t("Plans"),
    words: t("policy limits quota prices packages offers sell"),
    access: "operator",
    permission: "catalogue.view",
    operator: "plans",
    load: () => import("../pages/operator/plans.tsx").then((code) => code.Plans),
  },
  {
    path: "/plans/$productId",
    title: t("Plan"),
    access: "operator",
    permission: "catalogue.view",
    load: () => import("../pages/operator/plan.tsx").then((code) => code.PlanPage),
  },
  {
    path: "/apis",
    title: "APIs",
    access: "operator",
    permission: "catalogue.view",
    operator: "apis",
    load: () => import("../pages/apis/apis.tsx").then((code) => code.Apis),
  },
  {
    path: "/apis/$apiId",
    title: "API",
    access: "operator",
    permission: "catalogue.view",
    load: () => import("../pages/apis/api.tsx").then((code) => code.ApiPage),
  },
  {
    path: "/data",
    title: t("Datasets"),
    words: t("import data files"),
    access: "operator",
    permission: "data.view",
    operator: "data",
    load: () => import("../pages/operator/datasets.tsx").then((code) => code.Datasets),
  },
  {
    path: "/data/vpic",
    title: t("VIN decoder"),
    access: "operator",
    permission: "data.view",
    load: () => import("../pages/operator/vin-data.tsx").then((code) => code.VinDataPage),
  },
  {
    path: "/data/$family",
    title: t("Dataset"),
    access: "operator",
    permission: "data.view",
    load: () => import("../pages/operator/dataset.tsx").then((code) => code.DatasetPage),
  },
  ...settingsPages,
  {
    path: "/docs/reference",
    title: t("API reference"),
    access: "open",
    customer: "docs",
    operator: "me",
    load: () => import("../pages/reference/reference.tsx").then((code) => code.Reference),
  },
  { path: "/docs", title: t("Docs"), access: "open", customer: "docs", operator: "me", load: guide },
  { path: "/docs/$page", title: t("Docs"), access: "open", load: guide },
  { path: "/docs/$section/$page", title: t("Docs"), access: "open", load: guide },
  {
    path: "/keys",
    title: t("Keys"),
    words: t("API key rotate secret test key"),
    access: "user",
    permission: "keys.view",
    customer: "keys",
    load: () => import("../pages/customer/keys.tsx").then((code) => code.Keys),
  },
  {
    path: "/calls",
    title: t("Calls"),
    words: t("request log errors history usage reports costs credits CSV export"),
    access: "user",
    permission: "calls.view",
    customer: "calls",
    operator: "calls",
    load: () => import("../pages/requests/calls.tsx").then((code) => code.Calls),
  },
  {
    path: "/billing",
    title: t("Billing"),
    words: t("subscribe credits price"),
    access: "user",
    permission: "credits.view",
    customer: "billing",
    load: () => import("../pages/customer/plans.tsx").then((code) => code.Plans),
  },
  {
    path: "/me",
    when: ["tab", "security"],
    title: t("Security"),
    words: t(
      "change password app codes second factor authenticator TOTP recovery sign out everywhere sessions",
    ),
    access: "user",
    permission: "self.change",
    customer: "me",
    operator: "me",
    load: () => import("../pages/account/security.tsx").then((code) => code.Security),
  },
  {
    path: "/me",
    title: t("Profile"),
    words: t("change email name delete account access tokens"),
    access: "user",
    permission: "self.change",
    customer: "me",
    operator: "me",
    load: () => import("../pages/account/profile.tsx").then((code) => code.Profile),
  },
];

/** Every page of the console, in the order of the side bars. A feature's page replaces the core's of its address. */
export const pages: readonly Page[] = features.reduce((listed, { pages: own, before }) => {
  const replaced = new Set(own.map(addressOfPage));
  const all = listed.filter((page) => !replaced.has(addressOfPage(page)));
  const place = all.findIndex((page) => addressOfPage(page) === before);
  return all.toSpliced(place < 0 ? all.length : place, 0, ...own);
}, corePages);

setPublicLinks(
  features.flatMap(({ pages: own, linked = [] }) => own.filter(({ path }) => linked.includes(path))),
);
setSections(pages);
setPageParts(features.flatMap(({ parts = [] }) => parts));
