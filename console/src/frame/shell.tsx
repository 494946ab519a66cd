import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useAccount } from "../api/account.ts";
import { api, dataOf } from "../api/client.ts";
import { sessionStore, setSession, useUser } from "../api/session.ts";
import { signOutOtherTabs } from "../api/session-handover.ts";
import { t } from "../base/language/language.ts";
import { Brand, BrandFoot } from "../parts/brand.tsx";
import { Button } from "../parts/button.tsx";
import { pageParts } from "../parts/page-parts.ts";
import { queryClient } from "../parts/query-client.ts";
import { roleNames } from "../parts/role-words.ts";
import { addressStore, navigate } from "../parts/router.tsx";
import { homePath } from "../parts/side-paths.ts";
import { ThemeChoice } from "../parts/theme-choice.tsx";
import { AccountChoice } from "./account-choice.tsx";
import { EntryLinks, SectionLinks } from "./entries.tsx";
import { FindButton, Finder } from "./finder.tsx";
import { followAccount } from "./follow-account.ts";
import { KeyList } from "./key-list.tsx";
import { useKeys } from "./keys.ts";
import { MeMenu } from "./me-menu.tsx";
import { useMenu } from "./menu.ts";
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
  const menu = useMenu();
  const [dialog, setDialog] = useState<"search" | "keys">();
  const main = useRef<HTMLElement>(null);
  const seen = useRef(pathname);
  useEffect(() => {
    // Screen readers start at the top of a page that a link opened.
    if (seen.current !== pathname) main.current?.focus({ preventScroll: false });
    seen.current = pathname;
  }, [pathname]);
  useEffect(followAccount, []);
  const { role, account } = useAccount();
  const operator = role === "operator";
  const home = homePath();
  // One's own account needs no word for its owner.
  const memberRole = account?.kind === "organization" ? account.member_role : undefined;
  const ownRole = operator ? user.operator_role : memberRole;
  const side = operator ? "operator" : "customer";
  const find = () => setDialog("search");
  const close = () => setDialog(undefined);
  useKeys({ side, search: find, list: () => setDialog("keys") });
  return (
    <>
      <header className="topbar">
        <Brand to={home} />
        <FindButton open={find} />
        <Button onPress={menu.toggle} aria-expanded={menu.isOpen} aria-controls="side">
          {menu.isOpen ? t("Close") : t("Menu")}
        </Button>
      </header>
      <div className="shell">
        <nav
          className="side"
          id="side"
          aria-label={operator ? t("Console") : t("Portal")}
          data-open={menu.isOpen || undefined}
        >
          <Brand to={home} />
          <AccountChoice />
          <FindButton open={find} />
          <EntryLinks replaces={menu.isOpen} />
          <div className="who">
            <MeMenu
              name={`${user.first_name} ${user.last_name}`}
              detail={[ownRole && roleNames[ownRole], user.email].filter(Boolean).join(" · ")}
              replaces={menu.isOpen}
              showKeys={() => setDialog("keys")}
              signOut={signOut}
            />
            <ThemeChoice />
          </div>
        </nav>
        <main className="main" id="main" tabIndex={-1} ref={main}>
          <VisitNotice />
          <SectionLinks />
          {children}
          <BrandFoot />
        </main>
      </div>
      {dialog === "search" && <Finder close={close} />}
      {dialog === "keys" && <KeyList side={side} close={close} />}
      <Suspense>
        {pageParts().flatMap(({ signedIn: Part }, index) => (Part ? <Part key={`${index + 1}`} /> : []))}
      </Suspense>
    </>
  );
}
