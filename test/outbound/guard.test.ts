import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Glob } from "bun";
import { outboundAllow } from "../../src/base/settings/setting.ts";
import { OutboundGuard, type Resolve } from "../../src/outbound/guard.ts";
import { isProxied } from "../../src/outbound/proxies.ts";
import { judgeAddress, type Verdict } from "../../src/outbound/verdict.ts";
import { download } from "../../src/vehicles/imports/input/download.ts";
import { temporaryFolder } from "../vehicles/imports/importing.ts";

/** Spellings of addresses in URLs that are refused, whatever the settings allow. */
const forbidden = [
  "169.254.169.254",
  "169.254.169.254.",
  "2852039166",
  "0xa9fea9fe",
  "0xA9.0xFE.0xA9.0xFE",
  "0251.0376.0251.0376",
  "0251.254.0xa9.254",
  "169.254.43518",
  "169.16689662",
  "%31%36%39.254.169.254",
  "１６９.254.169.254",
  "169。254。169。254",
  "[::ffff:169.254.169.254]",
  "[::ffff:a9fe:a9fe]",
  "[0:0:0:0:0:ffff:a9fe:a9fe]",
  "[::a9fe:a9fe]",
  "[::ffff:0:a9fe:a9fe]",
  "[64:ff9b::169.254.169.254]",
  "[64:ff9b::a9fe:a9fe]",
  "[2002:a9fe:a9fe::1]",
  "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
  "[fe80::5efe:a9fe:a9fe]",
  "[2607:f8b0::200:5efe:a9fe:a9fe]",
  "[fd00:ec2::254]",
  "[fd20:ce::254]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[::]",
  "[0:0:0:0:0:0:0:0]",
  "[::ffff:0.0.0.0]",
  "0.0.0.0",
  "0",
  "0x0",
  "00000000000",
  "0.1.2.3",
  "224.0.0.1",
  "239.255.255.250",
  "255.255.255.255",
  "4294967295",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
];

/** Spellings of loopback and private addresses, which a setting can allow. */
const internal = [
  "127.0.0.1",
  "127.0.0.1.",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.1",
  "127.255.255.254",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::7f00:1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "10.0.0.1",
  "167772161",
  "012.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "0xc0a80001",
  "100.64.0.1",
  "[fc00::1]",
  "[fd12:3456:789a::1]",
  "[::ffff:10.0.0.1]",
  "[2002:a00:1::]",
  "198.18.0.1",
];

const everything = outboundAllow("0.0.0.0/0,::/0");
const port = 65_000;

test.each(forbidden)("%s is refused under every setting", async (host) => {
  const guard = new OutboundGuard({ allow: everything });
  await expect(guard.fetch(`http://${host}:${port}/`)).rejects.toThrow(
    /has an address that is never connected to/,
  );
});

test.each(internal)("%s needs permission", async (host) => {
  const guard = new OutboundGuard();
  await expect(guard.fetch(`http://${host}:${port}/`)).rejects.toThrow(
    /has a (loopback|private) address; VINGATE_OUTBOUND_ALLOW can allow it/,
  );
});

test.each([
  ["8.8.8.8", "public"],
  ["2606:4700::1111", "public"],
  ["64:ff9b::808:808", "public"],
  ["2002:808:808::", "public"],
  ["172.32.0.1", "public"],
  ["172.15.0.1", "public"],
  ["100.128.0.1", "public"],
  ["::ffff:8.8.8.8", "public"],
  ["fe80::1%eth0", "forbidden"],
  ["not an address", "forbidden"],
  ["", "forbidden"],
] as [string, Verdict][])("%p is %s", (address, verdict) => {
  expect(judgeAddress(address)).toBe(verdict);
});

test("an address has at most 45 characters", () => {
  const longest = "1111:1111:1111:1111:1111:1111:255.255.255.255";
  expect([longest.length, judgeAddress(longest)]).toEqual([45, "public"]);
  expect(judgeAddress(`0${longest}`)).toBe("forbidden");
  expect(judgeAddress(`::${"1".repeat(10_000)}.1.1.1`)).toBe("forbidden");
});

describe("names", () => {
  const target = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => new Response(request.headers.get("host")),
  });
  const answers: string[][] = [];
  const asked: string[] = [];
  const resolve: Resolve = async (name) => {
    asked.push(name);
    return answers.length > 1 ? answers.shift()! : answers[0]!;
  };
  let now = 0;
  const guardWith = (allow: string) =>
    new OutboundGuard({ allow: outboundAllow(allow), resolve, now: () => now });
  const url = () => `http://backend.test:${target.port}/`;
  beforeAll(() => {
    answers.length = 0;
  });
  afterAll(() => target.stop(true));

  test("a name is used with the address that was checked", async () => {
    answers.splice(0, answers.length, ["127.0.0.1"], ["169.254.169.254"]);
    const guard = guardWith("127.0.0.0/8");
    expect(await (await guard.fetch(url())).text()).toBe(`backend.test:${target.port}`);
    // Within the time an address is kept, nothing is resolved again; later the new address is refused.
    expect(await (await guard.fetch(url())).text()).toBe(`backend.test:${target.port}`);
    expect(asked.length).toBe(1);
    now += 10_000;
    await expect(guard.fetch(url())).rejects.toThrow(/never connected to/);
  });

  test("one forbidden address among several refuses the name", async () => {
    answers.splice(0, answers.length, ["127.0.0.1", "169.254.169.254"]);
    await expect(guardWith("127.0.0.0/8").fetch(url())).rejects.toThrow(/never connected to/);
  });

  test("a host and port can be allowed alone", async () => {
    answers.splice(0, answers.length, ["127.0.0.1"]);
    const guard = guardWith(`backend.test:${target.port}`);
    expect((await guard.fetch(url())).status).toBe(200);
    await expect(guard.fetch(`http://other.test:${target.port}/`)).rejects.toThrow(/loopback address/);
    await expect(guard.fetch("http://backend.test:1/")).rejects.toThrow(/loopback address/);
  });

  test("the service's own port is always refused", async () => {
    answers.splice(0, answers.length, ["127.0.0.1"]);
    for (const host of ["0.0.0.0", "127.0.0.1", "::"]) {
      const guard = new OutboundGuard({ allow: everything, resolve, own: { host, port: target.port! } });
      await expect(guard.fetch(url())).rejects.toThrow(/never connected to/);
      await expect(guard.fetch(`http://[::ffff:127.0.0.1]:${target.port}/`)).rejects.toThrow(
        /never connected to/,
      );
    }
  });

  test("a service on a loopback address may connect to loopback", async () => {
    answers.splice(0, answers.length, ["127.0.0.1"]);
    const local = new OutboundGuard({ resolve, own: { host: "localhost", port: 1 } });
    expect((await local.fetch(url())).status).toBe(200);
    const open = new OutboundGuard({ resolve, own: { host: "0.0.0.0", port: 1 } });
    await expect(open.fetch(url())).rejects.toThrow(/loopback address/);
  });

  test("the demo API's own port is allowed on 127.0.0.1 alone", async () => {
    const own = { host: "0.0.0.0", port: 1 };
    const at = (demoPort: number) => new OutboundGuard({ own, demoPort: () => demoPort });
    const url = (host: string) => `http://${host}:${target.port}/`;
    expect((await at(target.port!).fetch(url("127.0.0.1"))).status).toBe(200);
    for (const host of ["127.0.0.2", "[::1]"])
      await expect(at(target.port!).fetch(url(host))).rejects.toThrow("has a loopback address");
    await expect(at(2).fetch(url("127.0.0.1"))).rejects.toThrow("has a loopback address");
  });

  test("redirects are not followed", async () => {
    const redirecting = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => Response.redirect("http://169.254.169.254/latest/meta-data"),
    });
    const guard = new OutboundGuard({ allow: everything });
    const got = await guard.fetch(`${redirecting.url}`);
    expect([got.status, got.headers.get("location")]).toEqual([
      302,
      "http://169.254.169.254/latest/meta-data",
    ]);
    using folder = temporaryFolder();
    const options = { guard, folder: folder.path, bytesMax: 1000, insecure: true, pauseMs: 1 };
    await expect(download(`${redirecting.url}`, options)).rejects.toThrow(
      "169.254.169.254 has an address that is never connected to",
    );
    await redirecting.stop(true);
  });
});

test("downloads have the same verdicts", async () => {
  using folder = temporaryFolder();
  const options = { folder: folder.path, bytesMax: 1000, insecure: true, pauseMs: 1 };
  const refusals = async (hosts: readonly string[], guard: OutboundGuard) =>
    Promise.all(
      hosts.map((host) =>
        download(`http://${host}:${port}/`, { ...options, guard }).then(
          () => "",
          (error: Error) => error.message,
        ),
      ),
    );
  for (const message of await refusals(forbidden, new OutboundGuard({ allow: everything })))
    expect(message).toEndWith("has an address that is never connected to");
  for (const message of await refusals(internal, new OutboundGuard()))
    expect(message).toEndWith("address; VINGATE_OUTBOUND_ALLOW can allow it");
});

test("a proxy of the environment connects, except to what it excludes", () => {
  const env = { https_proxy: "http://proxy:3128", no_proxy: "internal.test, .example.org,10.0.0.1:8443" };
  const urls = [
    "https://a.test/",
    "http://a.test/",
    "https://x.internal.test/",
    "https://example.org/",
    "https://10.0.0.1:8443/",
  ];
  expect(urls.map((url) => isProxied(new URL(url), env))).toEqual([true, false, false, false, false]);
  expect(isProxied(new URL("https://a.test/"), { HTTPS_PROXY: "http://proxy", NO_PROXY: "*" })).toBe(false);
});

test.each([
  "10.0.0.0/33",
  "backend",
  "http://backend:80",
  "backend:80/path",
  "backend:http",
])("VINGATE_OUTBOUND_ALLOW=%s is no setting", (raw) => {
  expect(() => outboundAllow(raw)).toThrow(/must be none, or a comma-separated list/);
});

test("no other folder opens a connection", () => {
  const root = `${import.meta.dir}/../../`;
  const opens =
    /(?<![.#\w])(?<!async )fetch\(|import \{[^}]*\b(connect|request)\b[^}]*\} from "node:(net|tls|https?|http2)"|Bun\.connect\(|Bun\.dns/;
  const files = [...new Glob("src/**/*.ts").scanSync(root)].filter(
    (path) => !/\.test\.ts$|^src\/features\/[^/]+\/(bench|test)\//.test(path),
  );
  const opening = files.filter((path) => opens.test(readFileSync(root + path, "utf8")));
  // These are processes of the user, who named the URL.
  const others = ["src/outbound/guard.ts", "src/outbound/reachable.ts", "src/outbound/tls.ts"];
  expect(opening.sort()).toEqual([
    "src/features/cli-client/listen.ts",
    "src/features/mcp/commands/relay.ts",
    ...others,
  ]);
});
