import { expect, test } from "bun:test";
import { openMailScene } from "./mail-scene.ts";

test("mails have the name as sender, the accent, contact, links and zone", async () => {
  const scene = await openMailScene();
  try {
    const { operator, server } = scene;
    const name = "Auto 🚗, שירות <b>";
    const got = await operator("PUT", "/brand", {
      name,
      accent: { light: "#0b5d4e", dark: "#5fd4bb" },
      contact: { email: "help@lotdata.example", phone: "+420 222 333 444" },
      links: [{ label: "Privacy & more", url: "https://lotdata.example/privacy?a=1&b=2" }],
      time_zone: "Europe/Prague",
    });
    expect(got.status).toBe(200);
    const preview = async (kind: string) =>
      (await operator("GET", `/mails/texts/${kind}/preview`)).body as {
        from: string;
        text: string;
        html: string;
      };
    const signIn = await preview("new_sign_in");
    expect(signIn.from).toBe(`${name} <billing@lotdata.example>`);
    expect(signIn.text).toContain("21 Nov 2026, 10:12 Europe/Prague");
    expect(signIn.text).toEndWith(`-- 
help@lotdata.example, +420 222 333 444
Privacy & more: https://lotdata.example/privacy?a=1&b=2
Lotdata s.r.o., Dlouhá 12, 110 00 Praha 1, Czechia.
`);
    expect(signIn.html).toContain('dir="auto">Auto 🚗, שירות &lt;b&gt;</p>');
    expect(signIn.html).toContain("background:#0b5d4e;color:#fafcfd;");
    expect(signIn.html).toContain(
      '<a href="https://lotdata.example/privacy?a=1&amp;b=2" style="color:#465058">Privacy &amp; more</a>',
    );
    expect(signIn.html).not.toContain("<img");
    expect((await operator("POST", "/mails/test", { to: "reader@example.com" })).status).toBe(200);
    await scene.send();
    const { raw } = server.received.at(-1)!;
    const [, from = ""] = /^From: ((?:.*\r\n )*.*<billing@lotdata\.example>)\r$/m.exec(raw) ?? [];
    const words = [...from.matchAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/g)].map(([, coding, text = ""]) =>
      coding === "B"
        ? Buffer.from(text, "base64")
        : Buffer.from(
            text
              .replaceAll("_", " ")
              .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
            "latin1",
          ),
    );
    expect(Buffer.concat(words).toString()).toBe(name);
  } finally {
    await scene.end();
  }
});
