import { withoutEntities } from "../../../base/reading/xml-entities.ts";

/** The texts of a rich or plain text of a workbook, joined; without the readings of Japanese ones. */
export function textsIn(xml: string): string {
  const plain = xml.includes("rPh") ? xml.replace(/<(?:\w+:)?rPh\b[^<>]*>|<\/(?:\w+:)?rPh>/g, "\0") : xml;
  let text = "";
  // Between two marks stands a reading.
  for (const [index, part] of plain.split("\0").entries()) if (index % 2 === 0) text += textsOf(part);
  return text;
}

function textsOf(xml: string): string {
  let text = "";
  for (const [, content] of xml.matchAll(/<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)</g)) text += content;
  return cellText(text);
}

/** A text without entities, and characters such as `_x000D_` for what they stand for. */
export function cellText(xml: string): string {
  const text = withoutEntities(xml);
  return text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}
