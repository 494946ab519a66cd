import { expect } from "bun:test";
import type { ServiceProcess } from "../../service-process.ts";
import { until } from "../../until.ts";

/** The checks of a service without a fault. */
export const sound = { database: "ok", decoder: "ok", disk: "ok", journal: "ok" };

export async function request(service: ServiceProcess, path: string) {
  const answer = await fetch(service.url + path);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Resolves to the checks of the first failed health response. */
export async function failedChecks(service: ServiceProcess) {
  return until(async () => {
    const health = await request(service, "/health");
    return health.status !== 200 && health.body.status === "unhealthy" && health.body.checks;
  }, "the health check fails");
}

/** Stops a service in order. */
export async function end(service: ServiceProcess): Promise<void> {
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
}
