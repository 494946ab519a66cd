import { existsSync } from "node:fs";
import { extraPackage } from "../extra-packages.ts";

const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** This machine's Chromium, or npm's; undefined without one. The headless shell starts and paints for half the time. */
export async function findBrowser(): Promise<string | undefined> {
  for (const name of names) {
    const found = Bun.which(name);
    if (found) return found;
  }
  const chrome = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  if (existsSync(chrome)) return chrome;
  const packaged = extraPackage("@sparticuz/chromium");
  return packaged && (await import(`${packaged}/build/index.js`)).default.executablePath();
}
