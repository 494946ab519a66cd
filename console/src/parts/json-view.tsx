import { Fragment, type ReactNode } from "react";
import { Scroll } from "./table.tsx";

const wide = 76;

function inline(value: unknown): string {
  return JSON.stringify(value);
}

function tinted(text: string): ReactNode {
  // Names and values alternate; only names are followed by a colon.
  const parts = text.split(/("(?:[^"\\]|\\.)*")(?=: )/);
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <span className="k" key={index}>
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}

function lines(value: unknown, indent: string): string {
  const flat = inline(value);
  if (typeof value !== "object" || value === null || flat.length + indent.length < wide) return spaced(value);
  const inner = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((item) => lines(item, inner))
    : Object.entries(value).map(([name, item]) => `${inline(name)}: ${lines(item, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${entries.map((entry) => inner + entry).join(",\n")}\n${indent}${close}`;
}

function spaced(value: unknown): string {
  if (typeof value !== "object" || value === null) return inline(value) ?? "null";
  const entries = Array.isArray(value)
    ? value.map(spaced)
    : Object.entries(value).map(([name, item]) => `${inline(name)}: ${spaced(item)}`);
  if (entries.length === 0) return Array.isArray(value) ? "[]" : "{}";
  return Array.isArray(value) ? `[${entries.join(", ")}]` : `{ ${entries.join(", ")} }`;
}

/** JSON with short values on one line. */
export const pretty = (value: unknown): string => lines(value, "");

export function JsonView({ value, label }: { value: unknown; label: string }) {
  return (
    <Scroll label={label}>
      <pre>{typeof value === "string" ? value : tinted(pretty(value))}</pre>
    </Scroll>
  );
}
