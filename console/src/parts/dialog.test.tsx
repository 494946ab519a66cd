import { expect, test } from "bun:test";
import { fire, press, type } from "../../../test/console/dom/act.ts";
import { get, names, textOf } from "../../../test/console/dom/find.ts";
import { setUp, show, step } from "../../../test/console/dom/page.ts";
import { Problem } from "../api/problem.ts";
import { Dialog, TypedConfirm } from "./dialog.tsx";

setUp();

function opened(act: () => unknown, more: Partial<Parameters<typeof Dialog>[0]> = {}) {
  const log: string[] = [];
  const dialog = (
    <Dialog title="Rename" action="Save" act={act} close={() => log.push("closed")} {...more}>
      <p>Body</p>
    </Dialog>
  );
  return { log, dialog };
}

test("a dialog is modal and named by its title", async () => {
  const { dialog } = opened(() => undefined);
  await show(dialog);
  const element = get("dialog", "Rename") as HTMLDialogElement;
  expect([element.open, element.className]).toEqual([true, "dlg"]);
  expect(textOf(element)).toBe("Rename Body Save Cancel");
  expect(names("button")).toEqual(["Save", "Cancel"]);
});

test("the focus returns to the control that opened it", async () => {
  const opener = document.createElement("button");
  document.body.append(opener);
  opener.focus();
  const { dialog } = opened(() => undefined);
  await show(dialog);
  get("button", "Save").focus();
  await show(<p>closed</p>);
  expect(document.activeElement).toBe(opener);
  opener.remove();
});

test("the action runs, then the dialog closes", async () => {
  const ran: string[] = [];
  const { dialog, log } = opened(() => ran.push("ran"));
  await show(dialog);
  await press("Save");
  expect([ran, log]).toEqual([["ran"], ["closed"]]);
});

test("a second press while it works does nothing", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const act = () => {
    runs += 1;
    return promise;
  };
  const { dialog, log } = opened(act, { busy: "Saving" });
  await show(dialog);
  await press("Save");
  expect(get("button", "Saving").getAttribute("aria-disabled")).toBe("true");
  await press("Saving");
  expect([runs, log]).toEqual([1, []]);
  await step(resolve);
  expect(log).toEqual(["closed"]);
});

test("a failure is shown and the dialog stays", async () => {
  const failures = [new Problem(409, "It exists."), undefined];
  const { dialog, log } = opened(() => {
    const failure = failures.shift();
    if (failure) throw failure;
  });
  await show(dialog);
  await press("Save");
  expect(textOf(get("alert"))).toBe("It exists.");
  expect(log).toEqual([]);
  await press("Save");
  expect(log).toEqual(["closed"]);
});

test.each(["cancel", "close"])("a %s event closes it", async (event) => {
  const { dialog, log } = opened(() => undefined);
  await show(dialog);
  await fire(get("dialog"), event);
  expect(log).toEqual(["closed"]);
});

test("the second button closes it without the action", async () => {
  const { dialog, log } = opened(() => expect.unreachable(), { keep: "Keep", wide: true, danger: true });
  await show(dialog);
  expect(get("dialog").className).toBe("dlg dlg-wide");
  expect(get("button", "Save").className).toBe("btn btn-danger");
  await press("Keep");
  expect(log).toEqual(["closed"]);
});

test("a typed confirmation works once the word is complete", async () => {
  const ran: string[] = [];
  await show(
    <TypedConfirm
      title="Delete?"
      word="auction"
      action="Delete"
      act={() => ran.push("deleted")}
      close={() => ran.push("closed")}
    />,
  );
  const isDisabled = () => (get("button", "Delete") as HTMLButtonElement).disabled;
  expect(isDisabled()).toBe(true);
  await type("Type auction to confirm", "auctio");
  expect(isDisabled()).toBe(true);
  await type("Type auction to confirm", " auction ");
  expect(isDisabled()).toBe(false);
  await press("Delete");
  expect(ran).toEqual(["deleted", "closed"]);
});
