import { Window } from "happy-dom";

// Import this before any module of the console: several read the document when they are loaded.
// Fetch, requests and timers stay the runtime's own.

const origin = "http://vingate.test";

export const browser = new Window({
  url: `${origin}/console/`,
  settings: {
    disableCSSFileLoading: true,
    disableJavaScriptFileLoading: true,
    navigation: {
      disableMainFrameNavigation: true,
      disableChildFrameNavigation: true,
      disableFallbackToSetURL: true,
    },
  },
});

/** What the service writes into its page: the families that the console names. */
const families = {
  upstreams: ["auction"],
  lookups: [
    {
      group: "Identify",
      lookups: [{ name: "VIN decoder", description: "Decodes a VIN.", path: "/vin-decoder/{vin}" }],
    },
  ],
  records: { auction: "Auction history", lien: "Liens" },
};
browser.document.body.innerHTML = `<script id="families" type="application/json">${JSON.stringify(families)}</script>`;

// React checks whether the document has input events.
Object.assign(browser.document, { oninput: null });

/** The texts that the page copied, in order. */
export const copied: string[] = [];
const clipboard = {
  /** Set to reject copying, as a browser without permission does. */
  blocked: false,
  writeText: async (text: string) => {
    if (clipboard.blocked) throw new Error("blocked");
    copied.push(text);
  },
};
export const clipboardState: { blocked: boolean } = clipboard;
Object.defineProperty(browser.navigator, "clipboard", { value: clipboard });

/** The texts that the page has passed to `confirm`, and the answer. */
export const confirmState = { asked: [] as string[], answers: true };
Object.assign(globalThis, {
  confirm: (text: string) => {
    confirmState.asked.push(text);
    return confirmState.answers;
  },
});

/** The width that charts find; 0 is a browser before layout. */
export const layout = { width: 640 };
Object.defineProperty(browser.HTMLElement.prototype, "clientWidth", { get: () => layout.width });

const names = [
  "document",
  "location",
  "history",
  "navigator",
  "localStorage",
  "sessionStorage",
  "DOMParser",
  "MutationObserver",
  "ResizeObserver",
  "CSS",
  "scrollTo",
  "requestAnimationFrame",
  "addEventListener",
  "removeEventListener",
] as const;
const bound = new Set<string>([
  "scrollTo",
  "requestAnimationFrame",
  "addEventListener",
  "removeEventListener",
]);

const NativeRequest = Request;
/** A request whose path is relative to the page, as in a browser. */
class PageRequest extends NativeRequest {
  constructor(input: string | URL | Request, init?: RequestInit) {
    super(typeof input === "string" && input.startsWith("/") ? origin + input : input, init);
  }
}

const all = browser as unknown as Record<string, unknown>;
for (const name of names) {
  const value = bound.has(name) ? (all[name] as () => void).bind(browser) : all[name];
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
Object.assign(globalThis, { window: browser, Request: PageRequest, IS_REACT_ACT_ENVIRONMENT: true });
Object.defineProperty(globalThis, "scrollY", { get: () => browser.scrollY, configurable: true });
