import { createPublicKey } from "node:crypto";
import { Resolver } from "node:dns/promises";
import type { ConfiguredMail } from "./settings.ts";

/** A DNS record by which receivers recognize the sender. */
export interface DnsRecord {
  readonly record: "SPF" | "DKIM" | "DMARC";
  readonly name: string;
  readonly expected: string;
  readonly state: "ok" | "missing" | "differs" | "not checked";
  /** What DNS has in its place; null if nothing, or if it was not checked. */
  readonly found: string | null;
}

/** The texts of a name; empty if it has none. Throws if DNS does not respond. */
export type ResolveTexts = (name: string) => Promise<readonly string[]>;

const waitMs = 2000;

export const systemTexts: ResolveTexts = async (name) => {
  try {
    const texts = await new Resolver({ timeout: waitMs, tries: 1 }).resolveTxt(name);
    return texts.map((parts) => parts.join(""));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTFOUND" || code === "ENODATA") return [];
    throw error;
  }
};

interface Wanted extends Pick<DnsRecord, "record" | "name" | "expected"> {
  /** The start of such a record. */
  readonly tag: RegExp;
  matches(found: string): boolean;
}

/** What DNS should have for the sender, and whether it has it. */
export function dnsRecords(mail: ConfiguredMail, resolve = systemTexts): Promise<DnsRecord[]> {
  return Promise.all(
    wantedRecords(mail).map(async ({ record, name, expected, tag, matches }): Promise<DnsRecord> => {
      const common = { record, name, expected };
      try {
        const found = (await resolve(name)).find((text) => tag.test(text));
        if (found === undefined) return Object.assign(common, { state: "missing", found: null } as const);
        return Object.assign(common, {
          state: matches(found) ? ("ok" as const) : ("differs" as const),
          found,
        });
      } catch {
        return Object.assign(common, { state: "not checked", found: null } as const);
      }
    }),
  );
}

function wantedRecords({
  from,
  smtp,
  dkimKey,
  dkimSelector,
  dkimDomain = from.domain,
}: ConfiguredMail): Wanted[] {
  const spf: Wanted = {
    record: "SPF",
    name: from.domain,
    expected: `v=spf1 a:${smtp.host} -all`,
    tag: /^v=spf1(\s|$)/i,
    // Which servers send is known to the provider of the mail server alone: any record that does not allow all.
    matches: (found) => !/(^|\s)\+?all(\s|$)/i.test(found),
  };
  const dmarc: Wanted = {
    record: "DMARC",
    name: `_dmarc.${from.domain}`,
    expected: "v=DMARC1; p=quarantine",
    tag: /^v=DMARC1\s*(;|$)/i,
    matches: (found) => /;\s*p\s*=/i.test(found),
  };
  if (!dkimKey) return [spf, dmarc];
  const publicKey = createPublicKey(dkimKey.key).export({ type: "spki", format: "der" }).toString("base64");
  const dkim: Wanted = {
    record: "DKIM",
    name: `${dkimSelector}._domainkey.${dkimDomain}`,
    expected: `v=DKIM1; k=rsa; p=${publicKey}`,
    tag: /(^|;)\s*p\s*=/i,
    matches: (found) => /(?:^|;)\s*p\s*=\s*([^;]*)/i.exec(found)?.[1]?.replaceAll(/\s/g, "") === publicKey,
  };
  return [spf, dkim, dmarc];
}
