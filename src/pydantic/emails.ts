import { listed, unsafeFault } from "./email-characters.ts";
import { emailDomainFault, normalizedDomain } from "./email-domains.ts";
import { INVALID, refuse } from "./issues.ts";
import { type Check, type DefOf, leaf, type Node } from "./node.ts";
import { ruled } from "./rules.ts";
import { checkString, stringRules } from "./strings.ts";

/**
 * Compiles an e-mail address, also as "Name <address>". The value is the address alone, its domain in lower
 * case. As pydantic with email-validator, but names reserved for special use (.test, .local) are taken:
 * this service also runs where they are all there is.
 */
export function compileEmail(def: DefOf<"string">): Node {
  const check: Check = (input, issues) => {
    const text = checkString(input, issues);
    if (text === INVALID) return INVALID;
    const found = parseEmail(text as string);
    if ("email" in found) return found.email;
    const message = `value is not a valid email address: ${found.reason}`;
    return refuse(issues, "value_error", message, input, { reason: found.reason });
  };
  return leaf("function-after[_validate(), str]", ruled(check, stringRules(def.checks)));
}

const named =
  /^\s*(?:(?:[\p{L}\p{N}!#$%&'*+\-/=?^_`{|}~]+\s+)*[\p{L}\p{N}!#$%&'*+\-/=?^_`{|}~]+|"[\s\S]+")?\s*<(.+)>\s*$/u;
const atext = "a-zA-Z0-9_!#$%&'*+\\-/=?^`{|}~";
const atom = new RegExp(`^[${atext}\\u0080-\\u{10FFFF}]+(?:\\.[${atext}\\u0080-\\u{10FFFF}]+)*$`, "u");
const stranger = new RegExp(`[^.${atext}\\u0080-\\u{10FFFF}]`, "gu");
const nameStranger = new RegExp(`[^ ${atext}]`, "gu");

// A generous bound of pydantic's own, before the address's 254.
const textMax = 2048;
const addressMax = 254;

/** The address, or the reason why the text holds none, in email-validator's words. */
export function parseEmail(text: string): { email: string } | { reason: string } {
  if (text.length > textMax) return { reason: `Length must not exceed ${textMax} characters` };
  const address = (named.exec(text)?.[1] ?? text).trim();
  const at = firstUnquoted(address, "@<");
  if (at === -1) return { reason: missingAt(address) };
  if (address[at] === "<")
    return { reason: nameFault(address.slice(0, at)) ?? bracketFault(address.slice(at)) };
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  const reason = localFault(local) ?? emailDomainFault(domain);
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
  const strangers = name.startsWith('"') ? null : name.trimEnd().match(nameStranger);
  if (strangers === null) return null;
  return `The display name contains invalid characters when not quoted: ${listed(strangers)}.`;
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
  const strangers = local.match(stranger);
  if (strangers !== null) {
    return `The email address contains invalid characters before the @-sign: ${listed(strangers)}.`;
  }
  if (local.endsWith(".")) return "An email address cannot have a period immediately before the @-sign.";
  if (local.startsWith(".")) return "An email address cannot start with a period.";
  return "An email address cannot have two periods in a row.";
}
