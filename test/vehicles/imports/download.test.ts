import { dlopen, ptr } from "bun:ffi";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { type DownloadOptions, download } from "../../../src/vehicles/imports/input/download.ts";
import { openInput } from "../../../src/vehicles/imports/input/input.ts";
import { loopbackGuard as guard } from "../../outbound/guards.ts";
import { temporaryFolder } from "./importing.ts";

const file = Buffer.from(Array.from({ length: 200_000 }, (_, at) => `row ${at}\n`).join(""));
const sum = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let server: Server;
let origin: string;
let requested: string[] = [];

/** Ends after a part of the request, as often as the path states. */
function breakOff(
  range: string | undefined,
  tag: string,
  answer: import("node:http").ServerResponse,
  parts: number,
) {
  const from = Number(/bytes=(\d+)-/.exec(range ?? "")?.[1] ?? 0);
  requested.push(range ?? "whole");
  const part = Math.ceil(file.length / parts);
  const headers = { etag: tag, "content-length": file.length - from };
  answer.writeHead(from > 0 ? 206 : 200, {
    ...headers,
    ...(from > 0 && { "content-range": `bytes ${from}-${file.length - 1}/${file.length}` }),
  });
  answer.write(file.subarray(from, from + part), () => {
    if (from + part >= file.length) answer.end();
    else answer.destroy();
  });
}

beforeAll(async () => {
  server = createServer((request, answer) => {
    const { range } = request.headers;
    switch (request.url) {
      case "/whole":
        return void answer.writeHead(200, { "content-length": file.length }).end(file);
      case "/breaks-off":
        return breakOff(range, '"one"', answer, 4);
      case "/no-resume":
        requested.push(range ?? "whole");
        return requested.length < 3
          ? void answer
              .writeHead(200, { "content-length": file.length })
              .write(file.subarray(0, 1000), () => answer.destroy())
          : void answer.writeHead(200, { "content-length": file.length }).end(file);
      case "/always-breaks":
        return void answer
          .writeHead(200, { "content-length": 9_999_999 })
          .write("a few bytes", () => answer.destroy());
      case "/ignores-ranges":
        requested.push(range ?? "whole");
        answer.writeHead(200, { "content-length": file.length, etag: '"one"' });
        return void answer.write(file.subarray(0, 500_000), () => answer.socket?.destroySoon());
      case "/resumes": {
        requested.push(range ?? "whole");
        const from = Number(/bytes=(\d+)-/.exec(range ?? "")?.[1] ?? 0);
        const headers = { etag: '"one"', "content-length": file.length - from };
        const part = { "content-range": `bytes ${from}-${file.length - 1}/${file.length}` };
        answer.writeHead(from > 0 ? 206 : 200, { ...headers, ...(from > 0 && part) });
        answer.flushHeaders();
        if (from > 0) return void answer.socket?.destroySoon();
        return void answer.write(file.subarray(0, 500_000), () => answer.socket?.destroySoon());
      }
      case "/moved":
        return void answer.writeHead(302, { location: "/whole" }).end();
      case "/circle":
        return void answer.writeHead(302, { location: "/circle" }).end();
      case "/moved-to-file":
        return void answer.writeHead(302, { location: "ftp://example.com/x" }).end();
      case "/page":
        return void answer.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>");
      case "/busy":
        requested.push("busy");
        return void answer
          .writeHead(requested.length < 3 ? 503 : 200, {})
          .end(requested.length < 3 ? "" : file);
      case "/silent":
        return void answer.writeHead(200, { "content-length": file.length }).write("a");
      default:
        return void answer.writeHead(404).end("no such file");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function fetched(path: string, more: Partial<DownloadOptions> = {}): Promise<string> {
  using folder = temporaryFolder();
  requested = [];
  const options = { guard, folder: folder.path, bytesMax: 2 ** 30, insecure: true, pauseMs: 1, ...more };
  try {
    const { file: saved, remove } = await download(URL.canParse(path) ? path : origin + path, options);
    const digest = sum(readFileSync(saved));
    remove();
    expect(readdirSync(folder.path)).toEqual([]);
    return digest;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

test("an interrupted download resumes, or restarts if the server cannot resume", async () => {
  expect(await fetched("/whole")).toBe(sum(file));
  expect(await fetched("/breaks-off")).toBe(sum(file));
  // A cut connection can lose the last bytes, which are then requested again.
  expect(requested.length).toBeGreaterThanOrEqual(4);
  expect(requested[0]).toBe("whole");
  expect(requested.slice(1).every((range) => /^bytes=\d{5,}-$/.test(range))).toBe(true);
  expect(await fetched("/no-resume")).toBe(sum(file));
  expect(await fetched("/moved")).toBe(sum(file));
  expect(await fetched("/busy")).toBe(sum(file));
});

test("failed downloads are reported and never used", async () => {
  expect(await fetched("/none")).toBe(`ImportError: ${origin}/none answers 404`);
  expect(await fetched("/page")).toBe(`ImportError: ${origin}/page returned a web page, not a file`);
  expect(await fetched("/circle")).toBe(`ImportError: ${origin}/circle redirects more than 5 times`);
  expect(await fetched("/moved-to-file")).toBe("ImportError: ftp://example.com/x is not an https address");
  expect(await fetched("/always-breaks")).toMatch(
    /could not be downloaded: .*; the same command starts again$/,
  );
  // What the last of its answers has left is not certain, since each begins again.
  expect(await fetched("/ignores-ranges")).toMatch(
    /; the same command (?:starts again|continues from \d+ bytes)$/,
  );
  expect(requested.slice(0, 3)).toEqual(["whole", expect.stringMatching(/^bytes=/), "whole"]);
  expect(await fetched("/resumes")).toMatch(/; the same command continues from \d{4,} bytes$/);
  expect(await fetched("/silent", { silenceMs: 20 })).toMatch(
    /could not be downloaded: the server stopped sending/,
  );
  expect(await fetched("/whole", { bytesMax: 1000 })).toMatch(/more than the 1000 bytes allowed/);
  expect(await fetched("/whole", { insecure: false })).toMatch(/is not https: .*--insecure/);
});

test("a URL is read as a file is", async () => {
  using folder = temporaryFolder();
  const options = { members: /csv$/, bytesMax: 2 ** 30, folder: folder.path, insecure: true, guard };
  const chunks: Uint8Array[] = [];
  {
    await using input = await openInput(`${origin}/whole`, options);
    for await (const chunk of input.read()) chunks.push(Buffer.from(chunk));
    expect([input.name, input.checksum()]).toEqual(["whole", sum(file)]);
  }
  expect([sum(Buffer.concat(chunks)), readdirSync(folder.path)]).toEqual([sum(file), []]);
});

/** The port of a socket that accepts no connection: the kernel drops requests for more than one. */
function fullPort(): number {
  const { symbols } = dlopen("libc.so.6", {
    socket: { args: ["i32", "i32", "i32"], returns: "i32" },
    bind: { args: ["i32", "ptr", "i32"], returns: "i32" },
    listen: { args: ["i32", "i32"], returns: "i32" },
    getsockname: { args: ["i32", "ptr", "ptr"], returns: "i32" },
  });
  const address = Buffer.from([2, 0, 0, 0, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  const socket = symbols.socket(2, 1, 0);
  if (symbols.bind(socket, ptr(address), 16) !== 0 || symbols.listen(socket, 0) !== 0)
    throw new Error("no socket");
  symbols.getsockname(socket, ptr(address), ptr(new Int32Array([16])));
  return address.readUInt16BE(2);
}

test("without a network a download says what to do", async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  for (const at of [`http://127.0.0.1:${port}/file.csv`, "http://nowhere.invalid/file.csv"]) {
    const { host } = new URL(at);
    expect(await fetched(at)).toMatch(
      new RegExp(
        `^ImportError: no connection to ${host}: .*\\. Without a network give a file in place of the address: download ${at} on another machine\\. With a network the same command starts again$`,
      ),
    );
  }
});

test.skipIf(process.platform !== "linux")("a host that drops packets counts as no network", async () => {
  const port = fullPort();
  const taken = connect(port, "127.0.0.1");
  await once(taken, "connect");
  const at = `http://127.0.0.1:${port}/file.csv`;
  // Without a bound of its own the connection waits for minutes, and the silence is retried.
  expect(await fetched(at, { connectMs: 300 })).toStartWith(
    `ImportError: no connection to 127.0.0.1:${port}: it accepts no connection. Without a network give a file`,
  );
  taken.destroy();
});
