import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { programFile } from "../../base/program/place.ts";

const folder = programFile("docs/guide");

/** A page of the customers' guide: the name of its address, its heading, its Markdown. */
export interface GuidePage {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** In the order that a reader takes them; others follow by name. */
const order = [
  "quick-start",
  "credentials",
  "signing-in",
  "organizations",
  "testing",
  "credits",
  "limits",
  "vehicle-reports",
  "watches",
  "vins",
  "errors",
  "reports",
  "payments",
  "statement-format",
  "webhooks",
  "stability",
  "clients",
  "command-line",
  "mcp",
  "self-hosting",
];

function read(): GuidePage[] {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const changelog = programFile("CHANGELOG.md");
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => [file.slice(0, -3), join(folder, file)] as const);
  return [...files, ...(existsSync(changelog) ? [["changelog", changelog] as const] : [])]
    .map(([name, file]) => {
      const text = readFileSync(file, "utf8");
      return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
    })
    .sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));
}

let pages: readonly GuidePage[] | undefined;

/** Every page of the guide, read once. */
export function guidePages(): readonly GuidePage[] {
  pages ??= read();
  return pages;
}
