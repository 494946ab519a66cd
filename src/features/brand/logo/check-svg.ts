import { replaceDelimited } from "../../../base/text/delimited.ts";

/** Elements of static drawings. */
const elements: ReadonlySet<string> = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath style
  linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer
  feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset`.split(/\s+/),
);

const elementsMax = 2000;
const depthMax = 50;
const tag = /<(\/?)([^\s<>/]+)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>/y;
const attribute = /\s+([^\s=<>"'/]+)\s*=\s*("[^"<]*"|'[^'<]*')/y;
const comment = /<!--[\s\S]*?-->/y;
const declaration = /<\?xml\s[^<>?]*\?>/y;
const cdata = /<!\[CDATA\[([\s\S]*?)\]\]>/y;
const text = /[^<]+/y;

/** Why a drawing cannot be a logo; undefined if it can. Nothing of it is executed, loaded or expanded. */
export function svgFault(svg: string): string | undefined {
  if (/<!DOCTYPE|<!ENTITY/i.test(svg)) return "the SVG has a DOCTYPE or entities; remove them";
  const open: string[] = [];
  let count = 0;
  let at = 0;
  const read = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at;
    const found = form.exec(svg);
    if (found) at = form.lastIndex;
    return found;
  };
  while (at < svg.length) {
    if (read(comment)) continue;
    if (at === 0 && read(declaration)) continue;
    const content = read(cdata)?.[1] ?? read(text)?.[0];
    if (content !== undefined) {
      const fault = textFault(content, open);
      if (fault !== undefined) return fault;
      continue;
    }
    if (svg.startsWith("<?", at)) return "the SVG has a processing instruction, such as a style sheet";
    const found = read(tag);
    if (!found) return "the SVG is not well-formed";
    const [, closes, name = "", attributes = "", empty] = found;
    if (closes !== "") {
      if (open.pop() !== name) return `the SVG is not well-formed: </${name}> closes nothing`;
      continue;
    }
    if (!elements.has(name)) return elementFault(name);
    if (open.length === 0 && (count > 0 || name !== "svg")) return "the SVG must be one <svg> element";
    const fault = attributesFault(name, attributes);
    if (fault !== undefined) return fault;
    count += 1;
    if (count > elementsMax) return `the SVG has more than ${elementsMax} elements; simplify the drawing`;
    if (empty === "") open.push(name);
    if (open.length > depthMax) return `the SVG is nested more than ${depthMax} deep`;
  }
  if (count === 0) return "the SVG is empty";
  return open.length > 0 ? `the SVG is not well-formed: <${open.at(-1)}> is not closed` : undefined;
}

const shortened = (name: string): string => (name.length > 40 ? `${name.slice(0, 40)}…` : name);

function elementFault(name: string): string {
  const hint = name.includes(":") ? "; save it as plain SVG" : "";
  return `the SVG contains <${shortened(name)}>, which is not allowed${hint}`;
}

const entities = /&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i;

function textFault(content: string, open: readonly string[]): string | undefined {
  if (entities.test(content)) return "the SVG has an unknown entity";
  if (open.length === 0) return content.trim() === "" ? undefined : "the SVG has text outside of <svg>";
  return open.at(-1) === "style" ? styleFault(decoded(content), "<style>") : undefined;
}

function attributesFault(element: string, given: string): string | undefined {
  const names = new Set<string>();
  let at = 0;
  while (given.slice(at).trim() !== "") {
    attribute.lastIndex = at;
    const found = attribute.exec(given);
    if (!found) return `the SVG is not well-formed: the attributes of <${element}>`;
    at = attribute.lastIndex;
    const [, name = "", quoted = ""] = found;
    if (names.has(name)) return `the SVG is not well-formed: <${element}> has ${shortened(name)} twice`;
    names.add(name);
    const fault = attributeFault(name, quoted.slice(1, -1));
    if (fault !== undefined) return fault;
  }
  if (element === "svg" && !names.has("xmlns")) return "the SVG lacks xmlns";
  return undefined;
}

const namespaces: Readonly<Record<string, string>> = {
  xmlns: "http://www.w3.org/2000/svg",
  "xmlns:xlink": "http://www.w3.org/1999/xlink",
};

function attributeFault(name: string, raw: string): string | undefined {
  const shown = shortened(name);
  if (/^on/i.test(name)) return `the SVG has the event handler ${shown}; remove scripts`;
  if (entities.test(raw)) return "the SVG has an unknown entity";
  const value = decoded(raw).trim();
  if (/^xmlns(?::|$)/.test(name))
    return namespaces[name] === value || (namespaces[name] === undefined && name.startsWith("xmlns:"))
      ? undefined
      : `the SVG has an unexpected ${shown}`;
  if (/(?:^|:)(?:href|src)$/i.test(name))
    return value.startsWith("#") ? undefined : `the SVG refers to something outside of itself in ${shown}`;
  if (name === "xml:base") return "the SVG has xml:base; remove it";
  return styleFault(value, shown);
}

/** Styles and attributes whose value can name what is outside. CSS escapes could hide it. */
function styleFault(value: string, where: string): string | undefined {
  if (/\\/.test(value)) return `the SVG has an escape in ${where}; write it without one`;
  const plain = replaceDelimited(value, ["/*", "*/"], () => "");
  if (/@import|image-set|javascript:|expression\(/i.test(plain))
    return `the SVG refers to something outside of itself in ${where}`;
  const outside = [...plain.matchAll(/url\(\s*["']?\s*([^)]?)/gi)].some(([, first]) => first !== "#");
  return outside ? `the SVG refers to something outside of itself in ${where}` : undefined;
}

const characterOf: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Once is enough: what remains an entity after it is text. */
const decoded = (value: string): string =>
  value.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return characterOf[String(name).toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
  });
