import { type Check, type CompiledSchema, leaf, type Rule } from "./compiled-schema.ts";
import { refuse, repr } from "./issues.ts";

/**
 * Compiles an email address, also as "Name <address>". The value is the address alone, its domain in lower
 * case. Like pydantic with email-validator, but accepts names reserved for special use (.test, .local), since
 * the service also runs in networks that have no others.
 */
export function compileEmail(rules: readonly Rule[]): CompiledSchema {
  const check: Check = (input, issues) => {
    if (typeof input !== "string")
      return refuse(issues, "string_type", "Input should be a valid string", input);
    const found = parseEmail(input);
    if ("email" in found) return found.email;
    const message = `value is not a valid email address: ${found.reason}`;
    return refuse(issues, "value_error", message, input, { reason: found.reason });
  };
  return leaf("function-after[_validate(), str]", check, rules);
}

const namedAddress =
  /^\s*(?:(?:[\p{L}\p{N}!#$%&'*+\-/=?^_`{|}~]+\s+)*[\p{L}\p{N}!#$%&'*+\-/=?^_`{|}~]+|"[\s\S]+")?\s*<(.+)>\s*$/u;
const atext = "a-zA-Z0-9_!#$%&'*+\\-/=?^`{|}~";
const atom = new RegExp(`^[${atext}\\u0080-\\u{10FFFF}]+(?:\\.[${atext}\\u0080-\\u{10FFFF}]+)*$`, "u");
const localInvalid = new RegExp(`[^.${atext}\\u0080-\\u{10FFFF}]`, "gu");
const nameInvalid = new RegExp(`[^ ${atext}]`, "gu");

// A generous bound of pydantic's own, before the address's 254.
const textMax = 2048;
const addressMax = 254;

/** The address, or the reason why the text contains none, in email-validator's words. */
function parseEmail(text: string): { email: string } | { reason: string } {
  if (text.length > textMax) return { reason: `Length must not exceed ${textMax} characters` };
  const address = (namedAddress.exec(text)?.[1] ?? text).trim();
  const at = firstUnquoted(address, "@<");
  if (at === -1) return { reason: missingAt(address) };
  if (address[at] === "<")
    return { reason: nameFault(address.slice(0, at)) ?? bracketFault(address.slice(at)) };
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  const reason = localFault(local) ?? domainFault(domain);
  if (reason !== null) return { reason };
  const excess = new TextEncoder().encode(address).length - addressMax;
  if (excess > 0) {
    return {
      reason: `The email address is too long (${excess} character${excess > 1 ? "s" : ""} too many).`,
    };
  }
  return { email: `${local.normalize("NFC")}@${normalizedDomain(domain)}` };
}

function firstUnquoted(text: string, specials: string): number {
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (quoted && char === "\\") i++;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && specials.includes(char)) return i;
  }
  return -1;
}

function missingAt(text: string): string {
  if (text.includes("＠")) {
    return 'The email address has the "full-width" at-sign (@) character instead of a regular at-sign.';
  }
  if (text.includes("﹫")) {
    return 'The email address has the "small commercial at" character instead of a regular at-sign.';
  }
  return "An email address must have an @-sign.";
}

function nameFault(name: string): string | null {
  const invalid = name.startsWith('"') ? null : name.trimEnd().match(nameInvalid);
  if (invalid === null) return null;
  return `The display name contains invalid characters when not quoted: ${listed(invalid)}.`;
}

function bracketFault(text: string): string {
  if (!text.includes(">")) {
    return "An open angle bracket at the start of the email address has to be followed by a close angle bracket at the end.";
  }
  if (!text.trimEnd().endsWith(">")) return "There can't be anything after the email address.";
  return "A display name and angle brackets around the email address are not permitted here.";
}

function localFault(local: string): string | null {
  if (local === "") return "There must be something before the @-sign.";
  if (local.startsWith('"')) return "Quoting the part before the @-sign is not allowed here.";
  if (atom.test(local)) return unsafeFault(local);
  const invalid = local.match(localInvalid);
  if (invalid !== null) {
    return `The email address contains invalid characters before the @-sign: ${listed(invalid)}.`;
  }
  if (local.endsWith(".")) return "An email address cannot have a period immediately before the @-sign.";
  if (local.startsWith(".")) return "An email address cannot start with a period.";
  return "An email address cannot have two periods in a row.";
}

const domainMax = 253;
const labelMax = 63;

/** Why the part after the @-sign is no domain name, in email-validator's words, or null. */
function domainFault(domain: string): string | null {
  if (domain === "") return "There must be something after the @-sign.";
  if (domain.startsWith("[") && domain.endsWith("]")) {
    return "A bracketed IP address after the @-sign is not allowed here.";
  }
  const invalid = domain.match(/[^a-zA-Z0-9\-.\u0080-\u{10FFFF}]/gu);
  if (invalid !== null) {
    return `The part after the @-sign contains invalid characters: ${listed(invalid)}.`;
  }
  return unsafeFault(domain) ?? hostFault(normalizedDomain(domain));
}

/** A domain in lower case, with plain periods. */
function normalizedDomain(domain: string): string {
  return domain.normalize("NFKC").replace(/[。｡]/g, ".").toLowerCase();
}

function hostFault(domain: string): string | null {
  const dots = dotFault(domain);
  if (dots !== null) return dots;
  if (/(?:^|\.)(?!xn)..--/.test(domain)) {
    return "An email address cannot have two letters followed by two dashes immediately after the @-sign or after a period, except Punycode.";
  }
  const ascii = /^[a-z0-9.-]*$/.test(domain) ? domain : URL.parse(`http://${domain}`)?.hostname;
  if (ascii === undefined) return "The part after the @-sign is invalid (Invalid domain name).";
  const excess = excessOf(ascii, domainMax);
  if (excess !== null) return `The email address is too long after the @-sign ${excess}.`;
  for (const label of ascii.split(".")) {
    const wide = excessOf(label, labelMax);
    if (wide !== null) return `After the @-sign, periods cannot be separated by so many characters ${wide}.`;
  }
  if (!ascii.includes(".")) return "The part after the @-sign is not valid. It should have a period.";
  if (/[a-z]$/i.test(ascii)) return null;
  return "The part after the @-sign is not valid. It is not within a valid top-level domain.";
}

function dotFault(domain: string): string | null {
  const first = "immediately after the @-sign";
  if (domain.endsWith(".")) return "An email address cannot end with a period.";
  if (domain.startsWith(".")) return `An email address cannot have a period ${first}.`;
  if (domain.includes("..")) return "An email address cannot have two periods in a row.";
  if (domain.endsWith("-")) return "An email address cannot end with a hyphen.";
  if (domain.startsWith("-")) return `An email address cannot have a hyphen ${first}.`;
  if (!/\.-|-\./.test(domain)) return null;
  return "An email address cannot have a period and a hyphen next to each other.";
}

function excessOf(text: string, max: number): string | null {
  const excess = text.length - max;
  return excess <= 0 ? null : `(${excess} character${excess > 1 ? "s" : ""} too many)`;
}

/** Controls, spaces and unassigned characters beyond ASCII, and a combining mark in front. */
function unsafeFault(text: string): string | null {
  const unsafe = text.match(/[\p{C}\p{Z}]|^\p{M}/gu);
  return unsafe === null ? null : `The email address contains unsafe characters: ${listed(unsafe)}.`;
}

/** Characters as email-validator lists them: each once, sorted, visible ones quoted. */
function listed(characters: readonly string[]): string {
  return [...new Set(characters.map(display))].sort().join(", ");
}

function display(character: string): string {
  if (character === "\\") return '"\\"';
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return repr(character);
  if (character === " ") return "SPACE";
  return `U+${character.codePointAt(0)!.toString(16).padStart(4, "0").toUpperCase()}`;
}
