import type { NumberForm } from "../../../../test/console/dom/number-form.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { BrandForm } from "./brand-form.tsx";

const before = {
  version: 3,
  name: "Lotdata",
  stored_name: null,
  logo: null,
  logo_dark: null,
  accent: { light: "#0b5d4e", dark: "#5fd4bb" },
  contact: { email: "help@lotdata.example", phone: null, url: null },
  links: [{ label: "Privacy", url: "https://lotdata.example/privacy" }],
  time_zone: "Europe/Prague",
};

/** The brand. */
export const numberForms: readonly NumberForm[] = [
  {
    file: "features/brand/brand-form.tsx",
    fields: 0,
    open: () => show(<BrandForm before={before} />, { as: operator() }),
  },
];
