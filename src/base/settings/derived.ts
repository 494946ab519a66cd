import { isIP } from "node:net";
import { join } from "node:path";

/** The settings that contain the service's address. */
interface Address {
  readonly acmeDomain: readonly [string, ...string[]] | undefined;
  readonly host: string;
  readonly port: number;
  readonly tlsCert?: string | undefined;
}

/** Where an obtained certificate and its key are kept. */
export function acmeFiles({
  acmeDomain,
  dataDir,
}: Pick<Address, "acmeDomain"> & { readonly dataDir: string }): { tlsCert?: string; tlsKey?: string } {
  if (!acmeDomain) return {};
  return { tlsCert: join(dataDir, "tls", "certificate.pem"), tlsKey: join(dataDir, "tls", "key.pem") };
}

/** The public URL if none is set. */
export function defaultUrl({ acmeDomain, host, port, tlsCert }: Address): string {
  const name = acmeDomain?.[0] ?? (isIP(host) === 6 ? `[${host}]` : host);
  const url = `${tlsCert === undefined ? "http" : "https"}://${name}`;
  return acmeDomain && port === 443 ? url : `${url}:${port}`;
}
