import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { secretSetting, setting } from "../../base/settings/setting.ts";
import { featureSettings } from "../../base/settings/settings-table.ts";
import { isLoopback } from "../../http/client-address.ts";

/** The server that takes mails. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, STARTTLS, or neither. */
  readonly tls: "implicit" | "required" | "off";
  /** Trusted in place of the system's authorities, as PEM. */
  readonly ca: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/** An address with a name, as it is shown. */
export interface Sender {
  readonly name: string;
  readonly address: string;
  readonly domain: string;
}

/** A key that signs mails (RFC 6376). */
export interface DkimKey {
  readonly pem: string;
  readonly key: KeyObject;
}

const none = "none";

export const mailSettings = featureSettings(
  {
    smtp: secretSetting(
      "VINGATE_SMTP_URL",
      "none: no mail is sent",
      "Mail server, smtp[s]://user:password@host:port. smtp: needs STARTTLS, except on this machine or with ?tls=off; ?ca=FILE names an authority of its own.",
      smtpServer,
    ),
    mailFrom: setting(
      "VINGATE_MAIL_FROM",
      none,
      "Sender of mails, for example Lotdata <billing@lotdata.example>. Required with VINGATE_SMTP_URL.",
      sender,
    ),
    mailFooter: setting(
      "VINGATE_MAIL_FOOTER",
      none,
      "Last line of each mail: the sender's name and postal address.",
      (raw) => raw,
    ),
    mailOperators: setting(
      "VINGATE_MAIL_OPERATORS",
      "all active operators",
      "Addresses that get the operators' mails, separated by commas.",
      addresses,
    ),
    dkimKey: setting(
      "VINGATE_MAIL_DKIM_KEY",
      none,
      "File with the private key (PEM, RSA) that signs mails by DKIM.",
      dkimKey,
    ),
    dkimSelector: setting(
      "VINGATE_MAIL_DKIM_SELECTOR",
      "vg1",
      "Selector of the DKIM key: its record is SELECTOR._domainkey.DOMAIN.",
      label("vg1"),
    ),
    dkimDomain: setting(
      "VINGATE_MAIL_DKIM_DOMAIN",
      "the sender's domain",
      "Domain that signs mails by DKIM.",
      (raw) => (raw === undefined ? undefined : domainName(raw)),
    ),
  },
  "VINGATE_OUTBOUND_ALLOW",
);

function smtpServer(raw: string | undefined): SmtpServer | undefined {
  if (raw === undefined) return undefined;
  const url = URL.parse(raw);
  // The password is in it, so no message shows it.
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname) || url.hash)
    throw new Error("must be a URL such as smtp://user:password@mail.example.com:587");
  const unknown = [...url.searchParams.keys()].find((name) => name !== "tls" && name !== "ca");
  if (unknown !== undefined) throw new Error(`has an unknown parameter ${unknown}; it takes tls and ca`);
  const isImplicit = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isHere = host === "localhost" || isLoopback(host);
  const tls = url.searchParams.get("tls") ?? (isHere ? "off" : "required");
  if (tls !== "required" && tls !== "off") throw new Error(`has tls=${tls}; it can be required or off`);
  const ca = url.searchParams.get("ca");
  return {
    host,
    port: url.port === "" ? (isImplicit ? 465 : 587) : Number(url.port),
    tls: isImplicit ? "implicit" : tls,
    ca: ca === null ? undefined : fileText(ca),
    user: url.username === "" ? undefined : decodeURIComponent(url.username),
    password: url.password === "" ? undefined : decodeURIComponent(url.password),
  };
}

function fileText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`cannot be read: ${(error as Error).message}`);
  }
}

function sender(raw: string | undefined): Sender | undefined {
  if (raw === undefined) return undefined;
  const [, quoted, address = ""] = /^(?:([\s\S]*)<)?([^<>\s]+)>?$/.exec(raw.trim()) ?? [];
  const name = (quoted ?? "")
    .trimEnd()
    .replace(/^"(.*)"$/, "$1")
    .trim();
  if (!isAddress(address) || /\p{Cc}/u.test(name))
    throw new Error(`must be an address such as Lotdata <billing@lotdata.example>, not "${raw}"`);
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return { name: name === "" ? address : name, address, domain };
}

const isAddress = (text: string): boolean =>
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[^@\s,<>"]{1,253}$/.test(text) &&
  isDomain(text.slice(text.lastIndexOf("@") + 1));

const isDomain = (text: string): boolean =>
  isIP(text) === 0 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i.test(text);

function domainName(raw: string): string {
  if (!isDomain(raw)) throw new Error(`must be a domain such as lotdata.example, not "${raw}"`);
  return raw.toLowerCase();
}

function addresses(raw: string | undefined): readonly string[] | undefined {
  const all = raw?.split(",").map((part) => part.trim());
  for (const one of all ?? [])
    if (!isAddress(one)) throw new Error(`must be addresses separated by commas, not "${one}"`);
  return all;
}

function label(fallback: string) {
  return (raw = fallback): string => {
    if (!/^[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?$/.test(raw))
      throw new Error(`must be a label such as ${fallback}, not "${raw}"`);
    return raw;
  };
}

function dkimKey(path: string | undefined): DkimKey | undefined {
  if (path === undefined) return undefined;
  const pem = fileText(path);
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new Error(`must be a file with a private key in PEM, which ${path} is not`);
  }
  if (key.asymmetricKeyType !== "rsa") throw new Error(`must be an RSA key, which ${path} is not`);
  return { pem, key };
}

/** What sends mails, if it is configured. Throws if only a part of it is set. */
export function configuredMail(config: object) {
  const { smtp, mailFrom: from, ...rest } = mailSettings.of(config);
  return smtp && from && { ...rest, smtp, from };
}

export type ConfiguredMail = NonNullable<ReturnType<typeof configuredMail>>;
