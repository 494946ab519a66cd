import type { ComponentPropsWithRef } from "react";
import { t } from "../base/language/language.ts";
import { servicePath } from "../base/service-path.ts";
import { createStore } from "../base/store.ts";

const base = `${servicePath}/console`;

/** Search parameters: the state of a page that a link keeps. */
export type Search = Readonly<Record<string, string>>;

/** An address below the console's base path. */
export interface Address {
  readonly pathname: string;
  readonly search: Search;
}

const currentAddress = (): Address => addressOf(location);

function addressOf({ pathname, search }: Pick<URL, "pathname" | "search">): Address {
  return {
    pathname: pathname.slice(base.length).replace(/\/$/, "") || "/",
    search: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** The address of a link's `to` and `search`. */
const addressTo = (to: string, search?: LinkProps["search"]): Address =>
  addressOf(new URL(hrefOf(to, search), location.href));

/** The address that is shown: it changes once the code of its page is loaded. */
export const addressStore = createStore<Address>(currentAddress());

/** The page that was chosen and whose code is not loaded yet. */
export const pendingStore = createStore<string | undefined>(undefined);

/** The pages of the console, as the router uses them. */
interface Pages {
  /** Loads the code of a page. */
  prepare(address: Address): Promise<unknown>;
  /** The page of an address; another one has another identity. */
  pageAt(address: Address): unknown;
  /** Where the page of a former address is now: a path with its search. */
  moved(address: Address): string | undefined | Promise<string | undefined>;
}

/** Whether the first page is loaded. */
let ready = false;
let pages: Pages = {
  prepare: () => Promise.resolve(),
  pageAt: ({ pathname }) => pathname,
  moved: () => undefined,
};

const scrollKey = "vingate.scroll";
const positions: Record<string, number> = JSON.parse(sessionStorage.getItem(scrollKey) ?? "{}");
const entryOf = (state: unknown) => (state as { entry?: string } | null)?.entry ?? "";
let shownEntry = entryOf(history.state);

function keepScroll(): void {
  positions[shownEntry] = scrollY;
  sessionStorage.setItem(scrollKey, JSON.stringify(positions));
}

function openMoved(moved: string): void {
  // A place within a page has its own hash.
  history.replaceState(history.state, "", base + moved + (moved.includes("#") ? "" : location.hash));
}

async function showAddress(top?: number): Promise<void> {
  shownEntry = entryOf(history.state);
  const requested = location.href;
  const moving = pages.moved(currentAddress());
  const moved = moving instanceof Promise ? await moving : moving;
  if (moved !== undefined && location.href === requested) openMoved(moved);
  const { href } = location;
  const address = currentAddress();
  // A change of the page's own state is synchronous, as controlled inputs require.
  if (!ready || !isShown(address)) {
    if (ready) pendingStore.set(address.pathname);
    await pages.prepare(address);
  }
  // A later navigation replaces this one.
  if (location.href !== href) return;
  ready = true;
  pendingStore.set(undefined);
  addressStore.set(currentAddress());
  if (top !== undefined) requestAnimationFrame(() => (top === 0 && scrollToHash()) || scrollTo(0, top));
}

/** Scrolls to the part of the page that the address names, or to `id` if it is the one. Returns whether there is one. */
export function scrollToHash(id = location.hash.slice(1)): boolean {
  if (id === "" || location.hash !== `#${id}`) return false;
  const part = document.getElementById(id);
  part?.scrollIntoView();
  return part !== null;
}

const isShown = (address: Address): boolean => {
  const shown = addressStore.get();
  return address.pathname === shown.pathname && pages.pageAt(address) === pages.pageAt(shown);
};

let blockers = 0;
const leaving = t("Leave this page? What you changed is not saved.");
/** Whether the reader stays, because a form has changes. A change of the page's own state leaves nothing. */
const isBlocked = (address: Address): boolean => blockers > 0 && !isShown(address) && !confirm(leaving);

const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

/** Requires confirmation before another page is opened; returns a function that ends this. */
export function blockLeaving(): () => void {
  if (blockers === 0) addEventListener("beforeunload", askBrowser);
  blockers += 1;
  return () => {
    blockers -= 1;
    if (blockers === 0) removeEventListener("beforeunload", askBrowser);
  };
}

/**
 * Shows the address and follows the browser's history. Resolves once a former address is replaced: until then nothing is
 * to be rendered, because no page has it.
 */
export async function startRouter(all: Pages): Promise<void> {
  pages = all;
  history.scrollRestoration = "manual";
  // An address that was typed into the tab is an entry of its own, and begins at its top.
  if (entryOf(history.state) === "") history.replaceState({ entry: crypto.randomUUID() }, "");
  shownEntry = entryOf(history.state);
  addEventListener("pagehide", keepScroll);
  addEventListener("popstate", () => {
    if (isBlocked(currentAddress())) {
      const { pathname, search } = addressStore.get();
      history.pushState({ entry: shownEntry }, "", hrefOf(pathname, search));
      return;
    }
    keepScroll();
    void showAddress(positions[entryOf(history.state)] ?? 0);
  });
  const moved = await pages.moved(currentAddress());
  if (moved !== undefined) {
    openMoved(moved);
    addressStore.set(currentAddress());
  }
  void showAddress(positions[shownEntry]);
}

/** The href of a page; empty search parameters are left out. */
export function hrefOf(to: string, search: Readonly<Record<string, string | undefined>> = {}): string {
  const [, path = "", own = "", hash = ""] = /^([^?#]*)\??([^#]*)(.*)$/.exec(to) ?? [];
  const all = new URLSearchParams(own);
  for (const [name, value] of Object.entries(search)) if (value) all.set(name, value);
  return base + path + (all.size > 0 ? `?${all}` : "") + hash;
}

interface NavigateOptions {
  readonly search?: Readonly<Record<string, string | undefined>>;
  readonly replace?: boolean;
  /** Keeps the scroll position, for a change of the page's own state. */
  readonly keepsScroll?: boolean;
}

/** Opens a page of the console; resolves when it is shown. */
export function navigate(to: string, { search, replace, keepsScroll }: NavigateOptions = {}): Promise<void> {
  const href = hrefOf(to, search);
  if (isBlocked(addressTo(to, search))) return Promise.resolve();
  keepScroll();
  if (replace) history.replaceState(history.state, "", href);
  else history.pushState({ entry: crypto.randomUUID() }, "", href);
  return showAddress(keepsScroll ? undefined : 0);
}

/** The search parameters of the page, and how to change them; "" and undefined remove one. */
export function useSearchState() {
  const { pathname, search } = addressStore.use();
  const change = (changed: Readonly<Record<string, string | undefined>>, replace = false) => {
    // While the code of another page is loaded, the page is shown still: its state would call the reader back.
    if (currentAddress().pathname === pathname)
      void navigate(pathname, { search: { ...search, ...changed }, replace, keepsScroll: true });
  };
  return { search, change };
}

interface LinkProps extends ComponentPropsWithRef<"a"> {
  readonly to: string;
  readonly search?: Readonly<Record<string, string | undefined>>;
  /** Whether the page takes the place of the shown one in the history. */
  readonly replaces?: boolean;
}

/** A link to a page of the console. Its code is loaded on hover and on focus. */
export function Link({ to, search, replaces, ...rest }: LinkProps) {
  const prepare = () => void pages.prepare(addressTo(to, search));
  return (
    <a
      {...rest}
      href={hrefOf(to, search)}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void navigate(to, { ...(search && { search }), ...(replaces && { replace: true }) });
      }}
    />
  );
}
