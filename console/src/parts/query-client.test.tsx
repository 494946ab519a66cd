import { expect, test } from "bun:test";
import { useQuery } from "@tanstack/react-query";
import { get, has, text } from "../../../test/console/dom/find.ts";
import { elapse, setUp, show, step } from "../../../test/console/dom/page.ts";
import { Problem } from "../api/problem.ts";
import { followReachability } from "./query-client.ts";
import { Loaded } from "./states.tsx";

setUp();

let calls = 0;

function Reader({ results }: { results: (number | string)[] }) {
  const query = useQuery({
    queryKey: ["value"],
    queryFn: () => {
      calls += 1;
      const result = results.shift() ?? 500;
      if (typeof result === "number") throw new Problem(result, `Failed with ${result}.`);
      return result;
    },
  });
  return (
    <Loaded query={query} what="Could not load">
      {(value) => <p>{value}</p>}
    </Loaded>
  );
}

const start = (results: (number | string)[]) => {
  calls = 0;
  return show(<Reader results={results} />);
};

test.each([0, 502, 503, 504])("a %p is retried once, after a second", async (status) => {
  await start([status, "value"]);
  expect([calls, has("alert")]).toEqual([1, false]);
  await elapse(1000);
  expect([calls, text()]).toEqual([2, "value"]);
});

test("a second failure is shown", async () => {
  await start([503, 503, "value"]);
  await elapse(1000);
  expect(get("alert").textContent).toContain("Failed with 503.");
  expect(calls).toBe(2);
});

test.each([400, 401, 403, 404, 409, 422, 429, 500])("a %p is not retried", async (status) => {
  await start([status, "value"]);
  await elapse(1000);
  expect(get("alert").textContent).toContain(`Failed with ${status}.`);
  expect(calls).toBe(1);
});

test("after an outage everything is loaded again", async () => {
  await start(["first", "second"]);
  await step(() => followReachability(false));
  expect(text()).toBe("first");
  await step(() => followReachability(true));
  expect(text()).toBe("second");
});
