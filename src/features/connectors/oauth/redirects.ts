import { isLoopback } from "../../../http/client-address.ts";

const lengthMax = 2000;

/** Schemes of programs on the user's machine, beside those with a dot (RFC 8252), which belong to a domain. */
const knownSchemes: ReadonlySet<string> = new Set(["cursor:", "vscode:", "vscode-insiders:", "claude:"]);

const isLocal = ({ hostname }: URL): boolean =>
  hostname === "localhost" || isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"));

/**
 * A return address that a program may register: https, http of the user's own machine, or a scheme of a program. Never
 * one that a browser runs, such as javascript: or data:.
 */
export function redirectUri(text: unknown): URL | undefined {
  if (typeof text !== "string" || text.length > lengthMax || !/^[\x21-\x7e]+$/.test(text)) return undefined;
  const url = URL.parse(text);
  if (!url || text.includes("#") || text.includes("\\") || url.username !== "" || url.password !== "")
    return undefined;
  if (url.protocol === "https:") return url;
  if (url.protocol === "http:") return isLocal(url) ? url : undefined;
  const isOfProgram =
    knownSchemes.has(url.protocol) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol);
  return isOfProgram ? url : undefined;
}

/**
 * Whether an address is one of those registered: the same text, but for the port on the user's own machine, which its
 * system chooses (RFC 8252, 7.3).
 */
export function isRegistered(registered: readonly string[], text: string): boolean {
  if (registered.includes(text)) return true;
  const bare = portless(text);
  return bare !== undefined && registered.some((one) => portless(one) === bare);
}

function portless(text: string): string | undefined {
  const url = redirectUri(text);
  if (url?.protocol !== "http:") return undefined;
  url.port = "";
  return url.href;
}

/** To whom a user returns, in words: a host, or the user's own machine. */
export function hostOf(text: string): string {
  const url = new URL(text);
  if (url.protocol === "https:") return url.host;
  return url.protocol === "http:" ? "this computer" : url.protocol.slice(0, -1);
}

/** A return address with parameters added to its query, which stays. */
export function withParameters(
  text: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.set(name, value);
  return `${text}${text.includes("?") ? "&" : "?"}${added}`;
}
