import { z } from "zod";
import { line } from "../../../management/common/identifiers.ts";
import { emailAddress } from "../../../management/common/user-resource.ts";
import type { Logo } from "../../../running/brand.ts";
import type { StoredBrand } from "../stored-brand.ts";

const shownLine = (charactersMax: number) =>
  line(charactersMax).refine((given) => given.trim() !== "", "must not be empty");

const hex = z
  .string()
  .regex(/^#[0-9a-f]{6}$/)
  .meta({ example: "#066587" });
const page = z
  .url({ protocol: /^https$/ })
  .max(2000)
  .regex(/^https:\/\/[^\s"'<>\\]+$/);

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return !/^[+-]/.test(zone);
  } catch {
    return false;
  }
};

const Accent = z
  .strictObject({
    light: hex.describe("Upon light pages, white included."),
    dark: hex.describe("Upon dark pages."),
  })
  .meta({ id: "BrandAccent" });

const Contact = z.strictObject({
  email: emailAddress.nullable().default(null).describe("For customers; null: VINGATE_OPERATOR_EMAIL."),
  phone: z
    .string()
    .regex(/^\+?[0-9][0-9 ()/.-]{2,39}$/)
    .nullable()
    .default(null)
    .describe("With the country's code, such as +420 222 333 444."),
  url: page.nullable().default(null).describe("A help page; null: VINGATE_OPERATOR_URL."),
});

const Link = z
  .strictObject({
    label: shownLine(40).describe("What the link leads to."),
    url: page.describe("An https address."),
  })
  .meta({ id: "BrandLink" });

const LogoRequest = z
  .strictObject({
    data: z
      .string()
      .max(90_000)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/)
      .optional()
      .describe("A new PNG or SVG of at most 64 kB, in Base64."),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe("The logo that was stored with this SHA-256, to keep it or to use it again."),
  })
  .refine(({ data, sha256 }) => (data === undefined) !== (sha256 === undefined), {
    error: "either data or sha256 must be given",
  })
  .meta({ id: "BrandLogoRequest" });

export const BrandRequest = z
  .strictObject({
    version: z
      .int()
      .min(0)
      .optional()
      .describe("The version that the change is based on: 409 if another one was stored since."),
    name: shownLine(80)
      .nullable()
      .default(null)
      .describe("The name; null: VINGATE_OPERATOR_NAME, else Vingate."),
    logo: LogoRequest.nullable().default(null).describe("The logo; null: none."),
    logo_dark: LogoRequest.nullable().default(null).describe("In dark mode; null: the same."),
    accent: Accent.nullable()
      .default(null)
      .describe("The color of buttons and links. Each needs a contrast of 4.5:1; null: petrol."),
    contact: Contact.default({ email: null, phone: null, url: null }).describe(
      "How customers reach the operator.",
    ),
    links: z.array(Link).max(6).default([]).describe("In the footer, in this order."),
    time_zone: z
      .string()
      .max(64)
      .refine(isTimeZone, "must be a time zone such as Europe/Prague")
      .nullable()
      .default(null)
      .describe("Of dates in mails that no plan gives a zone; null: UTC.")
      .meta({ accepts: "^[A-Za-z][A-Za-z0-9_+/-]*$" }),
  })
  .meta({
    id: "BrandRequest",
    example: { name: "Lotdata", accent: { light: "#0b5d4e", dark: "#5fd4bb" }, time_zone: "Europe/Prague" },
  });

export type BrandRequest = z.output<typeof BrandRequest>;

const LogoOutput = z
  .object({
    sha256: z.string().describe("Of its bytes, in hexadecimal digits."),
    type: z.enum(["image/png", "image/svg+xml"]).describe("By its content."),
    url: z.string().describe("Where it is read, below the service's address. Its content never changes."),
  })
  .meta({ id: "BrandLogo" });

export const BrandOutput = z
  .object({
    version: z.int().describe("From 1; 0 before anything is stored."),
    name: z.string().describe("The name that pages show."),
    stored_name: z.string().nullable().describe("The name as it was entered; null: the settings'."),
    logo: LogoOutput.nullable().describe("The logo."),
    logo_dark: LogoOutput.nullable().describe("In dark mode; null: the same."),
    accent: Accent.nullable().describe("The color of buttons and links; null: petrol."),
    contact: z
      .object({
        email: z.string().nullable().describe("The address for customers."),
        phone: z.string().nullable().describe("The telephone number."),
        url: z.string().nullable().describe("A help page."),
      })
      .describe("As it was entered; GET /identity has the settings' too."),
    links: z.array(Link).describe("In the footer, in this order."),
    time_zone: z.string().nullable().describe("Of dates in mails; null: UTC."),
  })
  .meta({ id: "Brand" });

const shownLogo = ({ sha256, type }: Logo): z.output<typeof LogoOutput> => ({
  sha256,
  type,
  url: `/brand/logo?v=${sha256}`,
});

export function shownBrand(brand: StoredBrand, name: string): z.output<typeof BrandOutput> {
  const { version, accent, links, email, phone, url } = brand;
  return {
    version,
    name,
    stored_name: brand.name,
    logo: brand.logo && shownLogo(brand.logo),
    logo_dark: brand.logoDark && shownLogo(brand.logoDark),
    accent,
    contact: { email, phone, url },
    links: [...links],
    time_zone: brand.timeZone,
  };
}
