import { withoutEnd } from "../../base/text/without-end.ts";
import { UsageError } from "../../cli/command.ts";
import { type Login, loginsFile, writeLogins } from "../../cli/terminal/logins.ts";

/** Throws `UsageError` for what cannot be the name of a login. */
export function requireLoginName(name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name))
    throw new UsageError("--service takes a name of letters, digits, dots and hyphens");
}

/** The URL that a user gave to a command, in one form. Throws `UsageError` for another text. */
export function serviceUrl(command: string, text: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
  if (!isPlain) throw new UsageError("URL is the address of a service, such as https://vehicles.example.com");
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(url.hostname);
  if (url.protocol === "http:" && !isLocal)
    process.stderr.write(`vingate ${command}: others can read what is sent to an http:// address\n`);
  return withoutEnd(url.href, "/");
}

interface LoggedIn {
  /** Such as "Logged in to https://vehicles.example.com". */
  readonly what: string;
  readonly subscriptionId: string;
  /** Credits; null without a limit. */
  readonly remaining: number | null;
}

/** Writes logins to the user's own file, and reports the one that was added. */
export function keepLogins(
  env: Readonly<Record<string, string | undefined>>,
  logins: ReadonlyMap<string, Login>,
  { what, subscriptionId, remaining }: LoggedIn,
): void {
  writeLogins(env, logins);
  const left = remaining === null ? "unlimited" : remaining.toLocaleString("en");
  process.stderr.write(
    `${what}: subscription ${subscriptionId}, ${left} credits left.\nThe key is kept in ${loginsFile(env)}.\n`,
  );
}
