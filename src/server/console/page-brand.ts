import { createHash } from "node:crypto";
import { replaceDelimited } from "../../base/text/delimited.ts";
import type { AccentColors, Brand, FootLink, Logo } from "../../running/brand.ts";

/** What the page contains of the brand, so that it is never shown without it. */
export interface PageBrand {
  /** Another one, or another content, has another key. */
  readonly key: string;
  readonly name: string;
  /** Whether that is the operator's, in place of the program's. */
  readonly isNamed: boolean;
  /** Paths below the prefix. */
  readonly logo: string | null;
  readonly logoDark: string | null;
  /** The content of a `<style>`; empty without colors. */
  readonly style: string;
  /** Read by `console/src/api/brand.ts`. */
  readonly json: string;
}

const names = ["accent", "deep", "on", "tint"] as const;
const tokens = { accent: "accent", deep: "accent-deep", on: "on-accent", tint: "accent-tint" } as const;

const pathOf = (logo: Logo | null): string | null => logo && `/brand/logo?v=${logo.sha256}`;

const programName = "Vingate";

/** The brand of pages; undefined if nothing was entered, the settings name no operator, and there are no links. */
export function pageBrand(
  brand: Brand,
  links: readonly FootLink[],
  operatorName: string | undefined,
): PageBrand | undefined {
  if (brand.version === 0 && operatorName === undefined && links.length === 0) return undefined;
  const name = brand.name ?? operatorName ?? programName;
  const { email, phone, url, colors } = brand;
  const [logo, logoDark] = [pathOf(brand.logo), pathOf(brand.logoDark)];
  const json = JSON.stringify({ name, logo, logo_dark: logoDark, contact: { email, phone, url }, links });
  const style = colors ? styleOf(colors) : "";
  // No text of an operator can end the element.
  return {
    key: style + json,
    name,
    isNamed: name !== programName,
    logo,
    logoDark,
    style,
    json: json.replaceAll("<", "\\u003c"),
  };
}

function styleOf({ light, dark }: { readonly light: AccentColors; readonly dark: AccentColors }): string {
  const rulesOf = (colors: AccentColors) =>
    names.map((name) => `--color-${tokens[name]}:${colors[name]}`).join(";");
  // As the style sheet chooses the mode, for browsers without light-dark() too.
  return `:root{${rulesOf(light)}}@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${rulesOf(dark)}}}:root[data-theme=dark]{${rulesOf(dark)}}`;
}

/** Allows one `<style>` by its content. */
export const styleSource = (style: string): string =>
  `style-src 'self' 'sha256-${createHash("sha256").update(style).digest("base64")}'`;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => entities[one]!);

/** The mark of a page whose HTML was built without a brand, as `console/src/parts/brand.tsx` renders it with one. */
export function branded(html: string, { name, isNamed, logo, logoDark }: PageBrand, prefix: string): string {
  if (!isNamed && logo === null) return html;
  const image = (path: string, mode: string) =>
    `<img class="brand-logo${mode}" src="${escaped(prefix + path)}" alt=""/>`;
  const light = logo ? image(logo, logoDark ? " only-light" : "") : "";
  const dark = logo && logoDark ? image(logoDark, " only-dark") : "";
  const mark = `${light}${dark}<span class="brand-name" dir="auto">${escaped(name)}</span>`;
  const [open, close] = ['<a class="brand"', "</a>"];
  return replaceDelimited(html, [open, close], (inside) => {
    return open + inside.slice(0, inside.indexOf(">") + 1) + mark + close;
  });
}
