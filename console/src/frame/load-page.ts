import { noteUnreachable, whenReachable } from "../api/reachability.ts";

const lastReload = "vingate.reloaded";
/** A page whose code is never to be had must not be loaded again and again. */
const reloadEveryMs = 60_000;

/**
 * Loads a page's code. While the service does not answer it waits, with what was open still there; code that is
 * not to be had after that is of a build that is no longer served, and the page is loaded anew.
 */
export function patiently<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    try {
      return await load();
    } catch {
      noteUnreachable();
      await whenReachable();
    }
    try {
      return await load();
    } catch (error) {
      if (Date.now() - Number(sessionStorage.getItem(lastReload)) < reloadEveryMs) throw error;
      sessionStorage.setItem(lastReload, String(Date.now()));
      location.reload();
      return new Promise<T>(() => undefined);
    }
  };
}
