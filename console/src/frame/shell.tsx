import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useAccount, useMay } from "../api/account.ts";
import { api, dataOf } from "../api/client.ts";
import { sessionStore, setSession, useUser } from "../api/session.ts";
import { signOutOtherTabs } from "../api/session-handover.ts";
import { t } from "../base/language/language.ts";
import { Brand, BrandFoot } from "../parts/brand.tsx";
import { Button } from "../parts/button.tsx";
import { LanguageChoice } from "../parts/language-choice.tsx";
import { permissionOf } from "../parts/page.ts";
import { pageParts } from "../parts/page-parts.ts";
import { queryClient } from "../parts/query-client.ts";
import { roleNames } from "../parts/role-words.ts";
import { addressStore, Link, navigate, pendingStore } from "../parts/router.tsx";
import { ThemeChoice } from "../parts/theme-choice.tsx";
import { AccountChoice } from "./account-choice.tsx";
import { useFinder } from "./finder.tsx";
import { followAccount } from "./follow-account.ts";
import { pages } from "./pages.ts";
import { VisitNotice } from "./visit-notice.tsx";

async function signOut(): Promise<void> {
  await dataOf(api.POST("/auth/logout")).catch(() => undefined);
  const token = sessionStore.get()?.token;
  await navigate("/");
  if (token !== undefined) signOutOtherTabs(token);
  setSession(undefined);
  queryClient.clear();
}

/** The frame of a signed-in user: side bar and page. */
export function Shell({ children }: { children: ReactNode }) {
  const user = useUser();
  const { pathname } = addressStore.use();
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const seen = useRef(pathname);
  useEffect(() => {
    setOpen(false);
    // Screen readers start at the top of a page that a link opened.
    if (seen.current !== pathname) main.current?.focus({ preventScroll: false });
    seen.current = pathname;
  }, [pathname]);
  useEffect(followAccount, []);
  const { role, account } = useAccount();
  const operator = role === "operator";
  // One's own account needs no word for its owner.
  const memberRole = account?.kind === "organization" ? account.member_role : undefined;
  const ownRole = operator ? user.operator_role : memberRole;
  const finder = useFinder();
  return (
    <>
      <header className="topbar">
        <Brand to="/overview" />
        {finder.button}
        <Button onPress={() => setOpen(!open)} aria-expanded={open} aria-controls="side">
          {open ? t("Close") : t("Menu")}
        </Button>
      </header>
      <div className="shell">
        <nav
          className="side"
          id="side"
          aria-label={operator ? t("Console") : t("Portal")}
          data-open={open || undefined}
        >
          <Brand to="/overview" />
          <AccountChoice />
          {finder.button}
          <PageLinks side={operator ? "operator" : "customer"} pathname={pathname} />
          <div className="who">
            <p>
              <b dir="auto">
                {user.first_name} {user.last_name}
              </b>
              {ownRole && ` · ${roleNames[ownRole]}`}
              <span className="who-mail">{user.email}</span>
            </p>
            <ThemeChoice />
            <div className="leave">
              <LanguageChoice />
              <Button onPress={signOut} busy={t("Signing out")}>
                {t("Sign out")}
              </Button>
            </div>
          </div>
        </nav>
        <main className="main" id="main" tabIndex={-1} ref={main}>
          <VisitNotice />
          {children}
          <BrandFoot />
        </main>
      </div>
      {finder.dialog}
      <Suspense>
        {pageParts().flatMap(({ signedIn: Part }, index) => (Part ? <Part key={`${index + 1}`} /> : []))}
      </Suspense>
    </>
  );
}

/** The headings of the side bars, in their order. */
const order = ["", "Account", "Billing", "Organization", "Customers", "Business", "Service"] as const;

const headings: Readonly<Record<(typeof order)[number], string>> = {
  "": "",
  Account: t("Account"),
  Billing: t("Billing"),
  Organization: t("Organization"),
  Customers: t("Customers"),
  Business: t("Business"),
  Service: t("Service"),
};

/** The pages that the list names for a side bar, by group. */
function PageLinks({ side, pathname }: { side: "customer" | "operator"; pathname: string }) {
  const may = useMay();
  const groups = Map.groupBy(
    pages.filter((page) => page[side] !== undefined && may(permissionOf(page, side === "operator"))),
    (page) => page[side] ?? "",
  );
  const shown = order.flatMap((heading) => {
    const group = groups.get(heading);
    return group ? [[heading, group] as const] : [];
  });
  const pending = pendingStore.use();
  const isCurrent = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (
    <div className="links">
      {shown.map(([heading, group]) => (
        <div key={heading}>
          {heading && <h2>{headings[heading]}</h2>}
          <ul>
            {group.map(({ path, title, operatorTitle }) => (
              <li key={path}>
                <Link
                  to={path}
                  aria-current={isCurrent(path) ? "page" : undefined}
                  aria-busy={pending === path || undefined}
                >
                  {(side === "operator" && operatorTitle) || title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
