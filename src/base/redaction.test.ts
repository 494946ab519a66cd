import { expect, test } from "bun:test";
import { mintToken, type TokenKind, tokenKinds } from "../access/tokens.ts";
import { maskedUrl, redactCredentials } from "./redaction.ts";

test.each(
  Object.keys(tokenKinds) as TokenKind[],
)("a credential of the kind %s is redacted anywhere", (kind) => {
  const token = mintToken(kind);
  expect(redactCredentials(`/a/${token}/b?${token}=${token}&c="${token}"`)).toBe(
    '/a/[redacted]/b?[redacted]=[redacted]&c="[redacted]"',
  );
});

test("a cut, upper-case or escaped credential is redacted too, ordinary text is not", () => {
  expect(redactCredentials("vgk_AbCdEf12 VGK_ABCDEF12 vgk%5FAbCdEf12")).toBe(
    "[redacted] [redacted] [redacted]",
  );
  for (const text of ["/vin-decoder/1HGCM82633A004352", "vgk_", "vgk_12345", "avg_speed", "vgx_monitor123"])
    expect(redactCredentials(text)).toBe(text);
});

test("a URL that is a credential shows its host and the names of its parameters", () => {
  const shown = {
    "https://hooks.example.com": "https://hooks.example.com",
    "https://hooks.example.com/": "https://hooks.example.com/",
    "https://hooks.example.com/services/T0/B0/secret": "https://hooks.example.com/hidden",
    "HTTP://hooks.example.com:8080/a?token=secret&secret#secret":
      "HTTP://hooks.example.com:8080/hidden?token=hidden&hidden",
    "https://hooks.example.com?a=secret": "https://hooks.example.com?a=hidden",
    "https://hooks.example.com/#secret": "https://hooks.example.com/",
    "https://hooks.example.com\\services\\secret": "https://hooks.example.com/hidden",
    "https:hooks.example.com/secret": "https:hooks.example.com/hidden",
  };
  for (const [url, masked] of Object.entries(shown)) {
    expect(maskedUrl(url)).toBe(masked);
    expect(maskedUrl(masked)).toBe(masked);
  }
});
