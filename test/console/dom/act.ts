import { control, get } from "./find.ts";
import { DomEvent, DomKeyboardEvent, DomMouseEvent, step } from "./page.ts";

/** Clicks an element. */
export const click = (element: Element): Promise<void> =>
  step(() =>
    element.dispatchEvent(new DomMouseEvent("click", { bubbles: true, cancelable: true, button: 0 })),
  );

/** Clicks the button of this name twice, as fast as a double click: the page may have a response in between. */
export async function doublePress(name: string): Promise<void> {
  const button = get("button", name);
  for (const detail of [1, 2])
    await step(() =>
      button.dispatchEvent(
        new DomMouseEvent("click", { bubbles: true, cancelable: true, button: 0, detail }),
      ),
    );
}

/** Clicks the button of this name. */
export const press = (name: string): Promise<void> => click(get("button", name));

/** Clicks the link of this name. */
export const follow = (name: string): Promise<void> => click(get("link", name));

function setValue(element: HTMLInputElement | HTMLSelectElement, value: string): void {
  // The setter of the instance is React's: it would hide the change.
  for (let type = Object.getPrototypeOf(element); type; type = Object.getPrototypeOf(type)) {
    const setter = Object.getOwnPropertyDescriptor(type, "value")?.set;
    if (setter) return void setter.call(element, value);
  }
}

/** Replaces the text of a field. */
export function type(label: string, value: string): Promise<void> {
  const field = control(label);
  return step(() => {
    setValue(field, value);
    field.dispatchEvent(new DomEvent("input", { bubbles: true }));
  });
}

/** Chooses an option by its value. */
export function choose(label: string, value: string): Promise<void> {
  const field = control(label);
  if (![...field.querySelectorAll("option")].some((option) => option.value === value))
    throw new Error(`“${label}” has no option ${value}`);
  return step(() => {
    setValue(field, value);
    field.dispatchEvent(new DomEvent("change", { bubbles: true }));
  });
}

/** Clicks a checkbox or radio button. */
export const toggle = (label: string): Promise<void> => step(() => control(label).click());

/** Puts a file into a file field. */
export function attach(label: string, file: File): Promise<void> {
  const field = control(label);
  Object.assign(field, { files: [file] });
  return step(() => field.dispatchEvent(new DomEvent("change", { bubbles: true })));
}

/** Presses a key on an element. */
export const keyDown = (element: Element, key: string): Promise<void> =>
  step(() =>
    element.dispatchEvent(new DomKeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),
  );

/** Sends an event that only the browser itself causes. */
export const fire = (element: Element, name: string, init: EventInit = {}): Promise<void> =>
  step(() => element.dispatchEvent(new DomEvent(name, init)));

/** Opens or closes a disclosure. */
export const open = (details: Element): Promise<void> =>
  step(() => {
    (details as HTMLDetailsElement).open = true;
    details.dispatchEvent(new DomEvent("toggle"));
  });

/** Presses the button of the open dialog that confirms it. */
export const confirm = (): Promise<void> => {
  const button = get("dialog").querySelector("button[type=submit]");
  if (!button) throw new Error("the dialog has no button that confirms it");
  return click(button);
};
