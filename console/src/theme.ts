// Runs before the first paint, so that the chosen theme does not flash.
const kept = localStorage.getItem("vingate.theme");
const root = document.documentElement;
// The page's first state is a visitor's.
if (sessionStorage.getItem("vingate.session")) root.dataset.session = "";
else for (const href of root.dataset.reads?.split(" ") ?? []) if (href) preload(href);
if (kept === "light" || kept === "dark") root.dataset.theme = kept;

/** For visitors only: a browser would take this response for a request with a credential too. */
function preload(href: string): void {
  const link = document.createElement("link");
  document.head.append(Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "", href }));
}
