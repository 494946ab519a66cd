import { expect, test } from "bun:test";
import { outboundAllow } from "../../src/base/settings/setting.ts";
import { OutboundGuard } from "../../src/outbound/guard.ts";

let answer: string[] = [];
const resolve = async () => answer;

test("a discreet guard does not show what a name stands for", async () => {
  const own = { host: "127.0.0.1", port: 1 };
  const guard = new OutboundGuard({ allow: outboundAllow("none"), own, discreet: true, resolve });
  const messages = async (address: string) =>
    [
      await guard.requireAllowed(address),
      await guard.fetch(address).catch((error: Error) => error.message),
    ] as const;
  for (const found of ["10.0.0.1", "127.0.0.1", "169.254.169.254"]) {
    answer = [found];
    expect(await messages(`http://internal${found}.test/`)).toEqual([undefined, "it has no public address"]);
  }
  for (const host of ["10.0.0.1", "localhost", "a.localhost", "metadata.google.internal"])
    await expect(guard.requireAllowed(`http://${host}/`)).rejects.toThrow(`${host} is not a public address`);
});

test("names are judged although a proxy connects", async () => {
  process.env.http_proxy = "http://127.0.0.1:9";
  try {
    const refused = async (host: string, guard: OutboundGuard) =>
      guard.requireAllowed(`http://${host}/`).then(
        () => "allowed",
        (error: Error) => error.message,
      );
    const guard = new OutboundGuard({ resolve });
    answer = ["10.0.0.1"];
    expect(await refused("inner.test", guard)).toContain("has a private address");
    expect(await refused("localhost", guard)).toContain("has a loopback address");
    expect(await refused("metadata.google.internal", guard)).toContain("never connected to");
    const unknown = new OutboundGuard({
      resolve: () => Promise.reject(Object.assign(new Error("unknown"), { code: "ENOTFOUND" })),
    });
    expect(await refused("outside.test", unknown)).toBe("allowed");
  } finally {
    delete process.env.http_proxy;
  }
});
