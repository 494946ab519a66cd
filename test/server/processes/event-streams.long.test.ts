import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FirstRun } from "../../../src/management/system/first-run.ts";
import { readEvents } from "../../api/event-lines.ts";
import { newFolder, type ServiceProcess, startProcess } from "../../service-process.ts";

const vin = "1HGCM82633A004352";

async function signUp(url: string, { client_token }: FirstRun): Promise<string> {
  const made = await fetch(`${url}/auth/signup`, {
    method: "POST",
    headers: { authorization: client_token, "content-type": "application/json" },
    body: JSON.stringify({
      email: "ada@example.com",
      password: "a good password",
      first_name: "Ada",
      last_name: "Byron",
    }),
  });
  return ((await made.json()) as { keys: { primary_key: string } }).keys.primary_key;
}

async function follow({ url }: ServiceProcess, { operator_token }: FirstRun, lastEventId?: string) {
  const headers = {
    authorization: `Bearer ${operator_token}`,
    ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
  };
  return readEvents(await fetch(`${url}/reports/byRequest/events`, { headers }));
}

test("a stream resumes after kill -9 and ends with the service", async () => {
  const { folder, remove } = newFolder();
  const first = await startProcess(folder, {}, "ready");
  const made: FirstRun = JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8"));
  const key = await signUp(first.url, made);
  const before = await follow(first, made);
  const { id } = (await before.next())!;
  const answered = await fetch(`${first.url}/vin-decoder/${vin}`, {
    headers: { "x-authkey": key, "x-request-id": "just-before" },
  });
  expect(answered.status).toBe(200);
  first.signal("SIGKILL");
  await first.exited;

  const second = await startProcess(folder, {}, "ready");
  const after = await follow(second, made, id);
  const received: string[] = [];
  while (received.length === 0)
    received.push(
      ...((await after.next())!.data as { items: { request_id: string }[] }).items.map(
        ({ request_id }) => request_id,
      ),
    );
  expect(received).toEqual(["just-before"]);
  second.signal("SIGTERM");
  const readAll = async () => {
    while ((await after.next()) !== undefined);
    return "the stream has ended";
  };
  // A connection that is closed before would throw.
  expect(await readAll().catch(({ message }: Error) => message)).toBe("the stream has ended");
  expect(await second.exited).toBe(0);
  remove();
}, 120_000);
