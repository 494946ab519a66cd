import { oneOf, secretSetting, setting } from "../../base/settings/setting.ts";
import { featureSettings } from "../../base/settings/settings-table.ts";

/** This service as a client of its provider. */
export interface OidcClient {
  readonly issuer: URL;
  readonly clientId: string;
}

export const signOnSettings = featureSettings(
  {
    oidcCustomers: setting(
      "VINGATE_OIDC_CUSTOMERS",
      "none",
      'Single sign-on of customers by OpenID Connect: issuer and client ID, as "https://id.example.com vingate".',
      oidcClient,
    ),
    oidcCustomersSecret: secretSetting(
      "VINGATE_OIDC_CUSTOMERS_SECRET",
      "none",
      "The client's secret at the issuer of VINGATE_OIDC_CUSTOMERS.",
      clientSecret,
    ),
    oidcCustomersName: setting(
      "VINGATE_OIDC_CUSTOMERS_NAME",
      "single sign-on",
      'Name of the provider, as customers read it after "Continue with".',
      providerName,
    ),
    oidcCustomersSignup: setting(
      "VINGATE_OIDC_CUSTOMERS_SIGNUP",
      "off",
      "Whether single sign-on opens accounts of new customers: off, on.",
      oneOf("off", "on"),
    ),
    oidcOperators: setting(
      "VINGATE_OIDC_OPERATORS",
      "none",
      "Single sign-on of operators: issuer and client ID.",
      oidcClient,
    ),
    oidcOperatorsSecret: secretSetting(
      "VINGATE_OIDC_OPERATORS_SECRET",
      "none",
      "The client's secret at the issuer of VINGATE_OIDC_OPERATORS.",
      clientSecret,
    ),
    oidcOperatorsName: setting(
      "VINGATE_OIDC_OPERATORS_NAME",
      "single sign-on",
      "Name of the operators' provider, as the console shows it.",
      providerName,
    ),
    oidcOperatorsSecondFactor: setting(
      "VINGATE_OIDC_OPERATORS_SECOND_FACTOR",
      "claimed",
      "When single sign-on is the required second factor: claimed (the ID token names several factors), trusted (always).",
      oneOf("claimed", "trusted"),
    ),
  },
  "VINGATE_OPERATOR_SECOND_FACTOR",
);

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

function oidcClient(raw: string | undefined): OidcClient | undefined {
  if (raw === undefined) return undefined;
  const [address = "", clientId = "", ...rest] = raw.trim().split(/\s+/);
  const issuer = URL.parse(address);
  // Whoever reads http on its way can sign in as anybody.
  const isSafe =
    issuer?.protocol === "https:" || (issuer?.protocol === "http:" && loopback.test(issuer.hostname));
  if (!issuer || !isSafe || issuer.search || issuer.hash || issuer.username || !clientId || rest.length > 0)
    throw new Error(`must be an issuer (https) and a client ID, separated by a space, not "${raw}"`);
  return { issuer, clientId };
}

function clientSecret(raw: string | undefined): string | undefined {
  if (raw !== undefined && !/^[\x21-\x7e]{8,512}$/.test(raw))
    throw new Error("must be 8 to 512 characters without spaces");
  return raw;
}

function providerName(raw = "single sign-on"): string {
  if (raw.length > 60 || /\p{Cc}/u.test(raw)) throw new Error("must be one line of at most 60 characters");
  return raw;
}
