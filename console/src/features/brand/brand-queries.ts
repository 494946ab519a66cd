import { queryOptions } from "@tanstack/react-query";
import { brandStore } from "../../api/brand.ts";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import type { SectionLine } from "../../parts/page.ts";
import { queryClient } from "../../parts/query-client.ts";
import { accentIn } from "./contrast.ts";

export type Brand = Schemas["Brand"];
export type BrandRequest = Schemas["BrandRequest"];
export type LogoRequest = BrandRequest["logo"];

export const brandQuery = queryOptions({
  queryKey: ["brand"],
  queryFn: () => dataOf(api.GET("/brand", { headers: { authorization: "none" } })),
});

/** Stores the brand, and shows it in this tab. */
export async function saveBrand(body: BrandRequest): Promise<Brand> {
  const brand = await dataOf(api.PUT("/brand", { body }));
  const { name, logo, logo_dark, contact, links } = brand;
  brandStore.set({ name, logo: logo?.url ?? null, logo_dark: logo_dark?.url ?? null, contact, links });
  showColors(brand.accent);
  return brand;
}

const tokens = { accent: "accent", deep: "accent-deep", on: "on-accent", tint: "accent-tint" } as const;

/** In place of the colors that the service wrote into the page. */
function showColors(accent: Brand["accent"]): void {
  document.head.querySelector("style")?.remove();
  const light = accent && accentIn(accent.light, "light");
  const dark = accent && accentIn(accent.dark, "dark");
  for (const [name, token] of Object.entries(tokens) as [keyof typeof tokens, string][]) {
    const value = light && dark ? `light-dark(${light[name]}, ${dark[name]})` : "";
    document.documentElement.style.setProperty(`--color-${token}`, value);
  }
}

/** The text of the row of Settings. */
export async function brandLine(): Promise<SectionLine> {
  const { name, accent, logo, contact } = await queryClient.fetchQuery(brandQuery);
  const hasContact = (contact.email ?? contact.url) !== null;
  const parts = [name, accent?.light, logo && t("logo"), hasContact && t("contact")];
  return {
    text: parts.filter(Boolean).join(", "),
    state: hasContact ? ["ok", t("Complete")] : ["blocked", t("Contact is missing")],
  };
}
