import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { dayMs } from "../../base/durations.ts";
import { errorFields, type Log } from "../../base/log.ts";
import { OperatorError } from "../../base/operator-error.ts";
import type { Config } from "../../config.ts";

/** A certificate chain and its private key, as PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

const soonMs = 14 * dayMs;

/**
 * Reads the certificate files that the settings name; undefined if they name none. Throws an `OperatorError`
 * if a file cannot be read, or the key does not fit the certificate. No message contains any part of the key.
 */
export function readTls({ tlsCert, tlsKey }: Pick<Config, "tlsCert" | "tlsKey">, log: Log): Tls | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const cert = read("VINGATE_TLS_CERT", tlsCert);
  const key = read("VINGATE_TLS_KEY", tlsKey);
  const certificate = parsed(
    `VINGATE_TLS_CERT: ${tlsCert} holds no certificate in PEM form`,
    () => new X509Certificate(cert),
  );
  const privateKey = parsed(
    `VINGATE_TLS_KEY: ${tlsKey} holds no private key in PEM form, or one with a passphrase`,
    () => createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new OperatorError(`VINGATE_TLS_KEY: ${tlsKey} is not the key of the certificate in ${tlsCert}`);
  const fields = { names: certificate.subjectAltName ?? certificate.subject, expires: certificate.validTo };
  if (Date.parse(certificate.validTo) - Date.now() < soonMs) log.warn("the certificate expires soon", fields);
  else log.info("certificate loaded", fields);
  return { cert, key };
}

/** Reads the certificate as `readTls` does, or returns the last usable one if the files are no longer usable. */
export function lastUsableTls(config: Pick<Config, "tlsCert" | "tlsKey">, log: Log): () => Tls | undefined {
  let usable: Tls | undefined;
  return () => {
    try {
      usable = readTls(config, log);
    } catch (error) {
      if (!usable) throw error;
      log.error("certificate not usable; the last usable one stays in use", errorFields(error));
    }
    return usable;
  };
}

function read(setting: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new OperatorError(`${setting}: ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function parsed<T>(problem: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new OperatorError(problem);
  }
}
