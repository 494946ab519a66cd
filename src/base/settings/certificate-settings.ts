import { baseUrl, hostNames, integer, setting } from "./setting.ts";

/** The settings of the certificate: given as files, or obtained by ACME. */
export const certificateSettings = {
  tlsCert: setting(
    "VINGATE_TLS_CERT",
    "none",
    "Certificate chain file (PEM) for TLS. SIGHUP reads it again.",
    (raw) => raw,
  ),
  tlsKey: setting("VINGATE_TLS_KEY", "none", "Private key file of the certificate (PEM).", (raw) => raw),
  acmeDomain: setting(
    "VINGATE_ACME_DOMAIN",
    "none",
    "Names of this service (with commas), for which it obtains and renews a certificate itself (ACME).",
    hostNames,
  ),
  acmeEmail: setting("VINGATE_ACME_EMAIL", "none", "Address for the authority's warnings.", (raw) => raw),
  acmeDirectory: setting(
    "VINGATE_ACME_DIRECTORY",
    "Let's Encrypt",
    "Directory URL of the certificate authority.",
    (raw) => baseUrl(raw) ?? "https://acme-v02.api.letsencrypt.org/directory",
  ),
  acmeHttpPort: setting(
    "VINGATE_ACME_HTTP_PORT",
    "80",
    "Port on which the authority's challenges are answered, and other requests redirected to HTTPS.",
    integer(80, 1, 65535),
  ),
};
