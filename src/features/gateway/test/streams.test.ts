import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker } from "../../../../test/callers.ts";
import {
  type GatewayService,
  type Registered,
  startGateway,
} from "../../../../test/gateway/gateway-service.ts";
import { type RawSocket, type RawUpstream, rawUpstream } from "../../../../test/gateway/raw-upstream.ts";
import { embedded } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { timedFeatures } from "./timed-features.ts";

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

for (const kind of embedded) {
  describe.skipIf(kind.missing)(`streams on ${kind.dialect}`, () => {
    let service: GatewayService;
    let port: { readonly url: URL; stop(): Promise<void> };
    let operator: Asker;
    // Short only where an upstream falls silent: on a busy machine the others may take longer.
    const times: { silentMs?: number } = {};
    afterEach(() => {
      delete times.silentMs;
    });
    beforeAll(async () => {
      service = await startGateway(kind, {}, timedFeatures(times));
      port = service.open();
      operator = asker(service, service.operatorHeaders);
    });
    afterAll(async () => {
      await port.stop();
      await service.end();
    });

    const fetchFrom = ({ path, key }: Registered, rest = "", init: RequestInit = {}) =>
      fetch(`${port.url}${path}${rest}`, { ...init, headers: { "x-authkey": key, ...init.headers } });
    /** The last call's record, once it has this size. */
    const amended = (api: Registered, bytes: number) =>
      until(async () => {
        await service.app.metering.flush();
        return (await service.recorded(api.subscriptionId)).find((call) => call.response_size === bytes);
      }, `a record of ${bytes} bytes`);
    const used = async ({ subscriptionId }: Registered) => {
      await service.app.metering.flush();
      return service.sums(subscriptionId);
    };
    const requireConsistent = async () => {
      const { compared } = await service.app.inspection.compare();
      expect(compared.flatMap(({ findings }) => findings)).toEqual([]);
    };
    /** Answers the first chunk, and leaves the rest to the test. */
    const begun = async (upstream: RawUpstream, api: Registered, signal?: AbortSignal) => {
      const response = await fetchFrom(api, "", signal ? { signal } : {});
      const reader = response.body!.getReader();
      expect(new TextDecoder().decode((await reader.read()).value)).toBe("first");
      expect(upstream.received.length).toBe(1);
      return reader;
    };

    test("a stream is recorded before its first byte leaves, and its size when it ends", async () => {
      let socket: RawSocket | undefined;
      await using upstream = rawUpstream((opened) => {
        socket = opened;
        opened.write(head + chunk("first"));
      });
      const api = await service.register(upstream.url);
      const reader = await begun(upstream, api);
      await service.app.metering.flush();
      const record = { status: 200, credits: 1, error_code: null, request_size: 0 };
      expect(await service.recorded(api.subscriptionId)).toEqual([{ ...record, response_size: 0 }]);
      socket!.end(`${chunk("and second")}0\r\n\r\n`);
      expect(new TextDecoder().decode((await reader.read()).value)).toBe("and second");
      expect((await reader.read()).done).toBe(true);
      expect(await amended(api, 15)).toEqual({ ...record, response_size: 15 });
      expect(await used(api)).toEqual({ calls: 1, credits: 1, bytes: 15 });
      await requireConsistent();
    });

    test("a short stream has its size in one batch", async () => {
      await using upstream = rawUpstream(
        (socket) => void socket.end(`${head + chunk("all of it")}0\r\n\r\n`),
      );
      const api = await service.register(upstream.url);
      for (let call = 0; call < 5; call++) expect(await (await fetchFrom(api)).text()).toBe("all of it");
      await until(async () => (await used(api)).bytes === 45, "all sizes");
      expect(await used(api)).toEqual({ calls: 5, credits: 5, bytes: 45 });
      await requireConsistent();
    });

    test("a client that leaves a stream pays, and its upstream is cut off", async () => {
      let socket: RawSocket | undefined;
      await using upstream = rawUpstream((opened) => {
        socket = opened;
        opened.write(head + chunk("first"));
      });
      const api = await service.register(upstream.url);
      const leaving = new AbortController();
      const reader = await begun(upstream, api, leaving.signal);
      const more = setInterval(() => socket!.write(chunk("more")), 20);
      leaving.abort();
      await reader.read().catch(() => undefined);
      await until(() => upstream.open === 0, "the upstream's connection is closed");
      clearInterval(more);
      const [record] = await until(async () => {
        await service.app.metering.flush();
        const found = await service.recorded(api.subscriptionId);
        return found[0]!.response_size > 0 && found;
      }, "the size of the stream");
      expect([record!.status, record!.credits]).toEqual([200, 1]);
      await requireConsistent();
    });

    test("a client that leaves before the headers pays nothing", async () => {
      await using upstream = rawUpstream(() => undefined);
      const api = await service.register(upstream.url);
      const leaving = new AbortController();
      const response = fetchFrom(api, "", { signal: leaving.signal }).catch(() => "left");
      await until(() => upstream.received.length === 1, "the upstream has the call");
      leaving.abort();
      expect(await response).toBe("left");
      await until(() => upstream.open === 0, "the upstream's connection is closed");
      const records = await until(async () => {
        await service.app.metering.flush();
        const found = await service.recorded(api.subscriptionId);
        return found.length > 0 && found;
      }, "the record");
      const { response_size, ...record } = records[0]!;
      expect(record).toEqual({ status: 499, credits: 0, error_code: "client_left", request_size: 0 });
      expect(service.app.metering.remaining(api.subscriptionId)).toBe(15);
    });

    const faults: readonly (readonly [string, "silent" | ((socket: RawSocket) => void)])[] = [
      ["resets", (socket) => void socket.terminate()],
      ["falls silent", "silent"],
      ["breaks its chunks", (socket) => void socket.write("zz\r\nbad\r\n")],
    ];
    test.each(faults)("an answer that %s after its headers is cut", async (_, next) => {
      if (next === "silent") times.silentMs = 300;
      let socket: RawSocket | undefined;
      await using upstream = rawUpstream((opened) => {
        socket = opened;
        opened.write(head + chunk("first"));
      });
      const api = await service.register(upstream.url);
      const reader = await begun(upstream, api);
      if (next !== "silent") next(socket!);
      await expect(reader.read()).rejects.toThrow();
      const record = { status: 200, credits: 1, error_code: null, request_size: 0, response_size: 5 };
      expect(await amended(api, 5)).toEqual(record);
      await requireConsistent();
    });

    const suspend = ({ subscriptionId }: Registered) =>
      operator("PATCH", `/subscriptions/${subscriptionId}`, { state: "suspended" });
    const endings: Readonly<Record<string, (api: Registered) => Promise<unknown>>> = {
      "its key is regenerated": ({ subscriptionId }) =>
        operator("POST", `/subscriptions/${subscriptionId}/regeneratePrimaryKey`),
      "the grace of its key is over": ({ subscriptionId }) =>
        operator("POST", `/subscriptions/${subscriptionId}/regeneratePrimaryKey`, { grace_seconds: 1 }),
      "its subscription is suspended": suspend,
      "its owner is blocked": ({ userId }) => operator("PATCH", `/users/${userId}`, { state: "blocked" }),
    };
    for (const [name, happens] of Object.entries(endings))
      test(`a stream is cut when ${name}, and charged once`, async () => {
        const more: NodeJS.Timeout[] = [];
        await using upstream = rawUpstream((socket) => {
          socket.write(head + chunk("first"));
          let left = 1000;
          // One that is not cut ends whole.
          const send = () => (--left > 0 ? socket.write(chunk("more")) : socket.end("0\r\n\r\n"));
          more.push(setInterval(send, 20));
        });
        const api = await service.register(upstream.url);
        const reader = await begun(upstream, api);
        expect(await happens(api)).toMatchObject({ status: 200 });
        const rest = async () => {
          while (!(await reader.read()).done);
        };
        await expect(rest()).rejects.toThrow();
        await until(() => upstream.open === 0, "the upstream's connection is closed");
        for (const timer of more) clearInterval(timer);
        const records = await until(async () => {
          await service.app.metering.flush();
          const found = await service.recorded(api.subscriptionId);
          return found[0]!.response_size > 0 && found;
        }, "the size of the stream");
        const { response_size, ...record } = records[0]!;
        expect([records.length, record]).toEqual([
          1,
          { status: 200, credits: 1, error_code: null, request_size: 0 },
        ]);
        await requireConsistent();
      });

    test("a stream is cut whose key ended while its upstream was waited for", async () => {
      let socket: RawSocket | undefined;
      await using upstream = rawUpstream((opened) => {
        socket = opened;
      });
      const api = await service.register(upstream.url);
      const fetched = fetchFrom(api);
      await until(() => socket, "the upstream has the call");
      expect(await endings["its key is regenerated"]!(api)).toMatchObject({ status: 200 });
      socket!.write(head + chunk("first"));
      const end = setTimeout(() => socket!.end("0\r\n\r\n"), 250);
      await expect(fetched.then((response) => response.text())).rejects.toThrow();
      clearTimeout(end);
      await requireConsistent();
    });

    test("a stream of an API that needs no key goes on", async () => {
      let socket: RawSocket | undefined;
      await using upstream = rawUpstream((opened) => {
        socket = opened;
        opened.write(head + chunk("first"));
      });
      const api = await service.register(upstream.url);
      await service.changeApi(api, { subscription_required: false });
      await until(
        async () => (await fetch(`${port.url}${api.path}`, { method: "HEAD" })).ok,
        "no key is needed",
      );
      const response = await fetch(`${port.url}${api.path}`);
      const reader = response.body!.getReader();
      expect(new TextDecoder().decode((await reader.read()).value)).toBe("first");
      await suspend(api);
      socket!.end(`${chunk("and second")}0\r\n\r\n`);
      expect(new TextDecoder().decode((await reader.read()).value)).toBe("and second");
      expect((await reader.read()).done).toBe(true);
    });

    test("a long answer passes at its client's pace", async () => {
      const piece = new Uint8Array(65_536);
      let written = 0;
      const pump = (socket: RawSocket) => {
        for (;;) {
          const taken = socket.write(piece);
          if (taken > 0) written += taken;
          if (taken < piece.length) return;
        }
      };
      await using upstream = rawUpstream(
        (socket) => {
          socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\n");
          pump(socket);
        },
        { drain: pump },
      );
      const api = await service.register(upstream.url);
      const leaving = new AbortController();
      const response = await fetchFrom(api, "", { signal: leaving.signal });
      const reader = response.body!.getReader();
      let read = 0;
      while (read < 20_000_000) read += (await reader.read()).value!.length;
      // Kernel and pipe take a few megabytes each.
      expect(written - read).toBeLessThan(40_000_000);
      leaving.abort();
      await reader.read().catch(() => undefined);
      await until(() => upstream.open === 0, "the upstream's connection is closed");
      await until(async () => {
        const { bytes } = await used(api);
        return bytes >= 20_000_000 && bytes < 5_000_000_000;
      }, "the size that was sent");
      await requireConsistent();
    });

    test("a compressed answer passes as it is", async () => {
      const zeros = Bun.gzipSync(new Uint8Array(50_000_000));
      await using upstream = rawUpstream((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${zeros.length}\r\n\r\n`);
        socket.end(zeros);
      });
      const api = await service.register(upstream.url);
      const init = { headers: { "accept-encoding": "gzip" }, decompress: false } as RequestInit;
      const response = await fetchFrom(api, "", init);
      expect(response.headers.get("content-encoding")).toBe("gzip");
      expect(Bun.hash(await response.bytes())).toBe(Bun.hash(zeros));
      expect(await amended(api, zeros.length)).toMatchObject({ credits: 1, response_size: zeros.length });
    });
  });
}
