import { expect, test } from "bun:test";
import { addressFault } from "./credential-address.ts";

const fault = (stored: string | null, other: string | null, authorities: (string | null)[] = [null, null]) =>
  addressFault(
    { serviceUrl: stored, caCertificate: authorities[0]! },
    { serviceUrl: other, caCertificate: authorities[1]! },
  );

test("a stored credential stays for each spelling of its scheme, host and port", () => {
  const spellings = [
    ["https://backend.example.com/v1", "https://backend.example.com/v2/"],
    ["https://backend.example.com", "HTTPS://Backend.Example.COM"],
    ["https://backend.example.com", "https://backend.example.com:443/v1"],
    ["https://backend.example.com", "https://backend.example.com:0443"],
    ["http://backend.example.com:80", "http://backend.example.com"],
    ["https://backend.example.com", "https://user:password@backend.example.com"],
    ["https://backend.example.com", "https://b%61ckend.example.com"],
    ["https://backend.example.com", "https:\\\\backend.example.com\\v1"],
    ["https://backend.example.com", "https://backend。example。com"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["http://[2001:DB8::1]:8080", "http://[2001:db8:0:0:0:0:0:1]:8080/v1"],
    ["http://127.0.0.1:8080", "http://0x7f.1:8080"],
    ["http://127.0.0.1:8080", "http://2130706433:8080"],
  ] as const;
  const faults = spellings.map(([stored, other]) => [fault(stored, other), fault(other, stored)]);
  expect(faults).toEqual(spellings.map(() => [undefined, undefined]));
});

test("another scheme, host or port needs the credential again", () => {
  const stored = "https://backend.example.com";
  const others = [
    ["http://backend.example.com", "http://backend.example.com"],
    ["http://backend.example.com:443", "http://backend.example.com:443"],
    ["https://backend.example.com:80", "https://backend.example.com:80"],
    ["https://backend.example.com:8443", "https://backend.example.com:8443"],
    ["https://example.com", "https://example.com"],
    ["https://backend.example.com.evil.example", "https://backend.example.com.evil.example"],
    // The resolver's list of domains does not apply to a name with a dot at its end.
    ["https://backend.example.com.", "https://backend.example.com."],
    ["https://backend.example.com@evil.example", "https://evil.example"],
    ["https://backend.example.com:443@evil.example/v1", "https://evil.example"],
    ["https://user:backend.example.com@evil.example", "https://evil.example"],
    ["https://evil.example\\@backend.example.com", "https://evil.example"],
    ["https://evil.example/https://backend.example.com", "https://evil.example"],
    ["https://evil.example?https://backend.example.com", "https://evil.example"],
    ["https://evil.example#@backend.example.com", "https://evil.example"],
    // The second letter is Cyrillic.
    ["https://bаckend.example.com", "https://xn--bckend-3nf.example.com"],
    ["https://127.0.0.1", "https://127.0.0.1"],
  ];
  expect(others.map(([other]) => fault(stored, other!))).toEqual(
    others.map(([, origin]) => `the stored credential is for ${stored}, and is not sent to ${origin}`),
  );
  for (const [one, other] of [
    ["http://127.0.0.1", "http://localhost"],
    ["http://127.0.0.1", "http://[::1]"],
    ["http://127.0.0.1", "http://[::ffff:127.0.0.1]"],
    ["http://[2001:db8::1]", "http://[2001:db8::10]"],
    ["http://backend.example.com", "https://backend.example.com"],
  ] as const)
    expect([fault(one, other), fault(other, one)]).toEqual([expect.any(String), expect.any(String)]);
});

test("without an address nothing is sent, and none is known", () => {
  const reason = "the stored credential is for no address, and is not sent to https://backend.example.com";
  expect([
    fault("https://backend.example.com", null),
    fault(null, null),
    fault(null, "https://backend.example.com/v1"),
  ]).toEqual([undefined, undefined, reason]);
});

test("a host that other authorities vouch for needs the credential again", () => {
  const url = "https://backend.example.com";
  const pem = (body: string, end = "\n") =>
    `-----BEGIN CERTIFICATE-----${end}${body}${end}-----END CERTIFICATE-----${end}`;
  const [own, next] = [pem("MIIone"), pem("MIItwo")];
  const reason = `the stored credential is for ${url} and its stored authorities, and is not sent with others`;
  const changes = [
    [own, own, undefined],
    [own, pem("MII\none", "\r\n"), undefined],
    [own + next, next, undefined],
    [own + next, next + own, undefined],
    [own, own + next, reason],
    [own, next, reason],
    [null, own, reason],
    [own, null, reason],
  ] as const;
  expect(changes.map(([stored, other]) => fault(url, url, [stored, other]))).toEqual(
    changes.map(([, , expected]) => expected),
  );
  // Without TLS there is no certificate to check.
  expect(fault("http://backend.example.com", "http://backend.example.com", [null, own])).toBeUndefined();
});
