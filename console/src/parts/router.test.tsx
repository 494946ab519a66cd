import { expect, test } from "bun:test";
import { click, follow, press } from "../../../test/console/dom/act.ts";
import { attributes, get, text } from "../../../test/console/dom/find.ts";
import { address, DomMouseEvent, setUp, show, step } from "../../../test/console/dom/page.ts";
import { Button } from "./button.tsx";
import { addressStore, hrefOf, Link, navigate, startRouter, useSearchState } from "./router.tsx";

setUp();

test.each([
  ["/keys", undefined, "/console/keys"],
  ["/", {}, "/console/"],
  ["/calls", { id: "a b", user: "", api: undefined }, "/console/calls?id=a+b"],
  ["/look-up", { vin: "1", page: "2" }, "/console/look-up?vin=1&page=2"],
  ["/billing?tab=plans", { subscription: "a" }, "/console/billing?tab=plans&subscription=a"],
  ["/billing?tab=plans#packages", {}, "/console/billing?tab=plans#packages"],
] as const)("the href of %p with %p", (to, search, href) => {
  expect(hrefOf(to, search)).toBe(href);
});

test("a navigation changes the address and the history", async () => {
  const { length } = history;
  await navigate("/keys", { search: { a: "1" } });
  expect(addressStore.get()).toEqual({ pathname: "/keys", search: { a: "1" } });
  expect(history.length).toBe(length + 1);
  await navigate("/look-up?tab=lists", { replace: true });
  expect(address()).toBe("/look-up?tab=lists");
  expect(history.length).toBe(length + 1);
});

test("a slash at the end of a path is ignored", async () => {
  await navigate("/keys/");
  expect(addressStore.get().pathname).toBe("/keys");
});

test("a link is an ordinary link that opens the page", async () => {
  await show(
    <Link to="/customers" search={{ state: "active" }} className="strong">
      Users
    </Link>,
  );
  expect(attributes(get("link", "Users"))).toEqual({
    class: "strong",
    href: "/console/customers?state=active",
  });
  await follow("Users");
  expect(address()).toBe("/customers?state=active");
});

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])("a click with %p is left to the browser", async (init) => {
  await show(<Link to="/customers">Users</Link>);
  const event = new DomMouseEvent("click", { bubbles: true, cancelable: true, ...init });
  await step(() => get("link").dispatchEvent(event));
  expect(event.defaultPrevented).toBe(false);
  expect(address()).toBe("/");
});

function State() {
  const { search, change } = useSearchState();
  return (
    <>
      <p>{JSON.stringify(search)}</p>
      <Button onPress={() => change({ page: "2", q: "" })}>Push</Button>
      <Button onPress={() => change({ q: "x" }, true)}>Replace</Button>
    </>
  );
}

test("a page reads and changes its search parameters", async () => {
  await show(<State />, { at: "/customers?q=ada" });
  expect(text()).toStartWith('{"q":"ada"}');
  const { length } = history;
  await press("Push");
  expect([address(), history.length]).toEqual(["/customers?page=2", length + 1]);
  expect(text()).toStartWith('{"page":"2"}');
  await click(get("button", "Replace"));
  expect([address(), history.length]).toEqual(["/customers?page=2&q=x", length + 1]);
});

test("before a page is rendered, a former address is replaced, with its hash and without an entry of the history", async () => {
  history.replaceState(null, "", "/console/users?text=a#b");
  addressStore.set({ pathname: "/users", search: { text: "a" } });
  const { length } = history;
  let loaded: () => void = () => undefined;
  const prepare = () => new Promise<void>((resolve) => (loaded = resolve));
  const moved = async ({ pathname }: { pathname: string }) =>
    pathname === "/users" ? "/customers?text=a" : undefined;
  await startRouter({ prepare, pageAt: ({ pathname }) => pathname, moved });
  expect(addressStore.get()).toEqual({ pathname: "/customers", search: { text: "a" } });
  expect([address(), location.hash, history.length]).toEqual(["/customers?text=a", "#b", length]);
  await step(() => loaded());
  await startRouter({
    prepare: () => Promise.resolve(),
    pageAt: ({ pathname }) => pathname,
    moved: () => undefined,
  });
});

test("a page that is left does not change the address while the code of the next one is loaded", async () => {
  await show(<State />, { at: "/customers?q=ada" });
  let loaded: () => void = () => undefined;
  const pageAt = ({ pathname }: { pathname: string }) => pathname;
  const prepare = ({ pathname }: { pathname: string }) =>
    pathname === "/keys" ? new Promise<void>((resolve) => (loaded = resolve)) : Promise.resolve();
  await startRouter({ prepare, pageAt, moved: () => undefined });
  await step(() => void navigate("/keys"));
  expect([address(), addressStore.get().pathname]).toEqual(["/keys", "/customers"]);
  await click(get("button", "Replace"));
  await press("Push");
  expect(address()).toBe("/keys");
  await step(() => loaded());
  expect([address(), addressStore.get().pathname]).toEqual(["/keys", "/keys"]);
  await startRouter({ prepare: () => Promise.resolve(), pageAt, moved: () => undefined });
});

test("each address that is typed into a tab is an entry of its own, so that it begins at its top", async () => {
  const entries = [];
  for (let time = 0; time < 2; time += 1) {
    history.replaceState(null, "");
    await startRouter({
      prepare: () => Promise.resolve(),
      pageAt: ({ pathname }) => pathname,
      moved: () => undefined,
    });
    entries.push(history.state?.entry);
  }
  expect(new Set(entries.filter(Boolean)).size).toBe(2);
});
