import { features } from "../features.ts";
import type { Page } from "../parts/page.ts";
import { setPageParts } from "../parts/page-parts.ts";
import { setPublicLinks } from "../parts/public-links.ts";

const guide = () => import("../pages/docs/guide.tsx").then((code) => code.Guide);

/** The pages of the core. */
const corePages: readonly Page[] = [
  {
    path: "/",
    title: "VIN decoding, history and values, self-hosted",
    access: "public",
    load: () => import("../pages/public/landing.tsx").then((code) => code.Landing),
  },
  {
    path: "/sign-in",
    title: "Sign in",
    access: "public",
    load: () => import("../pages/public/sign-in.tsx").then((code) => code.SignIn),
  },
  {
    path: "/sign-up",
    title: "Create your account",
    access: "public",
    load: () => import("../pages/public/sign-up.tsx").then((code) => code.SignUp),
  },
  {
    path: "/reset",
    title: "Choose a new password",
    access: "public",
    load: () => import("../pages/public/reset.tsx").then((code) => code.Reset),
  },
  {
    path: "/overview",
    title: "Overview",
    access: "user",
    customer: "",
    operator: "",
    load: () => import("../pages/overview.tsx").then((code) => code.Overview),
  },
  {
    path: "/quick-start",
    title: "Quick start",
    access: "user",
    customer: "",
    load: () => import("../pages/customer/quick-start.tsx").then((code) => code.QuickStart),
  },
  {
    path: "/look-up",
    title: "Vehicle lookup",
    access: "user",
    customer: "",
    operator: "",
    load: () => import("../pages/vehicle/look-up.tsx").then((code) => code.LookUp),
  },
  {
    path: "/lists",
    title: "Lists",
    words: "batch CSV upload VINs",
    access: "user",
    customer: "",
    load: () => import("../pages/lists/lists.tsx").then((code) => code.Lists),
  },
  {
    path: "/users",
    title: "Users",
    words: "customers accounts",
    access: "operator",
    operator: "Customers",
    load: () => import("../pages/operator/users.tsx").then((code) => code.Users),
  },
  {
    path: "/users/$userId",
    title: "User",
    access: "operator",
    load: () => import("../pages/operator/user.tsx").then((code) => code.UserPage),
  },
  {
    path: "/subscriptions",
    title: "Subscriptions",
    access: "operator",
    operator: "Customers",
    load: () => import("../pages/operator/subscriptions.tsx").then((code) => code.Subscriptions),
  },
  {
    path: "/products",
    title: "Plans",
    words: "policy limits quota prices",
    access: "operator",
    operator: "Customers",
    load: () => import("../pages/operator/products.tsx").then((code) => code.Products),
  },
  {
    path: "/products/$productId",
    title: "Plan",
    access: "operator",
    load: () => import("../pages/operator/product.tsx").then((code) => code.ProductPage),
  },
  {
    path: "/apis",
    title: "APIs",
    access: "operator",
    operator: "Customers",
    load: () => import("../pages/apis/apis.tsx").then((code) => code.Apis),
  },
  {
    path: "/apis/$apiId",
    title: "API",
    access: "operator",
    load: () => import("../pages/apis/api.tsx").then((code) => code.ApiPage),
  },
  {
    path: "/datasets",
    title: "Datasets",
    words: "import data files",
    access: "operator",
    operator: "Service",
    load: () => import("../pages/operator/datasets.tsx").then((code) => code.Datasets),
  },
  {
    path: "/datasets/vpic",
    title: "VIN decoder",
    access: "operator",
    load: () => import("../pages/operator/vin-data.tsx").then((code) => code.VinDataPage),
  },
  {
    path: "/datasets/$family",
    title: "Dataset",
    access: "operator",
    load: () => import("../pages/operator/dataset.tsx").then((code) => code.DatasetPage),
  },
  {
    path: "/audit",
    title: "Audit log",
    words: "changes who",
    access: "operator",
    operator: "Service",
    load: () => import("../pages/operator/audit.tsx").then((code) => code.Audit),
  },
  {
    path: "/system",
    title: "System",
    words: "backup nodes health disk checks",
    access: "operator",
    operator: "Service",
    load: () => import("../pages/operator/system.tsx").then((code) => code.System),
  },
  {
    path: "/settings",
    title: "Settings",
    access: "operator",
    operator: "Service",
    load: () => import("../pages/operator/settings.tsx").then((code) => code.Settings),
  },
  {
    path: "/reference",
    title: "API reference",
    access: "open",
    customer: "",
    operator: "Service",
    load: () => import("../pages/reference/reference.tsx").then((code) => code.Reference),
  },
  { path: "/docs", title: "Docs", access: "open", customer: "", operator: "Service", load: guide },
  { path: "/docs/$page", title: "Docs", access: "open", load: guide },
  { path: "/docs/$section/$page", title: "Docs", access: "open", load: guide },
  {
    path: "/keys",
    title: "API keys",
    words: "rotate secret test key",
    access: "user",
    customer: "Account",
    load: () => import("../pages/customer/keys.tsx").then((code) => code.Keys),
  },
  {
    path: "/requests",
    title: "Request log",
    words: "calls errors history",
    access: "user",
    customer: "Account",
    operator: "",
    load: () => import("../pages/requests/requests.tsx").then((code) => code.Requests),
  },
  {
    path: "/usage",
    title: "Usage",
    operatorTitle: "Reports",
    words: "costs credits CSV export",
    access: "user",
    customer: "Account",
    operator: "",
    load: () => import("../pages/usage/usage.tsx").then((code) => code.Usage),
  },
  {
    path: "/plans",
    title: "Plans",
    words: "subscribe credits price",
    access: "user",
    customer: "Account",
    load: () => import("../pages/customer/plans.tsx").then((code) => code.Plans),
  },
  {
    path: "/profile",
    title: "Profile",
    words: "change password email name delete account sign out everywhere sessions",
    access: "user",
    customer: "Account",
    operator: "Service",
    load: () => import("../pages/account/profile.tsx").then((code) => code.Profile),
  },
];

/** Every page of the console, in the order of the side bars. A feature's page replaces the core's of its path. */
export const pages: readonly Page[] = features.reduce((listed, { pages: own, before }) => {
  const all = listed.filter(({ path }) => own.every((one) => one.path !== path));
  const place = all.findIndex(({ path }) => path === before);
  return all.toSpliced(place < 0 ? all.length : place, 0, ...own);
}, corePages);

setPublicLinks(
  features.flatMap(({ pages: own, linked = [] }) => own.filter(({ path }) => linked.includes(path))),
);
setPageParts(features.flatMap(({ parts = [] }) => parts));
