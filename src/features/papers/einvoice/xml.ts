/** An element as text, or none. */
export type Xml = string | null;

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** What no XML 1.0 document can contain, escaped or not: control characters, halves of pairs, noncharacters. */
const unwritable = /[\p{Cs}\p{Noncharacter_Code_Point}]|[^\P{Cc}\t\n]/gu;

/** A text as XML can have it: without the characters that it cannot contain, and without blanks around it. */
export const writable = (text: string): string => text.replace(/\r\n?/g, "\n").replace(unwritable, "").trim();

const escaped = (text: string): string => writable(text).replace(/[&<>"]/g, (sign) => escapes[sign]!);

/**
 * An element with a text or with elements. Without any there is none: an e-invoice has no empty elements.
 */
export function element(
  name: string,
  content: string | number | null | undefined | readonly Xml[],
  attributes: Readonly<Record<string, string>> = {},
): Xml {
  const inner = Array.isArray(content)
    ? content.filter((child) => child !== null).join("")
    : escaped(String(content ?? ""));
  if (inner === "") return null;
  const named = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${named.join("")}>${inner}</${name}>`;
}

/** A document of elements, of which there is at least one. */
export const documentOf = (
  name: string,
  content: readonly Xml[],
  attributes: Readonly<Record<string, string>>,
): string => `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, content, attributes)}\n`;
