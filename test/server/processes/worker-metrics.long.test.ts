import { afterEach, expect, test } from "bun:test";
import { kinds } from "../../database/databases.ts";
import { until } from "../../until.ts";
import { operatorToken, startWorkerService, type WorkerService } from "./worker-service.ts";

const testMs = 300_000;
const vin = "1HGCM82633A004352";

let running: WorkerService | undefined;
afterEach(async () => {
  await running?.remove();
  running = undefined;
});

test(
  "one answer has the sums of all workers, and of those that have ended",
  async () => {
    running = await startWorkerService(kinds[0]!, 2);
    const { service, key, workers } = running;
    const close = { connection: "close" };
    const read = async () => {
      const answer = await fetch(`${service.url}/metrics`, {
        headers: { ...close, authorization: operatorToken },
      });
      return answer.text();
    };
    const value = (text: string, series: string) =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${series} `))
          ?.split(" ")[1] ?? Number.NaN,
      );
    const decoded = 'vingate_requests_total{group="vin-decoder",operation="decodeVin",class="2xx"}';
    const callAll = async (calls: number) => {
      for (let call = 0; call < calls; call++) {
        const headers = { ...close, "x-authkey": key };
        expect((await fetch(`${service.url}/vin-decoder/${vin}`, { headers })).status).toBe(200);
      }
    };
    await callAll(40);
    // Whichever worker answers.
    for (let turn = 0; turn < 8; turn++) {
      const text = await read();
      expect([value(text, decoded), value(text, "vingate_processes")]).toEqual([40, 2]);
      expect(value(text, "vingate_credits_spent_total")).toBe(40);
    }
    process.kill(workers(1).at(-1)!, "SIGKILL");
    const events = (name: string) => service.events(name).length;
    await until(() => events("ready") === 3, "the worker is ready again");
    const after = await read();
    expect([value(after, decoded), value(after, "vingate_processes")]).toEqual([40, 2]);
    await callAll(20);
    // Workers that end in order send what nobody has read.
    service.signal("SIGHUP");
    await until(() => events("workers restarted") === 1, "the workers are restarted");
    const renewed = await read();
    expect([value(renewed, decoded), value(renewed, "vingate_processes")]).toEqual([60, 2]);
  },
  testMs,
);
