import { createPrivateKey, webcrypto, X509Certificate } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { writeSecretFile } from "../../access/secret-files.ts";
import { dayMs } from "../../base/durations.ts";
import type { Config } from "../../config.ts";
import type { Tls } from "./tls.ts";

/** Where the certificate and its key are on this machine. */
export interface CertificateFiles {
  readonly tlsCert: string;
  readonly tlsKey: string;
}

/** The paths that the settings give. Throws without ACME. */
export function filesOf({ tlsCert, tlsKey }: Pick<Config, "tlsCert" | "tlsKey">): CertificateFiles {
  if (tlsCert === undefined || tlsKey === undefined) throw new Error("no certificate is configured");
  return { tlsCert, tlsKey };
}

/** The certificate on this machine, or undefined if there is none. */
export async function readFiles({ tlsCert, tlsKey }: CertificateFiles): Promise<Tls | undefined> {
  if (!existsSync(tlsCert) || !existsSync(tlsKey)) return undefined;
  return { cert: await readFile(tlsCert, "utf8"), key: await readFile(tlsKey, "utf8") };
}

/** Replaces the files. A process that is killed in between leaves a key that does not fit, which the next start replaces. */
export async function writeFiles({ tlsCert, tlsKey }: CertificateFiles, { cert, key }: Tls): Promise<void> {
  mkdirSync(dirname(tlsCert), { recursive: true, mode: 0o700 });
  for (const [path, text] of [
    [tlsKey, key],
    [tlsCert, cert],
  ] as const) {
    await writeSecretFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  }
}

const keyAlgorithm = { name: "ECDSA", namedCurve: "P-256" };
const temporaryMs = 30 * dayMs;

/** Makes sure that there is a certificate if the service obtains its own, until it has done so. */
export async function ensureCertificate(config: Config): Promise<void> {
  if (!config.acmeDomain) return;
  const files = filesOf(config);
  const found = await readFiles(files);
  if (!found || !fits(found))
    await writeFiles(files, await temporaryCertificate(config.acmeDomain, Date.now()));
}

/** Whether the key is the certificate's, which it is not after a kill between the two files. */
function fits({ cert, key }: Tls): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/**
 * A certificate that no authority has signed, so that the port can open before the first one is issued. Clients refuse
 * it.
 */
export async function temporaryCertificate(names: readonly string[], now: number): Promise<Tls> {
  const { X509CertificateGenerator, SubjectAlternativeNameExtension, PemConverter } = await import(
    "@peculiar/x509"
  );
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=Vingate temporary certificate",
    keys,
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
    notBefore: new Date(now),
    notAfter: new Date(now + temporaryMs),
    extensions: [new SubjectAlternativeNameExtension(names.map((value) => ({ type: "dns", value })))],
  });
  const key = PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY");
  return { cert: `${certificate.toString("pem")}\n`, key: `${key}\n` };
}
