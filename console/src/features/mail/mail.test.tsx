import { expect, test } from "bun:test";
import { choose, confirm, press, type } from "../../../../test/console/dom/act.ts";
import { cells, control, get, has, names, one, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { MailPage } from "./mail.tsx";
import type { Mail, MailState, MailText } from "./mail-queries.ts";

setUp();

const state = (more: Partial<MailState> = {}): MailState => ({
  sender: { name: "Lotdata", address: "billing@lotdata.example" },
  waiting: 4,
  deferred: 1,
  oldest_due_seconds: 0,
  queue: [{ kind: "credits_used", waiting: 4, oldest_due_at: "2100-01-01T00:00:00Z" }],
  sent_this_month: 1218,
  sent_at_first_attempt: 1213,
  marked_count: 1,
  marked: [
    {
      address: "ucetni@karoserie.example",
      response: "550 5.1.1 unknown user",
      refused_at: "2026-11-21T00:00:00Z",
      user_id: "ada",
    },
  ],
  ...more,
});

const deferred: Mail = {
  id: "msg_1",
  kind: "credits_used",
  user_id: null,
  address: "ines@nordlys.example",
  state: "deferred",
  attempts: 3,
  response: "451 4.7.1 try again later",
  due_at: "2026-11-23T15:41:00Z",
  created_at: "2026-11-21T00:00:00Z",
  sent_at: null,
};

const text = (more: Partial<MailText> = {}): MailText => ({
  kind: "credits_used",
  title: "Credits 50, 80, 100%",
  to: "customer",
  subject: "80% of the credits are used",
  intro: "3,996 credits are left.",
  edited: false,
  language: null,
  placeholders: ["account", "percent"],
  ...more,
});

async function open(shown = state(), texts = [text()]) {
  respond("get", "/mails/state", shown);
  respond("get", "/mails/texts", texts);
  respond("get", "/mails/domain", [
    { record: "SPF", name: "lotdata.example", expected: "v=spf1 -all", state: "missing", found: null },
  ]);
  answer("GET /mails", ({ query }) => {
    const found = query.state === "deferred" ? [deferred] : [];
    return json(found, 200, { "x-total-count": String(found.length) });
  });
  respond("get", "/mails/texts/{kind}/preview", {
    from: "Lotdata <billing@lotdata.example>",
    subject: "80% of the credits are used",
    text: "80% of the credits are used\n",
    html: '<body style="color:#161e24"><h1 style="margin:0">80%</h1></body>',
    files: [],
  });
  await show(<MailPage />, { as: operator() });
}

test("what is refused, deferred and waits", async () => {
  await open();
  expect(names("heading")).toEqual([
    "1 address refuses mail, 4 wait",
    "Problems",
    "Queue",
    "Texts",
    "Domain",
  ]);
  expect(textOf(one(".head p"))).toBe(
    "1,218 sent this month, 99.5% at the first attempt. Sender: Lotdata <billing@lotdata.example>.",
  );
  expect(cells("Mail problems").slice(1)).toEqual([
    [
      "ucetni@karoserie.example",
      "All",
      "Refused",
      "550 5.1.1 unknown user",
      "Remove mark of ucetni@karoserie.example",
    ],
    [
      "ines@nordlys.example",
      "Credits 50, 80, 100%",
      "Deferred, attempt 3",
      "451 4.7.1 try again later",
      "Send now of ines@nordlys.example",
    ],
  ]);
  expect(cells("Queue").slice(1)).toEqual([["Credits 50, 80, 100%", "4", "tried later"]]);
  expect(cells("DNS records").slice(1)).toEqual([["SPF", "Missing", 'lotdata.example TXT "v=spf1 -all"']]);
});

test("a mark is removed, and a mail sent now", async () => {
  await open();
  answer("DELETE /mails/addresses/{address}", () => json({ status: "success" }));
  await press("Remove mark of ucetni@karoserie.example");
  expect(sent("DELETE /mails/addresses/{address}")).toHaveLength(1);
  expect(toast()).toBe("Mark removed");
  answer("POST /mails/send/{id}", () => json(deferred));
  await press("Send now of ines@nordlys.example");
  expect(sent("POST /mails/send/{id}").map(({ path }) => path)).toEqual(["/mails/send/msg_1"]);
  expect(toast()).toBe("Mail queued");
});

test("a test mail is sent to the operator", async () => {
  await open();
  answer("POST /mails/test", () => json(deferred));
  await press("Send test mail");
  expect(control("To").value).toBe("op@example.com");
  await confirm();
  expect(sent("POST /mails/test").map(({ body }) => body)).toEqual([{ to: "op@example.com" }]);
});

test("a text is saved, and its default restored", async () => {
  await open(state(), [text({ edited: true })]);
  answer("PUT /mails/texts/{kind}", () => json(text({ edited: true })));
  await type("Subject", "{percent}% used");
  await press("Save text");
  expect(sent("PUT /mails/texts/{kind}").map(({ body }) => body)).toEqual([
    { subject: "{percent}% used", intro: "3,996 credits are left." },
  ]);
  answer("DELETE /mails/texts/{kind}", () => json(text()));
  await press("Use default");
  expect(toast()).toBe("Default text restored");
});

test("a text is edited in one language, and previewed in it", async () => {
  await open();
  answer("GET /mails/texts", ({ query }) =>
    json([query.language === "de" ? text({ subject: "80 % sind verbraucht" }) : text()]),
  );
  await choose("Readers", "de");
  expect(control("Subject").value).toBe("80 % sind verbraucht");
  answer("PUT /mails/texts/{kind}", () => json(text({ edited: true, language: "de" })));
  await type("Subject", "{percent} verbraucht");
  await press("Save text");
  expect(sent("PUT /mails/texts/{kind}").map(({ query }) => query)).toEqual([{ language: "de" }]);
  const previews = sent("GET /mails/texts/{kind}/preview").map(({ query }) => query.language);
  expect(new Set(previews)).toEqual(new Set([undefined, "de"]));
});

test("a fault of a text is shown at its field", async () => {
  await open();
  refuse("PUT /mails/texts/{kind}", 422, [
    { loc: ["body", "subject"], msg: "Value error, {name} is unknown", type: "value_error", input: "" },
  ]);
  await press("Save text");
  expect(control("Subject").getAttribute("aria-invalid")).toBe("true");
});

test("the preview is shown as HTML and as text", async () => {
  await open();
  const view = one(".mail-view").shadowRoot!;
  expect(view.querySelector("h1")!.textContent).toBe("80%");
  await press("Show as text");
  expect(textOf(one(".mail-text"))).toBe("80% of the credits are used");
});

test("without a server only the texts are shown", async () => {
  await open(state({ sender: null, marked: [], marked_count: 0, waiting: 0, queue: [] }));
  expect(names("heading")).toEqual(["No mail is sent", "Texts"]);
  expect(has("button", "Send test mail")).toBe(false);
});

test("a failure is shown", async () => {
  refuse("GET /mails/state", 500, "Broken.");
  await show(<MailPage />, { as: operator() });
  expect(textOf(get("alert"))).toStartWith("Could not load the mail Broken.");
});
