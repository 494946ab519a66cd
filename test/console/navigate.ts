import { type WatchedPage, waitMs } from "./browser.ts";
import type { ConsoleService } from "./console-service.ts";

/** An address of no page. A page is closed by it before the same page is opened with other parameters. */
const nowhere = "/between/two/views";

/** Runs in the page: marks the headings of the view that is left, so that none of them passes for the next. */
const mark = `for (const one of document.querySelectorAll("h1")) one.dataset.left = ""`;

/**
 * Runs in the page: waits until it has the heading and all that it loads. A test of translations puts texts in brackets,
 * which do not count. The heading of the first state, which precedes the script, is none.
 */
const shown = ({ source, flags }: RegExp) => `new Promise((resolve, reject) => {
  const heading = new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)});
  const plain = (text) => text.replace(/[⟦⟧]/g, "").replace(/\\s+/g, " ").trim();
  const missing = () => {
    const seen = [...document.querySelectorAll("h1:not([data-left])")]
      .filter((one) => !one.closest("[data-first]") && one.checkVisibility())
      .map((one) => plain(one.textContent));
    if (!seen.some((text) => heading.test(text))) {
      const left = [...document.querySelectorAll("h1[data-left]")].map((one) => plain(one.textContent));
      return location.pathname + location.search + " has the heading " + JSON.stringify(seen) + ", left " + JSON.stringify(left);
    }
    const busy = document.querySelector("[aria-busy=true], .pending");
    return busy && "waits for " + busy.outerHTML.slice(0, 120);
  };
  const frame = () => new Promise(requestAnimationFrame);
  const look = async () => {
    if (missing()) return;
    await frame();
    await frame();
    if (!missing()) end(resolve);
  };
  const changes = new MutationObserver(look);
  const limit = setTimeout(() => end(() => reject(new Error("the page " + missing()))), ${waitMs});
  const end = (how) => {
    changes.disconnect();
    clearTimeout(limit);
    how();
  };
  changes.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["aria-busy", "class"],
  });
  look();
})`;

/** Waits until a tab shows a heading and everything that its page loads. */
export async function settle({ page, idle }: WatchedPage, heading: RegExp): Promise<void> {
  // What a response adds to the page can request more.
  for (let [before, now] = [-1, 0]; before !== now; ) {
    before = now;
    await page.evaluate(shown(heading));
    now = await idle();
  }
}

/**
 * Runs in the page: goes to an address by the console's own navigation, which loads no document. Input that is not
 * saved is lost without a confirmation.
 */
const go = (address: string) => `(() => {
  ${mark};
  const { confirm } = window;
  window.confirm = () => true;
  history.pushState({ entry: crypto.randomUUID() }, "", ${JSON.stringify(address)});
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  window.confirm = confirm;
})()`;

const pathOf = (url: string) => url.replace(/[?#].*/, "").replace(/\/$/, "");

/**
 * Opens a path of the console and waits for its heading. The first path of a tab is loaded; each later one is reached by
 * the console's own navigation.
 */
export async function openPath(
  tab: WatchedPage,
  running: ConsoleService,
  path: string,
  heading = /./,
): Promise<void> {
  const { page } = tab;
  const here = page.url();
  const address = running.url + path;
  if (!here.startsWith(running.url)) await page.goto(address);
  else {
    if (pathOf(here) === pathOf(address)) await leave(tab, running);
    await page.evaluate(go(address));
  }
  await settle(tab, heading);
}

/** Leaves a page for another path, which by default has no page. */
export async function leave(tab: WatchedPage, running: ConsoleService, path = nowhere): Promise<void> {
  await tab.page.evaluate(go(running.url + path));
  await settle(tab, /./);
}

/** Returns to the page before by the browser's button. */
export async function goBack(tab: WatchedPage, heading: RegExp): Promise<void> {
  await tab.page.evaluate(mark);
  await tab.page.goBack();
  await settle(tab, heading);
}
