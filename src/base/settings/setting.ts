import type { BlockList } from "node:net";
import { type Network, networkList, parseNetwork } from "../networks.ts";

/** A setting, read from the environment. */
export interface Setting<T> {
  readonly name: string;
  readonly summary: string;
  /** What `--help` shows as the default. */
  readonly shown: string;
  readonly secret?: true;
  /** Throws an Error whose message completes "NAME …". */
  parse(raw: string | undefined): T;
}

export function setting<T>(
  name: string,
  shown: string,
  summary: string,
  parse: (raw: string | undefined) => T,
): Setting<T> {
  return { name, shown, summary, parse };
}

/** A setting that can be read from a file and is never shown. */
export function secretSetting<T>(
  name: string,
  shown: string,
  summary: string,
  parse: (raw: string | undefined) => T,
): Setting<T> {
  return { name, shown, summary, parse, secret: true };
}

/** A whole number in a range. */
export function integer(fallback: number, least: number, most: number) {
  return (raw: string | undefined): number => {
    if (raw === undefined) return fallback;
    const value = /^\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new Error(`must be a whole number from ${least} to ${most}, not "${raw}"`);
    return value;
  };
}

const byteUnits: Readonly<Record<string, number>> = { "": 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

/** A number of bytes, with or without a unit (K, M, G, T, powers of 1,024). */
export function byteCount(fallback: number, least: number) {
  return (raw: string | undefined): number => {
    if (raw === undefined) return fallback;
    const [, digits, unit = ""] = /^(\d{1,12}) ?(?:([KMGT])(?:iB)?)?$/.exec(raw) ?? [];
    const value = Number(digits) * byteUnits[unit]!;
    if (!(value >= least))
      throw new Error(`must be at least ${least} bytes, for example "1 GiB", not "${raw}"`);
    return value;
  };
}

/** A number from 0 to 1. */
export function share(fallback: number) {
  return (raw: string | undefined): number => {
    if (raw === undefined) return fallback;
    const value = /^(0|1|0?\.\d{1,9}|1\.0+)$/.test(raw) ? Number(raw) : Number.NaN;
    if (Number.isNaN(value)) throw new Error(`must be a number from 0 to 1, for example 0.01, not "${raw}"`);
    return value;
  };
}

/** One of several words; the first is the default. */
export function oneOf<const T extends string>(...values: readonly [T, ...T[]]) {
  return (raw: string | undefined): T => {
    const value = raw === undefined ? values[0] : values.find((candidate) => candidate === raw);
    if (value === undefined) throw new Error(`must be one of ${values.join(", ")}, not "${raw}"`);
    return value;
  };
}

/** A scheme, host and port, without a path. */
export function origin(raw: string | undefined): string | undefined {
  if (raw === undefined) return undefined;
  const url = URL.parse(raw);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash)
    throw new Error(`must be an origin, for example https://api.example.com, not "${raw}"`);
  return url.origin;
}

/** An origin with an optional path, https://example.com/vehicles; a final slash is removed. */
export function baseUrl(raw: string | undefined): string | undefined {
  if (raw === undefined) return undefined;
  const url = URL.parse(raw);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    !/^(\/[A-Za-z0-9._~-]+)*\/?$/.test(url.pathname) ||
    url.search ||
    url.hash
  )
    throw new Error(
      `must be a URL, for example https://api.example.com or https://example.com/vehicles, not "${raw}"`,
    );
  return url.origin + url.pathname.replace(/\/$/, "");
}

/** The URL of a page or a mailbox, on one line. */
export function contactUrl(raw: string | undefined): string | undefined {
  if (raw === undefined) return undefined;
  const url = URL.parse(raw);
  if (!url || !/^(https|mailto):$/.test(url.protocol) || /\s/.test(raw))
    throw new Error(`must be a URL such as mailto:security@example.com, not "${raw}"`);
  return url.href;
}

/** Host names, separated by commas, in lower case. */
export function hostNames(raw: string | undefined): readonly [string, ...string[]] | undefined {
  if (raw === undefined) return undefined;
  const names = raw.split(",").map((part) => part.trim().toLowerCase());
  for (const name of names)
    if (!/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name))
      throw new Error(`must be host names separated by commas, for example api.example.com, not "${name}"`);
  return names as [string, ...string[]];
}

/** A comma-separated list of networks. */
export function cidrs(raw: string | undefined): BlockList {
  const items = (raw ?? "").split(",").map((part) => part.trim());
  const networks = items.filter(Boolean).map((item) => {
    const network = parseNetwork(item);
    if (!network)
      throw new Error(`must be a comma-separated list of CIDRs, for example 10.0.0.0/8, not "${item}"`);
    return network;
  });
  return networkList(networks);
}

/** Internal addresses that the service may connect to: networks, and hosts as `host:port`. */
export interface OutboundAllow {
  readonly networks: BlockList;
  readonly hosts: ReadonlySet<string>;
}

/** A comma-separated list of networks and `host:port`; `none` allows nothing. */
export function outboundAllow(raw: string | undefined): OutboundAllow | undefined {
  if (raw === undefined) return undefined;
  const items = raw === "none" ? [] : raw.split(",").map((part) => part.trim());
  const networks: Network[] = [];
  const hosts = new Set<string>();
  for (const item of items.filter(Boolean)) {
    const network = parseNetwork(item);
    const url = /^[^/?#@\s]+:\d{1,5}$/.test(item) ? URL.parse(`tcp://${item}`) : null;
    if (network) networks.push(network);
    else if (url?.port) hosts.add(`${URL.parse(`http://${item}`)?.hostname}:${url.port}`);
    else
      throw new Error(
        `must be none, or a comma-separated list of CIDRs and host:port, for example 10.0.0.0/8,backend:8080, not "${item}"`,
      );
  }
  return { networks: networkList(networks), hosts };
}

/** 32 bytes in hex or base64. */
export function masterKey(raw: string | undefined): Uint8Array | undefined {
  if (raw === undefined) return undefined;
  const bytes = Buffer.from(raw, /^[0-9a-fA-F]{64}$/.test(raw) ? "hex" : "base64");
  if (bytes.length !== 32)
    throw new Error("must be 32 bytes as 64 hex digits or base64 (openssl rand -hex 32)");
  return bytes;
}

/** A token that the operator chose. */
export function operatorToken(raw: string | undefined): string | undefined {
  if (raw !== undefined && !/^[A-Za-z0-9._~-]{24,256}$/.test(raw))
    throw new Error("must be 24 to 256 characters of A-Z a-z 0-9 . _ ~ -");
  return raw;
}

export function passphrase(raw: string | undefined): string | undefined {
  if (raw !== undefined && raw.length < 12) throw new Error("must have 12 characters or more");
  return raw;
}

/** The URL of a PostgreSQL database. */
export function databaseUrl(raw: string | undefined): string | undefined {
  if (raw !== undefined && !/^postgres(ql)?:\/\//.test(raw)) throw new Error("must start with postgres://");
  return raw;
}

/** Two numbers of calls per minute, `writes,reads`. */
export function writesAndReads(writes: number, reads: number) {
  return (raw: string | undefined): { readonly writes: number; readonly reads: number } => {
    if (raw === undefined) return { writes, reads };
    const match = /^([1-9]\d{0,8}) ?, ?([1-9]\d{0,8})$/.exec(raw);
    if (!match) throw new Error(`must be writes and reads per minute, for example "120,600", not "${raw}"`);
    return { writes: Number(match[1]), reads: Number(match[2]) };
  };
}
