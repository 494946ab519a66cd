import { expect, test } from "bun:test";
import { setUp } from "../../../test/console/dom/page.ts";
import { user } from "../../../test/console/dom/records.ts";
import { sessionStore } from "./session.ts";
import { startHandover, takeOverSession } from "./session-handover.ts";

setUp();

const session = { token: "t", expires_at: "2027-01-01T00:00:00Z", user: user() };

test("all who wait for a session of another tab get it with one request", async () => {
  const stop = startHandover();
  const other = new BroadcastChannel("vingate.session ");
  const requests: unknown[] = [];
  other.onmessage = ({ data }) => {
    requests.push(data);
    other.postMessage({ kind: "session", session });
  };
  const ended: string[] = [];
  const first = takeOverSession().then(() => ended.push("first"));
  const second = takeOverSession().then(() => ended.push("second"));
  await Promise.race([first, second]);
  expect(sessionStore.get()).toEqual(session);
  await second;
  expect(ended).toEqual(["first", "second"]);
  await first;
  expect(requests).toEqual([{ kind: "request" }]);
  other.close();
  stop();
});
