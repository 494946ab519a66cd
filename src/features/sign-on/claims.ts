import type { IDToken } from "openid-client";

/** The user who has signed in at a provider, by its claims. */
export interface Identified {
  readonly issuer: string;
  readonly subject: string;
  /** As the provider writes it; null without one. */
  readonly email: string | null;
  /** Whether the provider has verified that the address is the user's. It opens accounts, and never links. */
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** When the user signed in there, milliseconds UTC; undefined if the claims lack it. */
  readonly provedAt: number | undefined;
  /** Whether the ID token names several factors. */
  readonly hasSecondFactor: boolean;
}

/** Values of `acr` for several factors: of OpenID's profile for phishing-resistant sign-in, and of PAPE. */
const strong = new Set(["phr", "phrh", "http://schemas.openid.net/pape/policies/2007/06/multi-factor"]);

const textOf = (claim: unknown): string => (typeof claim === "string" ? claim : "");

/** Reads the claims of an ID token that was checked. Undefined if its subject is none that OpenID Connect allows. */
export function identifiedBy(claims: IDToken): Identified | undefined {
  if (!/^[\x20-\x7e]{1,255}$/.test(claims.sub)) return undefined;
  const given = textOf(claims.given_name);
  const { auth_time: seconds, amr } = claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(claims.email) || null,
    // Some providers write texts, of which "false" is true.
    isEmailVerified: claims.email_verified === true,
    firstName: given || textOf(claims.name),
    lastName: given && textOf(claims.family_name),
    provedAt: typeof seconds === "number" ? seconds * 1000 : undefined,
    hasSecondFactor: (Array.isArray(amr) && amr.includes("mfa")) || strong.has(textOf(claims.acr)),
  };
}
