import { SAXParser } from "sax";
import { nextTurn } from "../../../base/pause.ts";
import { ImportError } from "../../../vehicles/imports/input/import-error.ts";

/** An element with its children; names are without prefixes. */
export class XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[] = [];
  text = "";

  constructor(name: string, attributes: Readonly<Record<string, string>> = {}) {
    [this.name, this.attributes] = [name, attributes];
  }

  /** The elements at a path such as `Refs/EndToEndId`. */
  all(path: string): readonly XmlElement[] {
    let found: readonly XmlElement[] = [this];
    for (const step of path.split("/"))
      found = found.flatMap(({ children }) => children.filter(({ name }) => name === step));
    return found;
  }

  /** The first of them. */
  one(path: string): XmlElement | undefined {
    return this.all(path)[0];
  }

  /** The text of the first that has one, of several paths; `""` without one. */
  value(...paths: readonly string[]): string {
    for (const path of paths) {
      const text = this.one(path)?.text.trim();
      if (text) return text;
    }
    return "";
  }
}

/** Statements nest 12 deep. */
const depthMax = 40;
/** One entry can contain a batch of many payments. */
const elementsMax = 500_000;
const nameMax = 100;
/** Other work is done between. */
const charactersAtOnce = 65_536;

export interface XmlReading {
  /** The elements that are taken whole, one after another, and then forgotten. */
  readonly each: string;
  /** Called with each, and with the elements around it, the root first, that have what came before. */
  take(element: XmlElement, around: readonly XmlElement[]): void;
}

/**
 * Reads XML without documents' own entities, which can grow without a bound. Throws `ImportError` with the line for what
 * is not well-formed, or too deep.
 */
export async function readXml(text: string, { each, take }: XmlReading): Promise<XmlElement> {
  const parser = new SAXParser(true);
  const fail = (reason: string): never => {
    throw new ImportError(`line ${parser.line + 1}: ${reason}`);
  };
  const stack: XmlElement[] = [];
  let root: XmlElement | undefined;
  let kept = 0;
  parser.onerror = ({ message }) => fail(`the XML is not well-formed: ${message.split("\n", 1)[0]}`);
  parser.ondoctype = () => fail("a statement has no document type (DOCTYPE), and none is read");
  parser.onopentag = ({ name, attributes }) => {
    const local = name.slice(name.indexOf(":") + 1);
    if (stack.length >= depthMax) fail(`elements are nested more than ${depthMax} deep`);
    if (local.length > nameMax) fail("an element's name is too long");
    kept += 1;
    if (kept > elementsMax) fail(`more than ${elementsMax} elements belong together here`);
    const element = new XmlElement(local, attributes as Record<string, string>);
    root ??= element;
    stack.at(-1)?.children.push(element);
    stack.push(element);
  };
  const addText = (piece: string) => {
    const element = stack.at(-1);
    if (element) element.text += piece;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    const element = stack.pop()!;
    if (element.name !== each || stack.some(({ name }) => name === each)) return;
    take(element, stack);
    stack.at(-1)?.children.pop();
    kept = stack.length;
  };
  for (let at = 0; at < text.length; at += charactersAtOnce) {
    parser.write(text.slice(at, at + charactersAtOnce));
    await nextTurn();
  }
  parser.close();
  return root ?? fail("the file has no element");
}
