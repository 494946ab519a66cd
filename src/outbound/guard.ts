import { lookup } from "node:dns/promises";
import { isIP, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import type { TLSSocket } from "node:tls";
import { inNetworks } from "../base/networks.ts";
import type { OutboundAllow } from "../base/settings/setting.ts";
import { withTimeout } from "../base/with-timeout.ts";
import { isProxied } from "./proxies.ts";
import { openConnection, requireConnection, Unanswered, Unreachable } from "./reachable.ts";
import { openTls } from "./tls.ts";
import { judgeAddress } from "./verdict.ts";

/** A connection that is not opened, because of its address. */
export class OutboundRefused extends Error {
  override readonly name = "OutboundRefused";
}

/** Returns every address of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export interface GuardOptions {
  /** What the operator allows; undefined allows loopback addresses if the service listens on one. */
  readonly allow?: OutboundAllow | undefined;
  /** Customers name the addresses: what a name stands for in the operator's network is not shown to them. */
  readonly discreet?: boolean;
  /** Where the service itself listens: never connected to. */
  readonly own?: { readonly host: string; readonly port: number } | undefined;
  /** The port of an API that this process itself answers on 127.0.0.1. */
  readonly demoPort?: () => number | undefined;
  readonly resolve?: Resolve;
  readonly now?: () => number;
}

/** An origin whose addresses were checked. */
interface Destination {
  /** Origins with an address in place of the name. */
  readonly origins: readonly [string, ...string[]];
  readonly host: string;
  /** A proxy of the environment connects; it resolves the name. */
  readonly proxied: boolean;
  /** The name that the certificate must have. */
  readonly serverName: string | undefined;
  readonly until: number;
}

/** What a request has besides its URL. */
export interface OutboundInit {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array<ArrayBuffer> | Blob | null;
  readonly signal?: AbortSignal;
  /** As PEM: authorities that are trusted in place of the system's, and the client's certificate with its key. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string } | undefined;
}

/** So long an origin's addresses are used before its name is resolved again. */
const resolvedMs = 5000;
const lookupMs = 5000;
const destinationsMax = 10_000;
const late = () => new Unreachable("its name was not resolved in time");

const systemResolve: Resolve = async (name) => {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/** Opens connections to addresses that were checked. The address that is checked is the one that is used. */
export class OutboundGuard {
  readonly #allow: OutboundAllow | undefined;
  readonly #discreet: boolean;
  readonly #own: GuardOptions["own"];
  readonly #demoPort: NonNullable<GuardOptions["demoPort"]>;
  readonly #resolve: Resolve;
  readonly #now: () => number;
  readonly #destinations = new Map<string, Destination>();

  constructor(options: GuardOptions = {}) {
    const { allow, own, resolve = systemResolve, now = () => performance.now() } = options;
    this.#allow = allow;
    this.#discreet = options.discreet ?? false;
    this.#own = own;
    this.#demoPort = options.demoPort ?? (() => undefined);
    this.#resolve = resolve;
    this.#now = now;
  }

  /**
   * Sends one request, without following redirects and without decoding the body. Throws `OutboundRefused`, and
   * `Unreachable` if the name has no address.
   */
  async fetch(address: string, init: OutboundInit = {}): Promise<Response> {
    const url = requireHttp(address);
    return this.fetchFrom(url.origin, url.pathname + url.search, init);
  }

  /**
   * Throws `OutboundRefused` unless a URL's addresses may be connected to, `Unreachable` if its name has none. A discreet
   * guard judges addresses and names that mean this machine; other names when it connects.
   */
  async requireAllowed(address: string): Promise<void> {
    const { origin } = requireHttp(address);
    const name = hostOf(new URL(origin));
    if (!this.#discreet || isIP(name) !== 0 || meaningOf(name)) await this.#destination(origin);
  }

  /** Rejects with `Unreachable` unless a URL's host accepts a connection in time, its look-up included. */
  async requireReachable(address: string, waitMs: number): Promise<void> {
    const url = requireHttp(address);
    const end = this.#now() + waitMs;
    const tooLate = () => new Unreachable("its name was not resolved in time");
    const { origins, proxied } = await withTimeout(this.#destination(url.origin), waitMs, tooLate);
    if (proxied) return;
    await connectTo(origins[0], end - this.#now());
  }

  /** Rejects with `Unanswered` if no address of an origin accepts or refuses a connection in time. */
  async requireAnswering(origin: string, waitMs: number): Promise<void> {
    const { origins, proxied } = await this.#destination(origin);
    if (proxied) return;
    const tried = origins.map((each) => connectTo(each, waitMs).catch(requireAnswer));
    await Promise.any(tried).catch(({ errors: [first] }: AggregateError) => {
      throw first;
    });
  }

  /**
   * Sends one request to an origin as `URL` spells it. `attempt` counts earlier connections that could not be made:
   * another address is used then, if the name has one.
   */
  fetchFrom(origin: string, path: string, init: OutboundInit, attempt = 0): Promise<Response> {
    const known = this.#destinations.get(origin);
    if (known && known.until > this.#now()) return send(known, path, init, attempt);
    return this.#check(origin).then((destination) => send(destination, path, init, attempt));
  }

  /**
   * Opens a connection for a protocol that is not HTTP, to one of a host's addresses, all of which were checked. `host` is a
   * name or an address without brackets. Throws as `fetch` does.
   */
  async connect(host: string, port: number, waitMs: number): Promise<Socket> {
    const url = new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`);
    const meant = meaningOf(host);
    if (meant) this.#requireAllowed(url, meant);
    const addresses = isIP(host) === 0 ? await this.#lookUp(host) : [host];
    for (const address of addresses) this.#requireAllowed(url, address);
    return openConnection(addresses[0]!, port, waitMs);
  }

  /** The same with TLS from the first byte. The host's certificate must be valid for `host`. */
  async connectSecurely(
    host: string,
    port: number,
    waitMs: number,
    authorities?: string,
  ): Promise<TLSSocket> {
    const end = this.#now() + waitMs;
    const socket = await this.connect(host, port, waitMs);
    return openTls(socket, host, { waitMs: end - this.#now(), authorities });
  }

  async #destination(origin: string): Promise<Destination> {
    const known = this.#destinations.get(origin);
    return known && known.until > this.#now() ? known : this.#check(origin);
  }

  /** Throws `OutboundRefused` unless every address of the origin may be connected to. */
  async #check(origin: string): Promise<Destination> {
    const url = new URL(origin);
    const name = hostOf(url);
    const proxied = isProxied(url);
    const isName = isIP(name) === 0;
    const meant = meaningOf(name);
    if (meant) this.#requireAllowed(url, meant);
    // A proxy resolves the name itself, so that it may be unknown here.
    const found = isName ? await this.#lookUp(name).catch(proxied ? () => [] : undefined) : [name];
    for (const address of found) this.#requireAllowed(url, address);
    const addresses = proxied ? [name] : found;
    const origins = addresses.map((address) => {
      const host = isIP(address) === 6 ? `[${address}]` : address;
      return `${url.protocol}//${host}${url.port === "" ? "" : `:${url.port}`}`;
    });
    const destination: Destination = {
      origins: origins as [string, ...string[]],
      host: url.host,
      proxied,
      serverName: !proxied && url.protocol === "https:" ? name : undefined,
      until: this.#now() + resolvedMs,
    };
    if (this.#destinations.size >= destinationsMax) this.#destinations.clear();
    this.#destinations.set(origin, destination);
    return destination;
  }

  async #lookUp(name: string): Promise<readonly string[]> {
    const found = await withTimeout(this.#resolve(name), lookupMs, late);
    if (found.length === 0) throw new Unreachable(`${name} has no address`);
    return found;
  }

  #requireAllowed(url: URL, address: string): void {
    const verdict = judgeAddress(address);
    const port = portOf(url);
    const isRefused = verdict === "forbidden" || this.#isOwn(address, port);
    if (!isRefused && (verdict === "public" || this.#isAllowed(url, verdict, address))) return;
    if (this.#discreet)
      throw hostOf(url) === address || meaningOf(hostOf(url))
        ? new OutboundRefused(`${url.host} is not a public address`)
        : new Unreachable("it has no public address");
    if (isRefused) throw new OutboundRefused(`${url.host} has an address that is never connected to`);
    throw new OutboundRefused(`${url.host} has a ${verdict} address; VINGATE_OUTBOUND_ALLOW can allow it`);
  }

  #isAllowed(url: URL, verdict: "loopback" | "private", address: string): boolean {
    const allow = this.#allow;
    if (address === "127.0.0.1" && portOf(url) === this.#demoPort()) return true;
    if (!allow) return verdict === "loopback" && this.#own !== undefined && isLoopbackHost(this.#own.host);
    return allow.hosts.has(`${url.hostname}:${portOf(url)}`) || inNetworks(allow.networks, plain(address));
  }

  /** Whether it is the port of this service, on any address that reaches it. */
  #isOwn(address: string, port: number): boolean {
    const own = this.#own;
    if (own?.port !== port) return false;
    const judged = plain(address);
    if (judgeAddress(judged) === "loopback") return true;
    if (judged === own.host) return true;
    const all = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    return all.some((one) => one.address === judged);
  }
}

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

const isLoopbackHost = (host: string): boolean => host === "localhost" || judgeAddress(host) === "loopback";

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

/** The address that a name means everywhere, whether or not it resolves here. */
function meaningOf(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/\.$/, "");
  if (plain === "localhost" || plain.endsWith(".localhost")) return "127.0.0.1";
  return metadataNames.has(plain) ? "169.254.169.254" : undefined;
}

/** The host names of the metadata services of clouds. */
const metadataNames: ReadonlySet<string> = new Set([
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "instance-data",
  "instance-data.ec2.internal",
]);

function requireHttp(address: string): URL {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new OutboundRefused(`${address} is not an http or https URL`);
}

function requireAnswer(failure: unknown): void {
  if (failure instanceof Unanswered) throw failure;
}

/** Rejects unless an origin, whose host is an address, accepts a connection in time. */
function connectTo(origin: string, waitMs: number): Promise<void> {
  const url = new URL(origin);
  return requireConnection(hostOf(url), portOf(url), waitMs);
}

const portOf = ({ port, protocol }: URL): number =>
  port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);

function send(
  destination: Destination,
  path: string,
  init: OutboundInit,
  attempt: number,
): Promise<Response> {
  const { origins, host, proxied, serverName } = destination;
  const { method, headers, body, signal, tls } = init;
  return fetch(origins[attempt % origins.length]! + path, {
    method,
    headers: { ...headers, host },
    body,
    signal,
    redirect: "manual",
    decompress: false,
    timeout: false,
    ...(!proxied && { proxy: false }),
    ...(serverName !== undefined || tls
      ? { tls: { ...tls, ...(serverName !== undefined && { serverName }) } }
      : {}),
  } as RequestInit);
}
