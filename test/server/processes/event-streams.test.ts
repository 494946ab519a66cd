import { expect, test } from "bun:test";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { FirstRun } from "../../../src/management/system/first-run.ts";
import { newFolder, startProcess } from "../../service-process.ts";
import { until } from "../../until.ts";

test("clients that leave are no error, and free their streams", async () => {
  const { folder, remove } = newFolder();
  const service = await startProcess(folder);
  const { operator_token }: FirstRun = JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8"));
  const open = async (): Promise<{ socket: Socket; status: string }> => {
    const socket = connect(service.port, "127.0.0.1");
    socket.write(`GET /system/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${operator_token}\r\n\r\n`);
    const [first] = (await once(socket, "data")) as [Buffer];
    return { socket, status: first.toString().slice(9, 12) };
  };
  // As many as an account may have.
  const streams = [];
  for (let count = 0; count < 12; count++) streams.push(await open());
  expect(streams.map(({ status }) => status)).toEqual(new Array(12).fill("200"));
  for (const [index, { socket }] of streams.entries())
    if (index % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  for (let again = 0; again < 12; again++)
    await until(async () => (await open()).status === "200", "a stream is free");
  expect(service.output()).not.toContain("event stream failed");
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  remove();
}, 120_000);
