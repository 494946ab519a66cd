import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { WatchedPage } from "./browser.ts";
import type { ConsoleService } from "./console-service.ts";
import { openPath } from "./navigate.ts";
import { type TaskName, tasks } from "./presses/tasks.ts";
import { toasted } from "./toasts.ts";

/** What a task took. Typing is not counted as presses. */
export interface Task {
  readonly name: string;
  readonly presses: number;
  readonly milliseconds: number;
  /** The page that it ended on. */
  readonly page: Page;
}

export type Ended = (task: Task) => Promise<void> | void;

/** One person at a page: counts what is pressed. */
export class Person {
  readonly page: Page;
  readonly #watched: WatchedPage;
  readonly #ended: Ended;
  #presses = 0;

  constructor(watched: WatchedPage, ended: Ended = () => {}) {
    this.page = watched.page;
    this.#watched = watched;
    this.#ended = ended;
  }

  /** Opens a path of the console, from where a task begins. */
  start(running: ConsoleService, path: string): Promise<void> {
    return openPath(this.#watched, running, path);
  }

  get faults(): readonly string[] {
    return this.#watched.faults;
  }

  async task(name: string, work: () => Promise<void>): Promise<void> {
    this.#presses = 0;
    const begun = performance.now();
    await work();
    const milliseconds = performance.now() - begun;
    await this.#ended({ name, presses: this.#presses, milliseconds, page: this.page });
  }

  /** A task that fails when it takes more presses, or fewer than it is known for. */
  async inPresses(presses: number, name: string, work: () => Promise<void>): Promise<void> {
    await this.task(name, work);
    expect({ name, presses: this.#presses }).toEqual({ name, presses });
  }

  /** One of the declared tasks, in the presses that it is declared with. */
  does(name: TaskName, work: () => Promise<void>): Promise<void> {
    return this.inPresses(tasks[name], name, work);
  }

  /** Presses a key, or several at once such as `Control+k`. */
  async key(keys: string): Promise<void> {
    this.#presses += 1;
    await this.page.keyboard.press(keys);
  }

  async press(locator: Locator): Promise<void> {
    this.#presses += 1;
    await locator.click();
  }

  button(name: string | RegExp): Promise<void> {
    return this.press(this.page.getByRole("button", { name, exact: typeof name === "string" }));
  }

  inDialog(name: string): Promise<void> {
    return this.press(this.page.getByRole("dialog").getByRole("button", { name, exact: true }));
  }

  async select(locator: Locator, option: string): Promise<void> {
    this.#presses += 1;
    await locator.selectOption(option);
  }

  /** Opens a page by the side bar, which a narrow window hides behind a button, or by the menu behind the name. */
  async open(name: string): Promise<void> {
    await this.showSide();
    const link = this.page.getByRole("navigation").getByRole("link", { name, exact: true }).first();
    if (!(await link.isVisible())) await this.press(this.page.locator(".me > summary"));
    await this.press(link);
  }

  async showSide(): Promise<void> {
    const menu = this.page.getByRole("button", { name: "Menu" });
    if (await menu.isVisible()) await this.press(menu);
  }

  says(text: string): Promise<void> {
    return toasted(this.page, text);
  }
}
