type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the environment names a proxy for a URL. It then resolves the name and makes the connection. */
export function isProxied(url: URL, env: Environment = process.env): boolean {
  const name = `${url.protocol.slice(0, -1)}_proxy`;
  if (!env[name] && !env[name.toUpperCase()]) return false;
  const excluded = (env.no_proxy ?? env.NO_PROXY ?? "").split(",").map((text) => text.trim().toLowerCase());
  return !excluded.filter(Boolean).some((text) => excludes(text, url));
}

function excludes(text: string, { hostname, host }: URL): boolean {
  if (text === "*" || text === host) return true;
  const name = text.replace(/^\./, "");
  return hostname === name || hostname.endsWith(`.${name}`);
}
