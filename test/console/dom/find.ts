const blocks =
  /^(address|article|aside|blockquote|br|button|caption|dd|details|dialog|div|dl|dt|em|fieldset|figure|footer|form|h[1-6]|header|legend|li|main|nav|ol|option|p|pre|section|small|summary|table|td|th|tr|ul)$/i;

function pieces(node: Node): string {
  if (node.nodeType === 3) return node.textContent ?? "";
  const inner = [...node.childNodes].map(pieces).join("");
  const { nodeName } = node;
  const separate =
    blocks.test(nodeName) || /(^| )(sub|btn)( |$)/.test((node as Element).getAttribute?.("class") ?? "");
  return separate ? ` ${inner} ` : inner;
}

/** The text of an element, blocks separated by a space. Text for screen readers is included. */
export const textOf = (node: Node | null): string =>
  node === null ? "" : pieces(node).replace(/\s+/g, " ").trim();

const roles: Readonly<Record<string, string>> = {
  A: "link",
  BUTTON: "button",
  SUMMARY: "button",
  H1: "heading",
  H2: "heading",
  H3: "heading",
  SELECT: "combobox",
  TEXTAREA: "textbox",
  TABLE: "table",
  DIALOG: "dialog",
  NAV: "navigation",
  OUTPUT: "status",
  FIELDSET: "group",
  SECTION: "region",
  ASIDE: "complementary",
  IMG: "img",
};

function roleOf(element: Element): string | undefined {
  const stated = element.getAttribute("role");
  if (stated) return stated;
  if (element.tagName !== "INPUT") return roles[element.tagName];
  const type = element.getAttribute("type") ?? "text";
  return ["checkbox", "radio"].includes(type) ? type : "textbox";
}

function nameOf(element: Element): string {
  const label = element.getAttribute("aria-label");
  if (label) return label;
  const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
  if (ids.length > 0) return ids.map((id) => textOf(document.getElementById(id))).join(" ");
  if (element.tagName === "TABLE") return textOf(element.querySelector("caption"));
  if (element.tagName === "FIELDSET") return textOf(element.querySelector("legend"));
  if (element.id) {
    const own = document.querySelector(`label[for="${CSS.escape(element.id)}"]`);
    if (own) return textOf(own);
  }
  if (["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName)) return textOf(element.closest("label"));
  return textOf(element);
}

/** The elements of a role in the page, in its order. */
export function all(role: string, name?: string): HTMLElement[] {
  const within = document.getElementById("root") ?? document.body;
  return [...within.querySelectorAll<HTMLElement>("*")].filter(
    (one) => roleOf(one) === role && (name === undefined || nameOf(one) === name),
  );
}

/** The names of all elements of a role. */
export const names = (role: string): string[] => all(role).map(nameOf);

/** The element of a role and name. Throws unless there is exactly one. */
export function get(role: string, name?: string): HTMLElement {
  const found = all(role, name);
  if (found.length === 1 && found[0]) return found[0];
  throw new Error(
    `${found.length} elements are a ${role} “${name ?? ""}”; the page has ${JSON.stringify(names(role))}: ${text()}`,
  );
}

export const has = (role: string, name?: string): boolean => all(role, name).length > 0;

/** A form control by its label. */
export function control(label: string): HTMLInputElement & HTMLSelectElement {
  const found = ["textbox", "combobox", "checkbox", "radio"].flatMap((role) => all(role, label));
  if (found.length === 1) return found[0] as HTMLInputElement & HTMLSelectElement;
  const labels = ["textbox", "combobox", "checkbox", "radio"].flatMap(names);
  throw new Error(`${found.length} controls are labelled “${label}”; the page has ${JSON.stringify(labels)}`);
}

/** The message below a control: its fault or hint. */
export const messageOf = (label: string): string =>
  (control(label).getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => textOf(document.getElementById(id)))
    .filter(Boolean)
    .join(" ");

/** The first element of a CSS selector. Throws if there is none. */
export function one(selector: string): HTMLElement {
  const found = document.getElementById("root")?.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no element matches ${selector}: ${text()}`);
  return found;
}

/** The texts of all elements of a CSS selector. */
export const texts = (selector: string): string[] =>
  [...(document.getElementById("root")?.querySelectorAll(selector) ?? [])].map(textOf);

/** The text of the page. */
export const text = (): string => textOf(document.getElementById("root"));

/** The cells of a table by its caption, headings first. */
export const cells = (caption: string): string[][] =>
  [...get("table", caption).querySelectorAll("tr")].map((row) => [...row.children].map(textOf));

/** The attributes of an element by name. */
export const attributes = (element: Element): Record<string, string> =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));

/** The names and values of a description list. */
export const facts = (list: Element): string[][] =>
  [...list.children].map((pair) => [...pair.children].map(textOf));

/** The options of a choice: values with labels. */
export const options = (label: string): string[][] =>
  [...control(label).querySelectorAll("option")].map((option) => [option.value, textOf(option)]);
