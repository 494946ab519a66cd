import { z } from "zod";
import { auditedChange } from "../../../access/audited-change.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { conditional } from "../../../http/conditional.ts";
import { type Answer, type Call, json } from "../../../http/endpoint.ts";
import { InvalidRequest, notFound } from "../../../http/errors.ts";
import type { Logo } from "../../../running/brand.ts";
import { opened } from "../../../running/opened.ts";
import { Brands } from "../brands.ts";
import { contrastFault } from "../colors.ts";
import { checkLogo } from "../logo/check-logo.ts";
import {
  type BrandBody,
  findLogo,
  readBrand,
  replaced,
  type StoredBrand,
  storeBrand,
  storeLogo,
} from "../stored-brand.ts";
import { BrandOutput, BrandRequest, shownBrand } from "./brand-schemas.ts";

const common = { tag: "Platform", extension: true } as const;
const known = z.object({ "if-none-match": z.string().optional() });

export const brandEndpoints = [
  endpoint({
    ...common,
    id: "getBrand",
    method: "GET",
    path: "/brand",
    audience: "none",
    summary: "Read how the operator presents the service: name, logo, colors, contact and links",
    headers: known,
    head: true,
    response: BrandOutput,
    async handle(context: Context, { sentHeaders }: Call) {
      const made = json(shown(context, await opened(context, Brands).current()), {
        "cache-control": "no-cache",
      });
      return conditional(made, { headers: sentHeaders });
    },
  }),
  endpoint({
    ...common,
    id: "putBrand",
    effect: "enter",
    method: "PUT",
    path: "/brand",
    audience: "operator",
    permission: "service.change",
    summary: "Change how the operator presents the service",
    description:
      "All pages show it, mails that are sent from now on, and papers that are issued a minute later. Papers that were issued keep what they show. What is null is that of the settings.",
    lock: (tx) => lockBrand(tx),
    body: BrandRequest,
    response: BrandOutput,
    errors: ["conflict"],
    handle: putBrand,
  }),
  endpoint({
    ...common,
    id: "getBrandLogo",
    method: "GET",
    path: "/brand/logo",
    audience: "none",
    summary: "Get a logo of the operator",
    query: z.object({
      v: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional()
        .describe("The SHA-256 of a stored logo; without it, the current one."),
    }),
    headers: known,
    types: ["image/png", "image/svg+xml"],
    head: true,
    errors: ["not_found"],
    handle: getLogo,
  }),
];

const lockBrand = (tx: Queries) =>
  tx.run(sql`update brand set at = at where version = (select max(version) from brand)`);

const shown = ({ config }: Context, brand: StoredBrand) =>
  shownBrand(brand, brand.name ?? config.operatorName ?? "Vingate");

type LogoCall = Call<unknown, { v?: string | undefined }>;

/** A drawing that is opened as a page of its own can do nothing either. */
const logoPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

async function getLogo(context: Context, { query, sentHeaders }: LogoCall): Promise<Answer> {
  const brands = opened(context, Brands);
  const sha256 = query.v ?? (await brands.current()).logo?.sha256;
  const logo = sha256 === undefined ? undefined : await brands.logo(sha256);
  if (!logo) throw notFound("There is no such logo. GET /brand names the current one.");
  const headers = {
    "cache-control": query.v === undefined ? "no-cache" : "public, max-age=31536000, immutable",
    "content-security-policy": logoPolicy,
    "x-content-type-options": "nosniff",
  };
  return conditional({ body: logo.bytes, type: logo.type, headers }, { headers: sentHeaders });
}

type PutCall = Call<unknown, unknown, unknown, BrandRequest>;

async function putBrand(context: Context, call: PutCall): Promise<Answer> {
  const { version, name, accent, contact, links, time_zone, ...logos } = call.body;
  for (const mode of ["light", "dark"] as const) {
    const fault = accent && contrastFault(accent[mode], mode);
    if (fault) throw new InvalidRequest(["body", "accent", mode], fault, accent?.[mode]);
  }
  const given = { logo: readLogo("logo", logos.logo), logo_dark: readLogo("logo_dark", logos.logo_dark) };
  const answer = await auditedChange(context, call, "brand.update", "/brand", async (tx, audit) => {
    const before = await readBrand(tx);
    if (version !== undefined && version !== before.version) throw replaced();
    const body: BrandBody = {
      name,
      accent,
      links,
      time_zone,
      email: contact.email,
      phone: contact.phone,
      url: contact.url,
      logo: await keepLogo(tx, "logo", given.logo, audit.at),
      logo_dark: await keepLogo(tx, "logo_dark", given.logo_dark, audit.at),
    };
    const after = await storeBrand(tx, body, { ...audit, version: before.version + 1 });
    return { before: shown(context, before), after: shown(context, after) };
  });
  // Other nodes read it a moment later; the node of the change shows it at once.
  opened(context, Brands).changed("/brand");
  return answer;
}

type GivenLogo = { readonly sha256: string } | { readonly type: Logo["type"]; readonly bytes: Buffer } | null;
type LogoName = "logo" | "logo_dark";

/** Throws 422 with the fault of a new logo, without its data. */
function readLogo(name: LogoName, given: BrandRequest[LogoName]): GivenLogo {
  if (given === null) return null;
  if (given.data === undefined) return { sha256: given.sha256! };
  const bytes = Buffer.from(given.data, "base64");
  const checked = checkLogo(bytes);
  if ("fault" in checked) throw new InvalidRequest(["body", name], checked.fault, "");
  return { type: checked.type, bytes };
}

async function keepLogo(tx: Queries, name: LogoName, given: GivenLogo, at: number): Promise<Logo | null> {
  if (given === null) return null;
  if ("bytes" in given) return storeLogo(tx, given, at);
  const found = await findLogo(tx, given.sha256);
  if (!found) throw new InvalidRequest(["body", name], "no logo with this SHA-256 is stored", given.sha256);
  return { sha256: found.sha256, type: found.type };
}
