import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** Kinds of credentials by prefix, so that people and secret scanners recognise them. */
export const tokenKinds = {
  vgk: "subscription key",
  vgs: "session",
  vgt: "access token",
  vgo: "operator token",
  vgc: "client token",
  vgr: "password reset token",
  vgm: "email confirmation token",
  vgi: "invitation token",
  vga: "assistant's access token",
  vgf: "assistant's refresh token",
} as const;

export type TokenKind = keyof typeof tokenKinds;

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 32;
const checksumLength = 6;

function randomText(length: number): string {
  let text = "";
  while (text.length < length)
    // 248 is the largest multiple of 62 in a byte; bytes above it would favour the alphabet's start.
    for (const byte of randomBytes(length))
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Creates a credential: prefix, 190 random bits, and a checksum that finds typos without the database. */
export function mintToken(kind: TokenKind): string {
  const body = `${kind}_${randomText(randomLength)}`;
  return body + checksum(body);
}

const testPrefix = "vgk_test";

/** The same for a key for tests. It is longer than other keys, so that older programs refuse it as mistyped. */
export function mintTestKey(): string {
  const body = testPrefix + randomText(randomLength);
  return body + checksum(body);
}

const isTestLength = (body: string): boolean =>
  body.length === testPrefix.length + randomLength && body.startsWith(testPrefix);

/** Whether a plausible text has the form of a key for tests. */
export const isTestKey = (token: string): boolean => isTestLength(token.slice(0, -checksumLength));

/** False for a text with one of our prefixes that was mistyped or cut. Other formats pass. */
export function plausibleToken(token: string): boolean {
  if (!/^[\x21-\x7e]{8,256}$/.test(token)) return false;
  const prefix = /^(vg[kstocrmiaf])_/.exec(token);
  if (!prefix) return true;
  const body = token.slice(0, -checksumLength);
  if (body.length !== 4 + randomLength && !isTestLength(body)) return false;
  return checksum(body) === token.slice(-checksumLength);
}

/** SHA-256 in hex: credentials are looked up in this form only. */
export function digestToken(token: string): string {
  return hash("sha256", token, "hex");
}

/** The token of an `Authorization` header; the word `Bearer` is optional. */
export function bearerToken(header: string | null): string | undefined {
  const token = header?.trim().replace(/^Bearer\s+/i, "");
  return token ? token : undefined;
}
