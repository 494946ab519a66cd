import { listed, unsafeFault } from "./email-characters.ts";

const domainMax = 253;
const labelMax = 63;

/** Why the part after the @-sign is no domain name, in email-validator's words, or null. */
export function emailDomainFault(domain: string): string | null {
  if (domain === "") return "There must be something after the @-sign.";
  if (domain.startsWith("[") && domain.endsWith("]")) {
    return "A bracketed IP address after the @-sign is not allowed here.";
  }
  const strangers = domain.match(/[^a-zA-Z0-9\-.\u0080-\u{10FFFF}]/gu);
  if (strangers !== null) {
    return `The part after the @-sign contains invalid characters: ${listed(strangers)}.`;
  }
  return unsafeFault(domain) ?? nameFault(normalizedDomain(domain));
}

/** A domain in lower case, with plain periods. */
export function normalizedDomain(domain: string): string {
  return domain.normalize("NFKC").replace(/[。｡]/g, ".").toLowerCase();
}

function nameFault(domain: string): string | null {
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
