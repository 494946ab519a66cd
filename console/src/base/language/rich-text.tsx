import { createElement, Fragment, type ReactNode } from "react";
import { manner, messageOf } from "./language.ts";
import { assembled } from "./message.ts";

type Wrap = (words: ReactNode) => ReactNode;

interface RichText {
  /** The English. */
  readonly text: string;
  /** A function wraps the words of the tag of its name; everything else is a value. Tags without one are elements, a `span` one that is not seen. */
  readonly [name: string]: ReactNode | Wrap;
}

const make = (values: Readonly<Record<string, unknown>>) => {
  let keys = 0;
  const keyed = (node: ReactNode) => {
    keys += 1;
    return <Fragment key={keys}>{node}</Fragment>;
  };
  return {
    words: (text: string): ReactNode => text,
    value: (value: unknown): ReactNode =>
      typeof value === "object" ? keyed(value as ReactNode) : (value as ReactNode),
    tag: (name: string, content: ReactNode[]): ReactNode => {
      const wrap = values[name] as Wrap | undefined;
      const words = content.length === 1 ? content[0] : content;
      // For screen readers: which of several objects a button is about.
      const attributes = name === "span" ? { className: "vh" } : null;
      return keyed(wrap ? wrap(words) : createElement(name, attributes, ...content));
    },
  };
};

/** A text in the page's language whose values and tags are elements. */
export function T({ text, ...values }: RichText) {
  return <>{assembled(messageOf(text), values, manner, make(values))}</>;
}
