const charactersMax = 60;

/** What mail programs and their readers take for a dot of a host. */
const isolatedDot = /(?<=\S)[.\u3002](?=[\p{L}\p{N}\p{M}]{2}|\p{N})|(?<=www)[.\u3002](?=\S)/giu;

/**
 * A name that somebody else chose, as a mail shows it: without characters that are invisible or turn the line around, and
 * without what mail programs make a link of. Parts of a host stand apart: `example.com` is `example com`. Long names are
 * cut.
 */
export function plainName(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .replace(/[\\/]{2,}/g, " ")
    .replace(isolatedDot, " ")
    .replace(/:(?=\S)/g, ": ")
    .replace(/(?<=\S)@(?=\S)/g, " at ")
    .replace(/ +/g, " ")
    .trim();
  const characters = [...plain];
  return characters.length <= charactersMax ? plain : `${characters.slice(0, charactersMax - 1).join("")}…`;
}

/** The members of mails' data that are names. */
const nameMembers: ReadonlySet<string> = new Set(["organization", "inviter"]);

/** The data of a mail with plain names. */
export const withPlainNames = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([member, value]) => [
      member,
      nameMembers.has(member) && typeof value === "string" ? plainName(value) : value,
    ]),
  );
