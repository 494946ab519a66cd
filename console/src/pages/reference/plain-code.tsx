import type { ReactNode } from "react";

/** Shows the parts of a text between backquotes as code. */
export function plainCode(text: string): ReactNode {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
