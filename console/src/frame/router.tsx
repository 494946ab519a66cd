import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { sessionStore } from "../api/session.ts";
import { servicePath } from "../base/service-path.ts";
import { NotFound } from "../pages/public/not-found.tsx";
import { PublicPage } from "../parts/public-page.tsx";
import { patiently } from "./load-page.ts";
import { Notices } from "./notices.tsx";
import { Shell } from "./shell.tsx";

function Root() {
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Outlet />
      <Notices />
    </>
  );
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

type Search = Readonly<Record<string, string>>;

/** State that is in the address: texts alone, absent ones left out. */
function texts(search: Record<string, unknown>): Search {
  return Object.fromEntries(
    Object.entries(search)
      .filter(([, value]) => value !== undefined && value !== "" && typeof value !== "object")
      .map(([name, value]) => [name, String(value)]),
  );
}

const landing = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(
    patiently(() => import("../pages/public/landing.tsx")),
    "Landing",
  ),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: texts,
  component: lazyRouteComponent(
    patiently(() => import("../pages/public/sign-in.tsx")),
    "SignIn",
  ),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  component: lazyRouteComponent(
    patiently(() => import("../pages/public/sign-up.tsx")),
    "SignUp",
  ),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset",
  component: lazyRouteComponent(
    patiently(() => import("../pages/public/reset.tsx")),
    "Reset",
  ),
});

const docs = createRoute({
  getParentRoute: () => root,
  path: "/docs",
  component: lazyRouteComponent(
    patiently(() => import("../pages/public/guide.tsx")),
    "Guide",
  ),
});

const docsPage = createRoute({
  getParentRoute: () => root,
  path: "/docs/$page",
  component: lazyRouteComponent(
    patiently(() => import("../pages/public/guide.tsx")),
    "Guide",
  ),
});

const docsSection = createRoute({
  getParentRoute: () => root,
  path: "/docs/$section/$page",
  component: lazyRouteComponent(
    patiently(() => import("../pages/public/guide.tsx")),
    "Guide",
  ),
});

/** Pages that a visitor can read too: in the shell for whoever has signed in. */
function Open() {
  if (sessionStore.use()) return <Shell />;
  return (
    <PublicPage>
      <main id="main">
        <Outlet />
      </main>
    </PublicPage>
  );
}

const open = createRoute({ getParentRoute: () => root, id: "open", component: Open });

const reference = createRoute({
  getParentRoute: () => open,
  path: "/reference",
  validateSearch: texts,
  component: lazyRouteComponent(
    patiently(() => import("../pages/reference/reference.tsx")),
    "Reference",
  ),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  component: Shell,
  beforeLoad: ({ location }) => {
    if (!sessionStore.get()) throw redirect({ to: "/sign-in", search: { next: location.href } });
  },
});

function page(path: string, load: Parameters<typeof lazyRouteComponent>[0], name: string) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    validateSearch: texts,
    component: lazyRouteComponent(patiently(load as () => Promise<Record<string, never>>), name),
  });
}

const routeTree = root.addChildren([
  landing,
  signIn,
  signUp,
  reset,
  docs,
  docsPage,
  docsSection,
  open.addChildren([reference]),
  shell.addChildren([
    page("/overview", () => import("../pages/overview.tsx"), "Overview"),
    page("/quick-start", () => import("../pages/customer/quick-start.tsx"), "QuickStart"),
    page("/keys", () => import("../pages/customer/keys.tsx"), "Keys"),
    page("/usage", () => import("../pages/usage/usage.tsx"), "Usage"),
    page("/plans", () => import("../pages/customer/plans.tsx"), "Plans"),
    page("/profile", () => import("../pages/account/profile.tsx"), "Profile"),
    page("/users", () => import("../pages/operator/users.tsx"), "Users"),
    page("/users/$userId", () => import("../pages/operator/user.tsx"), "UserStory"),
    page("/subscriptions", () => import("../pages/operator/subscriptions.tsx"), "Subscriptions"),
    page("/products", () => import("../pages/operator/products.tsx"), "Products"),
    page("/products/$productId", () => import("../pages/operator/product.tsx"), "ProductPage"),
    page("/apis", () => import("../pages/operator/apis.tsx"), "Apis"),
    page("/system", () => import("../pages/operator/system.tsx"), "System"),
    page("/settings", () => import("../pages/operator/settings.tsx"), "Settings"),
    page("/datasets/$family", () => import("../pages/operator/dataset.tsx"), "DatasetPage"),
    page("/datasets", () => import("../pages/operator/datasets.tsx"), "Datasets"),
    page("/audit", () => import("../pages/operator/audit.tsx"), "Audit"),
    page("/look-up", () => import("../pages/vehicle/look-up.tsx"), "LookUp"),
    page("/requests", () => import("../pages/requests/requests.tsx"), "Requests"),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: `${servicePath}/console`,
  scrollRestoration: true,
  defaultPreload: "intent",
  // Search parameters are plain texts here: a request id of digits stays a text.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text ? `?${text}` : "";
  },
});
