import { allPort, given, optionalPort, type Running } from "./ports.ts";

/** The accent in one mode of the pages, as hex colors such as `#066587`. */
export interface AccentColors {
  readonly accent: string;
  /** The accent under the pointer. */
  readonly deep: string;
  /** Text upon the accent. */
  readonly on: string;
  /** Behind what is chosen. */
  readonly tint: string;
}

export interface Logo {
  /** In hexadecimal digits. */
  readonly sha256: string;
  readonly type: "image/png" | "image/svg+xml";
}

/** A link in the footer of pages and mails. `url` is an address, or a path below the service's public URL. */
export interface FootLink {
  readonly label: string;
  readonly url: string;
}

/** What an operator has entered; the settings are the defaults of what is null. */
export interface Brand {
  /** From 1; 0 before anything is entered. */
  readonly version: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly url: string | null;
  readonly links: readonly FootLink[];
  readonly colors: { readonly light: AccentColors; readonly dark: AccentColors } | null;
  readonly timeZone: string | null;
  readonly logo: Logo | null;
  /** In dark mode; null: the same. */
  readonly logoDark: Logo | null;
}

/** How the operator presents itself at the head and the foot of each page of a paper. */
export interface Letterhead {
  /** Null: the seller's, or that of the service. */
  readonly name: string | null;
  /** Address, telephone and page on one line; may be empty. */
  readonly contact: string;
  /** A PNG. Drawings in SVG are not drawn: the name is. */
  readonly logo: Uint8Array | null;
}

/** What keeps the brand. */
export interface BrandSource {
  current(): Promise<Brand>;
  /** The head of a paper that was issued at a time, milliseconds UTC. It never changes. */
  letterheadAt(issuedAt: number): Promise<Letterhead | undefined>;
}

/** How the operator presents the service. */
export const brandSource = optionalPort<BrandSource>("the brand");

/** What every page and mail links to, beside the links of the brand. */
export const footLinks = allPort<() => Promise<readonly FootLink[]>>("links of pages and mails");

interface Parts {
  readonly running: Running;
  readonly config: {
    readonly operatorName: string | undefined;
    readonly operatorEmail: string | undefined;
    readonly operatorUrl: string | undefined;
  };
}

const sourceOf = ({ running }: Pick<Parts, "running">): BrandSource | undefined =>
  given(running, brandSource);

/** Undefined if no feature keeps one. */
export const brandOf = async (parts: Pick<Parts, "running">): Promise<Brand | undefined> =>
  sourceOf(parts)?.current();

/** The links of the brand, and those of features that are not among them. */
export async function footLinksOf(
  { running }: Pick<Parts, "running">,
  brand: Brand | undefined,
): Promise<readonly FootLink[]> {
  const own = brand?.links ?? [];
  const added = await Promise.all(given(running, footLinks).map((one) => one()));
  return [...own, ...added.flat().filter(({ url }) => !own.some((link) => link.url === url))];
}

/** Who operates the service, as customers reach it. */
export interface Operator {
  readonly name: string | null;
  readonly email: string | null;
  readonly url: string | null;
}

/** The operator's details as entered, else those of the settings; null if there are none. */
export async function operatorOf(parts: Parts): Promise<Operator | null> {
  const { operatorName, operatorEmail, operatorUrl } = parts.config;
  const brand = await brandOf(parts);
  const name = brand?.name ?? operatorName ?? null;
  const email = brand?.email ?? operatorEmail ?? null;
  const url = brand?.url ?? operatorUrl ?? null;
  return name === null && email === null && url === null ? null : { name, email, url };
}

/** The name of the service that users read. */
export const serviceNameOf = async (parts: Parts): Promise<string> =>
  (await operatorOf(parts))?.name ?? "Vingate";

/** Undefined if nothing was entered when the paper was issued. */
export const letterheadAt = async (
  parts: Pick<Parts, "running">,
  issuedAt: number,
): Promise<Letterhead | undefined> => sourceOf(parts)?.letterheadAt(issuedAt);
