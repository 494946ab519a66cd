const isPlain = /^[ -~€£]*$/;

/** A text with ASCII digits of any script, one kind of space, apostrophe and hyphen, and no characters that cannot be seen. */
export function plainText(text: string): string {
  if (isPlain.test(text)) return text.trim();
  return text
    .replace(/[’‘ʼ´]/g, "'")
    .normalize("NFKC")
    .replace(/[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .replace(/[−–—‐‑]/g, "-")
    .replace(/\u066b/g, ".")
    .replace(/\u066c/g, ",")
    .replace(/\u060c/g, ",")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/[\u0966-\u096f\u09e6-\u09ef]/g, (digit) => String((digit.charCodeAt(0) - 6) % 16))
    .trim();
}
