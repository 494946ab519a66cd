import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/brand";

/** Bugs in what is accepted as a brand, and in where it is shown. */
export const mutants: readonly Mutant[] = [
  {
    bug: "a logo can have event handlers in capitals",
    file: `${folder}/logo/check-svg.ts`,
    find: "if (/^on/i.test(name))",
    replace: "if (/^on/.test(name))",
    test: `${folder}/test/logo.test.ts`,
    named: "is refused by its name",
  },
  {
    bug: "a reference that is written with character codes is not seen",
    file: `${folder}/logo/check-svg.ts`,
    find: "const value = decoded(raw).trim();",
    replace: "const value = raw.trim();",
    test: `${folder}/test/logo.test.ts`,
    named: "is refused by its name",
  },
  {
    bug: "a PNG is inflated as far as it goes",
    file: `${folder}/logo/check-png.ts`,
    find: "inflateSync(compressed, { maxOutputLength: expected })",
    replace: "inflateSync(compressed)",
    test: `${folder}/test/logo.test.ts`,
    named: "inflates to, too many pixels",
  },
  {
    bug: "a color is checked upon white only",
    file: `${folder}/colors.ts`,
    find: "...surfaces[mode].map(({ name, color })",
    replace: "...surfaces[mode].slice(0, 1).map(({ name, color })",
    test: `${folder}/test/colors.test.ts`,
    named: "a color that cannot be read",
  },
  {
    bug: "a paper has the brand of now",
    file: `${folder}/brands.ts`,
    find: "findBrandAt(this.#database, issuedAt - settledMs)",
    replace: "readBrand(this.#database)",
    test: "src/features/papers/test/brand.test.ts",
    named: "papers with a brand on sqlite papers have name",
  },
  {
    bug: "a change is not shown until the next start",
    file: `${folder}/brands.ts`,
    find: 'object === undefined || object === "/brand"',
    replace: "object === undefined",
    test: `${folder}/test/brand.test.ts`,
    named: "brand on sqlite another node reads",
  },
  {
    bug: "a change replaces one that its author has not seen",
    file: `${folder}/operations/brand-endpoints.ts`,
    find: "version !== undefined && version !== before.version",
    replace: "version !== undefined && version > before.version",
    test: `${folder}/test/brand.test.ts`,
    named: "brand on sqlite a change that is based",
  },
  {
    bug: "the page allows any style",
    file: "src/server/console/console-page.ts",
    find: "[styleSource(style)]",
    replace: "[\"style-src 'self' 'unsafe-inline'\"]",
    test: `${folder}/test/shown.test.ts`,
    named: "the page has name, logo and colors",
  },
];
