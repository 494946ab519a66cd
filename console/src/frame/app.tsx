import { Component, lazy, type ReactNode, Suspense, useEffect } from "react";
import { actingOf, mayOf } from "../api/account.ts";
import { prepareAccounts } from "../api/accounts.ts";
import { sessionStore } from "../api/session.ts";
import { takeOverSession } from "../api/session-handover.ts";
import { t } from "../base/language/language.ts";
import { FormPage } from "../pages/public/form-page.tsx";
import { type Page, type PageComponent, permissionOf } from "../parts/page.ts";
import { usePageTitle } from "../parts/page-title.ts";
import { PublicPage } from "../parts/public-page.tsx";
import { type Address, addressStore, navigate } from "../parts/router.tsx";
import { Failure } from "../parts/states.tsx";
import { findPage } from "./find-page.ts";
import { loadWithRetry } from "./load-page.ts";
import { Notices, Outage, Pending } from "./notices.tsx";
import { PageFrame } from "./page-frame.tsx";
import { NotPermitted, UnknownAddress, UnknownToVisitor } from "./problems.tsx";
import { publicPages } from "./public-pages.ts";
import { Shell } from "./shell.tsx";

const SectionEnvironment = lazy(() =>
  import("../pages/operator/section-environment.tsx").then((code) => ({ default: code.SectionEnvironment })),
);

const loaded = new Map<Page, PageComponent>();

const isPublic = ({ access }: Page) => access === "public" || access === "open";

function isOperator(): boolean {
  const session = sessionStore.get();
  return session !== undefined && actingOf(session).role === "operator";
}

/** Takes the session of another tab for a page that shows more with one, and reads the accounts of the user. */
export async function prepareSession({ pathname, search }: Address): Promise<void> {
  const page = findPage(pathname, search)?.page;
  if (!page || page.access === "public") return;
  await takeOverSession();
  await prepareAccounts();
}

/** Loads the code of a page, once, and its session. */
export async function preparePage(address: Address): Promise<void> {
  const page = findPage(address.pathname, address.search)?.page;
  if (page) await Promise.all([loadPage(page), prepareSession(address)]);
}

async function loadPage(page: Page): Promise<void> {
  if (loaded.has(page)) return;
  const ready = publicPages[page.path];
  if (ready) return void loaded.set(page, ready);
  const component = await loadWithRetry(page.load).catch((error: unknown) => {
    return () => (
      <Failure error={error} what={t("Could not load the page")} retry={() => location.reload()} />
    );
  });
  loaded.set(page, component);
}

/** Shows the error of a page that failed to render. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Failure error={this.state.error} what={t("Could not show the page")} retry={() => location.reload()} />
    );
  }
}

function CurrentPage() {
  const { pathname, search } = addressStore.use();
  const session = sessionStore.use();
  const found = findPage(pathname, search);
  const signIn = found !== undefined && !session && !isPublic(found.page);
  useEffect(() => {
    const next = pathname + location.search;
    if (signIn) void navigate("/sign-in", { search: { next }, replace: true });
  }, [signIn, pathname]);
  if (!found || (session && found.page.access === "operator" && !isOperator()))
    return session ? (
      <Shell>
        <UnknownAddress />
      </Shell>
    ) : (
      <FormPage>
        <UnknownToVisitor />
      </FormPage>
    );
  const { page, params } = found;
  const Loaded = loaded.get(page);
  if (signIn || !Loaded) return null;
  const content = (
    <Boundary key={`${pathname} ${page.when} ${session && actingOf(session).id}`}>
      {mayOf(session)(permissionOf(page, isOperator())) ? (
        <Loaded params={params} />
      ) : (
        <NotPermitted page={page} />
      )}
    </Boundary>
  );
  if (page.access === "public" || page.isAlone) return content;
  if (session)
    return (
      <Shell>
        <PageFrame
          key={`${pathname} ${page.when}`}
          title={(isOperator() && page.operatorTitle) || page.title}
        >
          {content}
        </PageFrame>
        {page.section && (
          <Suspense>
            <SectionEnvironment page={page} />
          </Suspense>
        )}
      </Shell>
    );
  return (
    <PublicPage>
      <main id="main">{content}</main>
    </PublicPage>
  );
}

/** Sets the title of the list. It precedes the page, whose own title replaces it. */
function Title() {
  const { pathname, search } = addressStore.use();
  const page = findPage(pathname, search)?.page;
  usePageTitle((isOperator() && page?.operatorTitle) || page?.title || t("Page not found"));
  return null;
}

export function App() {
  return (
    <>
      <a className="skip" href="#main">
        {t("Skip to content")}
      </a>
      <Title />
      <Outage />
      <Pending />
      <CurrentPage />
      <Notices />
    </>
  );
}
