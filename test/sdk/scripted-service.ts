import { afterAll, afterEach, beforeAll, spyOn } from "bun:test";
import { type BatchResult, type ClientOptions, Vingate } from "../../sdk/typescript/src/index.ts";

export type Handler = (text: string) => Response | Promise<Response>;

/** A service whose answers a test file sets, one after another, and the last one from then on. */
export class ScriptedService {
  script: Handler[] = [];
  readonly received: { headers: Headers; text: string }[] = [];
  /** Milliseconds that the client waited for; each takes a hundredth of it. Other timers of this process are left alone. */
  readonly waits: number[] = [];
  readonly #server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const text = await request.text();
      this.received.push({ headers: new Headers(request.headers), text });
      return (this.script.length > 1 ? this.script.shift()! : this.script[0]!)(text);
    },
  });
  readonly url = this.#server.url.origin;
  readonly realTimeout = globalThis.setTimeout;
  readonly #faster = spyOn(globalThis, "setTimeout");

  /** To be made once in a test file. */
  constructor() {
    const real = this.realTimeout;
    beforeAll(() => {
      this.#faster.mockImplementation(((work: () => void, milliseconds = 0) => {
        if (!new Error().stack?.includes("/sdk/typescript/src/")) return real(work, milliseconds);
        if (milliseconds !== 30_000) this.waits.push(milliseconds);
        return real(work, milliseconds / 100);
      }) as typeof setTimeout);
    });
    afterEach(() => {
      this.received.length = 0;
      this.waits.length = 0;
    });
    afterAll(async () => {
      this.#faster.mockRestore();
      await this.#server.stop(true);
    });
  }

  readonly client = (options: ClientOptions = {}): Vingate =>
    new Vingate({ key: "vgk_test", url: this.url, ...options });
}

export const thrown = (promise: Promise<unknown>) =>
  promise.then(() => undefined).catch((error: unknown) => error);
export const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json(
    { type: "about:blank", title: code, status, detail: code, code, request_id: "r" },
    { status, headers },
  );
export const found = () => Response.json({ status: "success", data: {} });
export const vin = "5J6RW2H59JL990075";
export const line = JSON.stringify({ status: "success", data: {} });
export const refusal = (status: number, code: string, from_line?: number) =>
  JSON.stringify({ status: "error", vin, error: { status, code, detail: code, from_line } });
export const lines = (...all: string[]) => new Response(all.map((one) => `${one}\n`).join(""));

export async function collect(results: AsyncIterable<BatchResult>): Promise<[number, number][]> {
  const all: [number, number][] = [];
  for await (const one of results) all.push([one.index, one.status === "success" ? 200 : one.error.status]);
  return all;
}
