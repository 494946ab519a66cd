import { noteUnreachable, whenReachable } from "../api/reachability.ts";

const lastReload = "vingate.reloaded";
/** Prevents a reload loop when code stays missing. */
const reloadEveryMs = 60_000;

/**
 * Loads code. If the service does not respond, it waits for it; the open page stays. If the code is still missing,
 * it belongs to an older build: the page reloads.
 */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
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
}
