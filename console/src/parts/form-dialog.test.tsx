import { expect, test } from "bun:test";
import { choose, click, press, type } from "../../../test/console/dom/act.ts";
import { get, has, messageOf, names, one, text, textOf } from "../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../test/console/dom/page.ts";
import { Problem } from "../api/problem.ts";
import { choiceField, moneyField, optionalField, textField, wholeField } from "./fields.tsx";
import { everything, FormDialog } from "./form-dialog.tsx";
import { queryClient } from "./query-client.ts";

setUp();

const fields = {
  minor: moneyField("EUR", { label: "Amount", beside: true, missing: "Enter an amount." }),
  kind: choiceField({
    label: "Kind",
    options: [
      ["card", "Card"],
      ["transfer", "Transfer"],
    ],
  }),
  days: wholeField({ label: "Days", initial: 14, most: 365 }),
  note: optionalField({ label: "Note" }),
};

type Sent = readonly [values: unknown, headers: Readonly<Record<string, string>>];

function form(send: (sent: Sent) => unknown, log: string[] = []) {
  return (
    <FormDialog
      title="Pay"
      action={(values) => (values ? `Pay ${values.minor}` : "Pay")}
      close={() => log.push("closed")}
      changes={everything}
      fields={fields}
      send={async (values, headers) => {
        await send([values, headers]);
        return "Paid";
      }}
    />
  );
}

test("the values of all fields are sent as they are read, then the dialog closes", async () => {
  const sent: Sent[] = [];
  const log: string[] = [];
  let loads = 0;
  await queryClient.prefetchQuery({ queryKey: ["paid"], queryFn: () => ++loads });
  await show(form((one) => sent.push(one), log));
  expect(names("textbox")).toEqual(["Amount", "Days", "Note"]);
  expect(textOf(one(".row2"))).toStartWith("Amount");
  await type("Amount", "1,234.50");
  await choose("Kind", "transfer");
  await press("Pay 123450");
  expect(sent.map(([values]) => values)).toEqual([
    { minor: 123_450, kind: "transfer", days: 14, note: null },
  ]);
  expect([toast(), log]).toEqual(["Paid", ["closed"]]);
  expect(queryClient.getQueryState(["paid"])?.isInvalidated).toBe(true);
});

test("nothing is sent while a field stops it", async () => {
  await show(form(() => expect.unreachable()));
  expect(messageOf("Amount")).toBe("Enter an amount.");
  expect(get("button", "Pay").hasAttribute("disabled")).toBe(true);
  await type("Amount", "12");
  await type("Days", "366");
  expect(get("button", "Pay").hasAttribute("disabled")).toBe(true);
});

test("a field that is hidden stops nothing", async () => {
  const sent: unknown[] = [];
  await show(
    <FormDialog
      title="Name"
      action="Save"
      incomplete="Enter the name."
      close={() => {}}
      fields={({ kind }) => ({
        kind: choiceField({
          label: "Kind",
          options: [
            ["person", "Person"],
            ["company", "Company"],
          ],
        }),
        name: textField({ label: "Name", blocksEmpty: true, shown: kind === "company" }),
      })}
      send={async (values) => void sent.push(values)}
    />,
  );
  expect(has("textbox")).toBe(false);
  await choose("Kind", "company");
  expect(textOf(get("dialog"))).toContain("Enter the name.");
  await choose("Kind", "person");
  await press("Save");
  expect(sent).toEqual([{ kind: "person", name: "" }]);
});

test("a second attempt has the key of the first", async () => {
  const keys: unknown[] = [];
  await show(
    form(([, headers]) => {
      keys.push(headers["idempotency-key"]);
      if (keys.length === 1) throw new Problem(503, "Try again.");
    }),
  );
  await type("Amount", "1");
  await press("Pay 100");
  expect([textOf(get("alert")), toast()]).toEqual(["Try again.", undefined]);
  await press("Pay 100");
  expect(keys).toEqual([expect.stringMatching(/^console-/), keys[0]]);
});

test("what the service refuses is shown at its field", async () => {
  const issues = [{ loc: ["body", "note"], msg: "Too long." }];
  await show(
    form(() => {
      throw new Problem(422, "note: Too long.", "validation_error", { issues });
    }),
  );
  await type("Amount", "1");
  await press("Pay 100");
  expect(messageOf("Note")).toBe("Too long.");
});

test("an edit of what somebody else has changed is not sent", async () => {
  const log: unknown[] = [];
  const stored = { name: "Ida", note: "" };
  await show(
    <FormDialog
      title="Edit"
      action="Save"
      close={() => log.push("closed")}
      edit={{ before: { name: "Ada", note: "" }, read: async () => ({ value: stored, etag: '"2"' }) }}
      fields={{ name: textField({ label: "Name", initial: "Ada" }) }}
      send={async (values, headers) => void log.push(values, headers)}
    />,
  );
  await type("Name", "Augusta");
  await press("Save");
  expect(log).toEqual([]);
  expect(text()).toContain("Someone else has changed this");
  await click(get("radio", "Name: Yours"));
  await press("Save");
  expect(log.slice(0, 3)).toEqual([{ name: "Augusta" }, { "if-match": '"2"' }, "closed"]);
});
