import type { WatchedPage } from "../browser.ts";
import type { ConsoleService } from "../console-service.ts";
import { openPath, settle } from "../navigate.ts";
import type { ConsolePage } from "./console-page.ts";

/** Opens a view in a tab and does its actions. */
export async function visit(
  tab: WatchedPage,
  running: ConsoleService,
  { path, heading, prepare }: ConsolePage,
): Promise<void> {
  await openPath(tab, running, path, heading);
  if (!prepare) return;
  await prepare(tab.page);
  await settle(tab, /./);
}
