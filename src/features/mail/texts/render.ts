import type { Language } from "../../../base/format/languages.ts";
import type { MailContent, MailRow } from "../../../outbox/mail-kinds.ts";
import { accountWordings } from "./account-texts.ts";
import type { MailBrand } from "./mail-brand.ts";

/** What every mail of an installation has. */
export interface Frame {
  readonly brand: MailBrand;
  readonly language: Language;
  /** Why the reader gets the mail; empty if the text contains it. */
  readonly reason: string;
  readonly footer: string;
  /** Before the path of the button. */
  readonly publicUrl: string;
}

export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const columns = 76;

/** A text on one line: names that users choose must not begin another header, nor turn the line around. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();

/** The text and the HTML of a mail, from the same parts. */
export function render(content: MailContent, frame: Frame): Rendered {
  const parts = partsOf(content, frame);
  return { subject: oneLine(content.subject), text: textOf(parts), html: htmlOf(parts) };
}

interface Parts {
  readonly brand: MailBrand;
  readonly language: Language;
  readonly heading: string;
  readonly before: readonly string[];
  readonly rows: readonly MailRow[];
  readonly after: readonly string[];
  readonly button: { readonly text: string; readonly url: string } | undefined;
  readonly footer: readonly FooterLine[];
}

interface FooterLine {
  readonly text: string;
  readonly url?: string;
}

function partsOf({ subject, before, rows = [], after = [], button }: MailContent, frame: Frame): Parts {
  const { brand, language, reason, footer } = frame;
  return {
    brand,
    language,
    heading: oneLine(subject),
    before: before.map(oneLine),
    rows: rows.map((row) => ({ ...row, label: oneLine(row.label), value: oneLine(row.value) })),
    after: after.map(oneLine),
    button: button && { text: oneLine(button.text), url: frame.publicUrl + button.path },
    footer: [
      { text: oneLine(reason) },
      { text: oneLine(brand.contact) },
      ...brand.links.map(({ label, url }) => ({ text: oneLine(label), url })),
      { text: oneLine(footer) },
    ].filter(({ text }) => text !== ""),
  };
}

function textOf({ heading, before, rows, after, button, footer }: Parts): string {
  const width = Math.max(0, ...rows.map(({ value }) => value.length));
  const table = rows.map(({ label, value }) => {
    const room = Math.min(columns - width - 1, 50);
    return `${label.padEnd(room)} ${value.padStart(width)}`;
  });
  const blocks = [
    wrapped(heading),
    ...before.map(wrapped),
    table.join("\n"),
    button ? `${button.text}: ${button.url}` : "",
    ...after.map(wrapped),
    `-- \n${footer.map(footerText).join("\n")}`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

const footerText = ({ text, url }: FooterLine): string =>
  wrapped(url === undefined ? text : `${text}: ${url}`);

/** Lines of at most 76 characters; a longer word has a line of its own. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}

const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`;

function htmlOf({ brand, language, heading, before, rows, after, button, footer }: Parts): string {
  const title = escaped(heading);
  const link =
    button &&
    paragraph(
      `<a href="${escaped(button.url)}" style="display:inline-block;background:${brand.accent.color};color:${brand.accent.text};text-decoration:none;font-weight:600;padding:10px 18px;border-radius:4px">${escaped(button.text)}</a><br><span style="color:#465058;font-size:13px;overflow-wrap:anywhere">${escaped(button.url)}</span>`,
    );
  const body = [
    `<p style="margin:0 0 24px;font-weight:700" dir="auto">${escaped(oneLine(brand.sender))}</p>`,
    `<h1 style="margin:0 0 12px;font-size:22px;line-height:28px">${title}</h1>`,
    ...before.map((text) => paragraph(escaped(text))),
    tableOf(rows, language),
    link ?? "",
    ...after.map((text) => paragraph(escaped(text))),
    `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #dde2e5;font-size:13px;line-height:20px;color:#465058">${footer.map(footerHtml).join("<br>")}</p>`,
  ];
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${title}</title></head>
<body style="margin:0;padding:0;background:#fbfcfd;color:#161e24;font:16px/24px system-ui,-apple-system,'Segoe UI',Arial,sans-serif">
<main style="max-width:560px;margin:0 auto;padding:32px 16px">
${body.filter((part) => part !== "").join("\n")}
</main></body></html>
`;
}

const footerHtml = ({ text, url }: FooterLine): string =>
  url === undefined ? escaped(text) : `<a href="${escaped(url)}" style="color:#465058">${escaped(text)}</a>`;

function tableOf(rows: readonly MailRow[], language: Language): string {
  if (rows.length === 0) return "";
  const line = "border-bottom:1px solid #dde2e5";
  const cells = rows.map(({ label, value, isTotal }) => {
    const weight = `font-weight:${isTotal ? 700 : 400}`;
    return `<tr><th scope="row" style="text-align:left;${weight};padding:6px 12px 6px 0;${line}">${escaped(label)}</th><td style="text-align:right;padding:6px 0;${line};white-space:nowrap;font-variant-numeric:tabular-nums;${weight}">${escaped(value)}</td></tr>`;
  });
  return `<table aria-label="${accountWordings[language].say("Details")}" style="width:100%;border-collapse:collapse;margin:0 0 16px;font-size:15px;line-height:22px">${cells.join("")}</table>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => entities[one]!);
