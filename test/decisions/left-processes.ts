import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../database/databases.ts";
import { newFolder, type ServiceProcess, startProcess } from "../service-process.ts";
import { readAll, writeAll } from "./world.ts";

interface FirstRun {
  readonly operator_token: string;
  readonly client_token: string;
}

async function call<T>(url: string, token: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const lookUp = async ({ url }: ServiceProcess, key: string) =>
  (await fetch(`${url}/vin-decoder/5J6RW2H59JL990075`, { headers: { "x-authkey": key } })).status;

/** Tests that a process notices that its database went back. */
export const testProcesses = (kind: Kind) =>
  describe.skipIf(kind.missing)(`processes whose ${kind.dialect} went back`, () => {
    test("one that runs ends, and its next start makes the decisions again", async () => {
      const place = newFolder();
      const fresh = await kind.fresh();
      const settings = {
        VINGATE_MASTER_KEY: randomBytes(32).toString("hex"),
        ...(kind.dialect === "postgres" && { VINGATE_DATABASE_URL: fresh.options.url! }),
      };
      let service = await startProcess(place.folder, settings, "ready");
      try {
        const first = JSON.parse(readFileSync(join(place.folder, "first-run.json"), "utf8")) as FirstRun;
        const signedUp = await call<{ subscription: { id: string }; keys: { primary_key: string } }>(
          service.url,
          first.client_token,
          "POST",
          "/auth/signup",
          { email: "ada@example.com", password: "long enough", first_name: "Ada", last_name: "Byron" },
        );
        const { primary_key: key } = signedUp.keys;
        const file = join(place.folder, "vingate.db");
        const db = await fresh.open(kind.dialect === "sqlite" ? { file } : {});
        const point = await readAll(db);
        const path = `/subscriptions/${signedUp.subscription.id}/regeneratePrimaryKey`;
        await call(service.url, first.operator_token, "POST", path);
        expect(await lookUp(service, key)).toBe(401);
        await writeAll(db, point);
        expect(await service.exited).toBe(1);
        expect(service.events("the database went back; the next start completes it")).toHaveLength(1);
        service = await startProcess(place.folder, settings, "ready");
        expect(service.events("the database went back")).toMatchObject([
          { epoch: 2, replayed: '{"keys replaced":1}', held: false },
        ]);
        expect(await lookUp(service, key)).toBe(401);
        expect(await call(service.url, first.operator_token, "GET", "/system")).toMatchObject({ held: null });
        service.signal("SIGTERM");
        expect(await service.exited).toBe(0);
      } finally {
        service.signal("SIGKILL");
        await service.exited;
        await fresh.end();
        place.remove();
      }
    }, 180_000);
  });
