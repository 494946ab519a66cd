import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { baseUrl, secretSetting, setting } from "../../base/settings/setting.ts";
import { featureSettings } from "../../base/settings/settings-table.ts";

/** Where the audit log is delivered. `ca`: authorities, as PEM, that are trusted in place of the system's. */
export type Target =
  | { readonly kind: "file"; readonly path: string }
  | {
      readonly kind: "syslog";
      readonly host: string;
      readonly port: number;
      readonly tls: boolean;
      readonly ca: string | undefined;
    }
  | { readonly kind: "otlp"; readonly url: string; readonly ca: string | undefined };

const forms =
  "must be file:/path, syslog://host:port, syslogs://host:port, otlp+https://host or otlp+http://host";
const syslogTlsPort = 6514;

export const auditExportSettings = featureSettings(
  {
    auditExport: setting(
      "VINGATE_AUDIT_EXPORT",
      "none: the audit log stays in the database",
      "Where the audit log is also delivered: file:/path, syslog[s]://host:port (TCP, TLS) or otlp+https://host. ?ca=FILE names an authority of its own.",
      target,
    ),
    auditExportHeaders: secretSetting(
      "VINGATE_AUDIT_EXPORT_HEADERS",
      "none",
      "Headers of requests to otlp+https://, NAME=VALUE with commas between; values are percent-encoded.",
      headers,
    ),
  },
  "VINGATE_OTLP_RATIO",
);

/** A receiver as messages name it; without secrets. */
export function placeOf(target: Target): string {
  if (target.kind === "file") return `file ${target.path}`;
  if (target.kind === "otlp") return `collector ${target.url}`;
  return `syslog server ${target.host}:${target.port}${target.tls ? " (TLS)" : ""}`;
}

// A mistaken URL can contain a password, so no message shows it.
function target(raw: string | undefined): Target | undefined {
  if (raw === undefined) return undefined;
  const scheme = /^([a-z+]+):/.exec(raw)?.[1];
  if (scheme === "file") return fileTarget(raw);
  if (scheme === "syslog" || scheme === "syslogs") return syslogTarget(raw, scheme === "syslogs");
  if (scheme === "otlp+http" || scheme === "otlp+https") return otlpTarget(raw.slice("otlp+".length));
  throw new Error(forms);
}

function fileTarget(raw: string): Target {
  const url = URL.parse(raw);
  if (!raw.startsWith("file:/") || !url || url.host !== "" || url.search || url.hash)
    throw new Error("must name a file by its whole path, for example file:/var/log/vingate/audit.jsonl");
  const path = decoded(url.pathname);
  if (path.endsWith("/") || path.includes("\0")) throw new Error("must name a file, not a folder");
  return { kind: "file", path };
}

function syslogTarget(raw: string, tls: boolean): Target {
  // Read as https, whose host names are checked; 443, which that scheme would drop, is read from the text.
  const url = URL.parse(raw.replace(/^syslogs?:/, "https:"));
  if (!url?.hostname || !/^\/?$/.test(url.pathname) || url.hash) throw new Error(forms);
  requireNoUser(url);
  const ca = authorities(url, tls);
  const port = Number(/^[a-z]+:\/\/[^/?]*:(\d+)(?:[/?]|$)/.exec(raw)?.[1] ?? (tls ? syslogTlsPort : 0));
  if (port === 0)
    throw new Error("must name the port of the syslog server, for example syslog://logs.example.com:601");
  return { kind: "syslog", host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port, tls, ca };
}

function otlpTarget(raw: string): Target {
  const url = URL.parse(raw);
  if (!url?.hostname || url.hash) throw new Error(forms);
  requireNoUser(url);
  const ca = authorities(url, url.protocol === "https:");
  url.search = "";
  return { kind: "otlp", url: baseUrl(url.href)!, ca };
}

function requireNoUser({ username, password }: URL): void {
  if (username !== "" || password !== "")
    throw new Error(
      "must not contain a user or a password; VINGATE_AUDIT_EXPORT_HEADERS takes those of a collector",
    );
}

function authorities({ searchParams }: URL, tls: boolean): string | undefined {
  const unknown = [...searchParams.keys()].find((name) => name !== "ca");
  if (unknown !== undefined) throw new Error(`has an unknown parameter ${unknown}; it takes ca`);
  const path = searchParams.get("ca");
  if (path === null) return undefined;
  if (!tls) throw new Error("has ca, which needs TLS: syslogs:// or otlp+https://");
  let pem: string;
  try {
    pem = readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`names an authority that cannot be read: ${(error as Error).message}`);
  }
  try {
    new X509Certificate(pem);
  } catch {
    throw new Error(`must name certificates in PEM as ca, which ${path} does not contain`);
  }
  return pem;
}

/** Set by the request itself. */
const ownHeaders: ReadonlySet<string> = new Set(["content-length", "content-type", "host"]);

function headers(raw: string | undefined): Readonly<Record<string, string>> {
  const pairs = (raw ?? "").split(",").map((part) => part.trim());
  return Object.fromEntries(
    pairs.filter(Boolean).map((pair, index) => {
      const [, name = "", encoded = ""] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*=\s*(?!\s)(.*)$/.exec(pair) ?? [];
      const value = decoded(encoded);
      if (name === "" || !/^[\x20-\x7e]+$/.test(value))
        throw new Error(
          `must be NAME=VALUE with commas between, for example Authorization=Bearer%20TOKEN; pair ${index + 1} is not`,
        );
      if (ownHeaders.has(name.toLowerCase())) throw new Error(`must not contain the header ${name}`);
      return [name, value];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("has a wrong percent-encoding");
  }
}
