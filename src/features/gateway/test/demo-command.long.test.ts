import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { smallSet } from "../../../../test/demo/small-set.ts";
import { commandLine } from "../../../../test/program.ts";
import { newFolder, startProcess } from "../../../../test/service-process.ts";
import { until } from "../../../../test/until.ts";
import { demoApiId } from "../demo/demo-registration.ts";

describe("vingate demo beside a service of two workers", () => {
  const { folder, remove } = newFolder();
  afterAll(remove);

  test("adds an API that a trial key can call, and removes it", async () => {
    const service = await startProcess(folder, { VINGATE_WORKERS: "2" }, "ready");
    const set = await smallSet(40);
    const demo = (...args: string[]) =>
      Bun.spawn(commandLine("demo", ...args), {
        env: { PATH: process.env.PATH, VINGATE_DATA_DIR: folder },
        stdio: ["ignore", "ignore", "ignore"],
      }).exited;
    try {
      const { client_token: token } = JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8"));
      const json = { email: "a@example.com", password: "long enough 1", first_name: "A", last_name: "B" };
      const signed = await fetch(`${service.url}/auth/signup`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(json),
      });
      const { keys } = (await signed.json()) as { keys: { primary_key: string } };
      const call = (path: string, init: RequestInit = {}) =>
        fetch(`${service.url}/${demoApiId}${path}`, { ...init, headers: { "x-authkey": keys.primary_key } });
      const body = JSON.stringify({ station_id: "demo-01", kwh: 40 });
      expect(await demo("--set", set)).toBe(0);
      const got = await until(async () => {
        const answer = await call("/estimates", { method: "POST", body });
        return answer.status === 200 && answer;
      }, "the demo API answers");
      expect([got.headers.get("x-data-source"), await got.json()]).toEqual([
        "demo",
        {
          notice: "Synthetic demo data. No such station exists.",
          station_id: "demo-01",
          kwh: 40,
          price: 12.4,
          minutes: 48,
        },
      ]);
      expect(await demo("--remove")).toBe(0);
      await until(async () => {
        const answers = await Promise.all(Array.from({ length: 4 }, () => call("/stations")));
        return answers.every(({ status }) => status === 404);
      }, "the demo API is gone");
    } finally {
      service.signal("SIGTERM");
      expect(await service.exited).toBe(0);
    }
  });
});
