import { expect, test } from "bun:test";
import { press } from "../../../test/console/dom/act.ts";
import { get, has, names, one, text, textOf } from "../../../test/console/dom/find.ts";
import { elapse, setUp, show, toast } from "../../../test/console/dom/page.ts";
import { copied } from "../../../test/console/dom/window.ts";
import { Problem } from "../api/problem.ts";
import { Empty, Failure, Loaded, NoSubscription, Skeleton } from "./states.tsx";

setUp();

test("an empty state says what is empty and what to do", async () => {
  await show(
    <Empty title="No keys yet" action={<a href="/billing#plan">View plans</a>}>
      Choose a plan.
    </Empty>,
  );
  expect(text()).toBe("No keys yet Choose a plan. View plans");
});

test("a title alone is enough", async () => {
  const page = await show(<Empty title="No keys yet" />);
  expect(page.innerHTML).toBe('<div class="empty"><p class="strong">No keys yet</p></div>');
});

test("a user without a subscription is led to the plans", async () => {
  await show(<NoSubscription>Every key belongs to one.</NoSubscription>);
  expect(text()).toBe("No active subscription Every key belongs to one. View plans");
  expect(get("link", "View plans").getAttribute("href")).toBe("/console/billing#plan");
});

test("a failure has status, code and request ID", async () => {
  const problem = new Problem(409, "It exists.", "conflict", { requestId: "r1" });
  await show(<Failure error={problem} what="Could not save" />);
  expect(textOf(get("alert"))).toBe("Could not save It exists. 409 conflict · request r1 Copy request ID");
  await press("Copy request ID");
  expect([copied, toast()]).toEqual([["r1"], "Copied"]);
});

test.each([
  [402, undefined, "Not enough credits No. View plans."],
  [429, 5, "Could not load No. Try again in 5 seconds."],
  [404, undefined, "Could not load No."],
])("a %p says what to do", async (status, retryAfter, words) => {
  await show(<Failure error={new Problem(status, "No.", "", { retryAfter })} what="Could not load" />);
  expect(textOf(get("alert"))).toBe(words);
});

test("an unexpected error has its message only", async () => {
  let retries = 0;
  await show(<Failure error={new Error("broken")} what="Could not load" retry={() => (retries += 1)} />);
  expect(names("button")).toEqual(["Try again"]);
  expect(textOf(get("alert"))).toBe("Could not load broken Try again");
  await press("Try again");
  expect(retries).toBe(1);
});

test("a placeholder is drawn after 200 ms", async () => {
  await show(<Skeleton rows={3} />);
  expect([one("[aria-busy]").getAttribute("aria-busy"), text()]).toEqual(["true", "Loading"]);
  expect(document.querySelectorAll("svg.sk")).toHaveLength(0);
  await elapse(200);
  expect(document.querySelectorAll("svg.sk")).toHaveLength(3);
});

const query = (data: string | undefined, error: unknown) => ({ data, error, refetch: () => undefined });
const loaded = (data: string | undefined, error: unknown = null) =>
  show(
    <Loaded query={query(data, error)} what="Could not load">
      {(value) => <p>Loaded {value}</p>}
    </Loaded>,
  );

test("loaded data is shown, even if empty", async () => {
  await loaded("");
  expect(text()).toBe("Loaded");
});

test("without data there is a placeholder or a failure", async () => {
  await loaded(undefined);
  expect([text(), has("alert")]).toEqual(["Loading", false]);
  await loaded(undefined, new Problem(500, "Broken."));
  expect(textOf(get("alert"))).toBe("Could not load Broken. Try again");
});

test("older data stays when a later load fails", async () => {
  await loaded("kept", new Problem(500, "Broken."));
  expect(text()).toBe("Loaded kept");
});
