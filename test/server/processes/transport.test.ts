import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { exchange, newFolder, type ServiceProcess, startProcess } from "../../service-process.ts";

// docs/decisions/runtime.md lists these responses that Bun sends by itself.
const { folder, remove } = newFolder();
let service: ServiceProcess;
beforeAll(async () => {
  service = await startProcess(folder);
}, 180_000);
afterAll(async () => {
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  remove();
}, 180_000);

async function statusOf(request: string): Promise<string> {
  const answer = await exchange(service.port, request);
  return answer === "" ? "closed" : (/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? answer);
}

const close = "Connection: close\r\n\r\n";

test("an unknown method closes the connection without an answer", async () => {
  expect(await statusOf(`FOO /livez HTTP/1.1\r\nHost: a\r\n${close}`)).toBe("closed");
});

test("headers over 16 KB return 431 without a body", async () => {
  const answer = await exchange(
    service.port,
    `GET /livez HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n${close}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 431 [^\r]*\r\n[\s\S]*\r\n\r\n$/);
});

test("a URL over 16 KB returns 431", async () => {
  expect(await statusOf(`GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n${close}`)).toBe("431");
});

async function clientToken(): Promise<string> {
  const identity = (await (await fetch(`${service.url}/identity`)).json()) as { client_token: string };
  return identity.client_token;
}

/** Sends a sign-in with these headers about its body, and this part of the body. */
async function signInWith(announced: string, sent: string): Promise<string> {
  const head = `POST /auth/signin HTTP/1.1\r\nHost: a\r\nAuthorization: ${await clientToken()}\r\n`;
  return exchange(service.port, `${head}Content-Type: application/json\r\n${announced}\r\n\r\n${sent}`);
}

function expectTooLarge(answer: string): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 413 /);
  expect(head.toLowerCase()).toContain("connection: close");
  expect(JSON.parse(body)).toMatchObject({
    code: "content_too_large",
    detail: "Body too large. Maximum: 16384 bytes.",
  });
}

test("a Content-Length over the limit returns 413 before the body arrives", async () => {
  for (const bytes of ["16385", "99999999999"])
    expectTooLarge(await signInWith(`Content-Length: ${bytes}`, ""));
});

test("a body that exceeds the limit returns 413 while it arrives", async () => {
  expectTooLarge(await signInWith("Content-Length: 40000000", "x".repeat(2_000_000)));
  const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  expectTooLarge(await signInWith("Transfer-Encoding: chunked", chunk.repeat(20)));
});

test("dot segments are resolved before routing", async () => {
  expect(await statusOf(`GET /a/../livez HTTP/1.1\r\nHost: a\r\n${close}`)).toBe("200");
});

test("a malformed header line returns 400", async () => {
  expect(await statusOf(`GET /livez HTTP/1.1\r\nHost: a\r\nbad header\r\n${close}`)).toBe("400");
});

test("a space in the target returns 505", async () => {
  expect(await statusOf(`GET /a b HTTP/1.1\r\nHost: a\r\n${close}`)).toBe("505");
});

test("HTTP/1.1 without Host returns 400 without a body", async () => {
  const answer = await exchange(service.port, `GET /livez HTTP/1.1\r\n${close}`);
  expect(answer).toBe("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
});

test("HTTP/1.0 without Host is answered", async () => {
  const answer = await exchange(service.port, "GET /livez HTTP/1.0\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toEndWith('{"status":"ok"}');
});

test("two lengths for one body return 400", async () => {
  const both = "Transfer-Encoding: chunked\r\nContent-Length: 3";
  expect(await statusOf(`POST /auth/signin HTTP/1.1\r\nHost: a\r\n${both}\r\n${close}0\r\n\r\n`)).toBe("400");
});

test("TRACE and CONNECT return 405", async () => {
  expect(await statusOf(`TRACE /livez HTTP/1.1\r\nHost: a\r\n${close}`)).toBe("405");
  expect(await statusOf(`CONNECT a:80 HTTP/1.1\r\nHost: a\r\n${close}`)).toBe("405");
});

test("OPTIONS * returns 400", async () => {
  expect(await statusOf(`OPTIONS * HTTP/1.1\r\nHost: a\r\n${close}`)).toBe("400");
});

test("two Host headers return 400", async () => {
  expect(await statusOf(`GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n${close}`)).toBe("400");
});

test("an invalid Host returns 400", async () => {
  expect(await statusOf(`GET /livez HTTP/1.1\r\nHost: a b/c\r\n${close}`)).toBe("400");
});

test("a repeated key header returns 401", async () => {
  const answer = await exchange(
    service.port,
    `GET /vin-decoder/x HTTP/1.1\r\nHost: a\r\nx-AuthKey: aaaaaaaaaaaaaaaa\r\nx-AuthKey: bbbbbbbbbbbbbbbb\r\n${close}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toContain('"code":"invalid_credential"');
});

test("an escaped NUL returns 400", async () => {
  expect(await statusOf(`GET /vin-decoder/%00 HTTP/1.1\r\nHost: a\r\n${close}`)).toBe("400");
});

test("HEAD returns the length of GET and no body", async () => {
  const answer = await exchange(service.port, `HEAD /livez HTTP/1.1\r\nHost: a\r\n${close}`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/\r\ncontent-length: 15\r\n/i);
  expect(answer).toEndWith("\r\n\r\n");
});

test("aborted request bodies log no warning", async () => {
  const head = `POST /auth/signin HTTP/1.1\r\nHost: a\r\nAuthorization: ${await clientToken()}\r\n`;
  const abort = () =>
    new Promise<void>((resolve) => {
      const socket = connect(service.port, "127.0.0.1", () => {
        socket.write(`${head}Content-Length: 9000\r\n\r\n{"email":`, () => socket.destroy());
      });
      socket.on("close", () => resolve());
    });
  await Promise.all(Array.from({ length: 50 }, abort));
  expect((await fetch(`${service.url}/livez`)).status).toBe(200);
  // The end of the service completes its log.
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  expect(service.output().match(/^.*"level":"(?:warn|error)".*$/gm)).toBeNull();
});
