import type { Logo } from "../../../running/brand.ts";
import { pngFault, pngSignature } from "./check-png.ts";
import { svgFault } from "./check-svg.ts";

export const logoBytesMax = 65_536;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The type of a logo by its content, or why it cannot be one. */
export function checkLogo(bytes: Buffer): { readonly type: Logo["type"] } | { readonly fault: string } {
  if (bytes.length === 0) return { fault: "the logo is empty" };
  if (bytes.length > logoBytesMax)
    return { fault: `the logo has ${bytes.length} bytes; at most ${logoBytesMax} are allowed` };
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature))
    return result("image/png", pngFault(bytes));
  const svg = textOf(bytes);
  if (svg === undefined || !/<svg[\s>]/i.test(svg)) return { fault: "the logo is neither PNG nor SVG" };
  return result("image/svg+xml", svgFault(svg));
}

const result = (type: Logo["type"], fault: string | undefined) =>
  fault === undefined ? { type } : { fault };

/** Without a byte order mark; undefined if it is not UTF-8. */
function textOf(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
