import { expect, test } from "bun:test";
import { agentText } from "./agent-text.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [null, null],
  ["", null],
  ["<script>alert(1)</script>", null],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/143.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`,
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [`Mozilla/5.0 (Linux; Android 16; K) ${webKit} Chrome/143.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  ["curl/8.17.0", "curl"],
  ["x".repeat(300), "x".repeat(40)],
])("%p is %p", (agent, text) => {
  expect(agentText(agent)).toBe(text);
});
