import { useQuery } from "@tanstack/react-query";
import { type May, useAccount, useMay } from "../api/account.ts";
import { inbox } from "../api/inbox.ts";
import { t } from "../base/language/language.ts";
import {
  addressOfPage,
  type CustomerEntry,
  type OperatorEntry,
  type Page,
  permissionOf,
} from "../parts/page.ts";
import { addressStore, Link, pendingStore } from "../parts/router.tsx";
import { findPage } from "./find-page.ts";
import { pages } from "./pages.ts";

/** The entries of the operator's side bar, in their order. */
const operatorEntries: Readonly<Record<OperatorEntry, string>> = {
  inbox: t("Inbox"),
  customers: t("Customers"),
  plans: t("Plans"),
  money: t("Money"),
  calls: t("Calls"),
  apis: t("APIs"),
  data: t("Data"),
  settings: t("Settings"),
  me: "",
};

/** Those of the customer's. */
const customerEntries: Readonly<Record<CustomerEntry, string>> = {
  home: t("Home"),
  "look-up": t("Look up"),
  keys: t("Keys"),
  calls: t("Calls"),
  alerts: t("Alerts"),
  billing: t("Billing"),
  docs: t("Docs"),
  me: "",
};

interface Entry {
  readonly id: string;
  readonly title: string;
  /** Its pages for the reader's role, the one at the entry's own path first. */
  readonly pages: readonly Page[];
}

function useEntries(): readonly Entry[] {
  return entriesOf(useAccount().role, useMay());
}

/** The entries of a side bar, and their pages, that a role may open. */
export function entriesOf(side: "operator" | "customer", may: May): readonly Entry[] {
  const shown = pages.filter((page) => may(permissionOf(page, side === "operator")));
  return Object.entries(side === "operator" ? operatorEntries : customerEntries).flatMap(([id, title]) => {
    const own = shown.filter((page) => page[side] === id);
    const isFirst = ({ path, when }: Page) => path === `/${id}` && when === undefined;
    const ordered = [...own.filter(isFirst), ...own.filter((page) => !isFirst(page))];
    return own.length === 0 ? [] : [{ id, title, pages: ordered }];
  });
}

const firstSegment = (path: string) => path.split("/")[1] ?? "";

/** The entry of the page that is shown: one that lists it, or a page whose path begins alike. */
function useCurrent(entries: readonly Entry[]): {
  readonly page: Page | undefined;
  readonly entry: Entry | undefined;
} {
  const { pathname, search } = addressStore.use();
  const page = findPage(pathname, search)?.page;
  const listing = entries.find((one) => page && one.pages.includes(page));
  const alike = entries.find((one) =>
    one.pages.some(({ path }) => firstSegment(path) === firstSegment(pathname)),
  );
  return { page, entry: listing ?? alike };
}

/** How many things need the reader, by entry; none for customers, whose lists have their own. */
function useCounts(): Readonly<Record<string, number>> {
  const may = useMay();
  const isAsked = useAccount().role === "operator" && may("inbox.view");
  const { data } = useQuery({ ...inbox, enabled: isAsked });
  return isAsked && data ? { inbox: data.total, ...data.counts } : {};
}

/** Links of the menu of a narrow page take its place in the history. */
interface MenuLinks {
  readonly replaces: boolean;
}

/** The links of the side bar. */
export function EntryLinks({ replaces }: MenuLinks) {
  const entries = useEntries();
  const counts = useCounts();
  const current = useCurrent(entries).entry;
  const pending = pendingStore.use();
  return (
    <ul className="links">
      {entries
        .filter(({ title }) => title !== "")
        .map(({ id, title, pages: [first] }) => (
          <li key={id}>
            <Link
              to={addressOfPage(first!)}
              replaces={replaces}
              aria-current={current?.id === id ? "page" : undefined}
              aria-busy={pending === first!.path || undefined}
            >
              {title}
              {counts[id] ? (
                <span>
                  {counts[id]}
                  <span className="vh"> {t("open")}</span>
                </span>
              ) : null}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** The pages of the current entry, if it lists several and the page is one of them. */
export function SectionLinks() {
  const { page, entry } = useCurrent(useEntries());
  if (!page || !entry || entry.pages.length < 2 || !entry.pages.includes(page)) return null;
  // Their list is a page of its own.
  if (page.section)
    return (
      <nav className="crumb" aria-label={t("Breadcrumb")}>
        <Link to="/settings">{t("Settings")}</Link>
      </nav>
    );
  if (entry.id === "settings") return null;
  return (
    <nav className="sections" aria-label={entry.title || t("Profile and security")}>
      <PageLinks of={entry.pages} current={page} />
    </nav>
  );
}

/** The pages about the reader, behind the name. */
export function MeLinks({ replaces }: MenuLinks) {
  const entries = useEntries();
  const { page } = useCurrent(entries);
  return (
    <PageLinks of={entries.find(({ id }) => id === "me")?.pages ?? []} current={page} replaces={replaces} />
  );
}

interface PageLinksProps extends Partial<MenuLinks> {
  readonly of: readonly Page[];
  readonly current: Page | undefined;
}

function PageLinks({ of, current, replaces }: PageLinksProps) {
  const isOperator = useAccount().role === "operator";
  return (
    <ul>
      {of.map((page) => (
        <li key={addressOfPage(page)}>
          <Link
            to={addressOfPage(page)}
            replaces={replaces}
            aria-current={page === current ? "page" : undefined}
          >
            {(isOperator && page.operatorTitle) || page.title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
