// Credentials of every kind (`access/tokens.ts`), complete, mistyped or truncated, in any case, also with an escaped
// underscore: a key in the wrong part of a request must not be stored with it.
const credential = /vg[kstocrmiaf](?:_|%5f)[0-9A-Za-z]{6,}/gi;

/** Replaces everything that looks like one of our credentials with `[redacted]`. */
export function redactCredentials(text: string): string {
  return text.replace(credential, "[redacted]");
}

const hidden = "hidden";

/**
 * A URL that itself is a credential, as those of chat services are: its host, `/hidden` for a path, and what `shownUrl` has
 * of a query. A backslash is read as a slash, as by those that send to the URL.
 */
export function maskedUrl(url: string): string {
  const [, host = "", path = "", query = ""] = /^([a-z]+:[/\\]*[^/\\?#]*)([^?#]*)(\?[^#]*)?/i.exec(url) ?? [];
  return `${host}${path.length > 1 ? `/${hidden}` : path}${shownUrl(query)}`;
}

/** A URL as lists, records and the audit log have it: its query may contain a credential. */
export function shownUrl(url: string): string {
  const at = url.indexOf("?");
  if (at < 0) return url;
  const [query = ""] = url.slice(at + 1).split("#");
  const names = query
    .split("&")
    .map((part) => (part.includes("=") ? `${part.split("=")[0]}=${hidden}` : hidden));
  return `${url.slice(0, at)}?${names.join("&")}`;
}
