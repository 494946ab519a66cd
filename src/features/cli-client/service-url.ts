import { UsageError } from "../../cli/command.ts";

/** The URL that a user gave to a command, in one form. Throws `UsageError` for another text. */
export function serviceUrl(command: string, text: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
  if (!isPlain) throw new UsageError("URL is the address of a service, such as https://vehicles.example.com");
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(url.hostname);
  if (url.protocol === "http:" && !isLocal)
    process.stderr.write(`vingate ${command}: others can read what is sent to an http:// address\n`);
  return url.href.replace(/\/+$/, "");
}
