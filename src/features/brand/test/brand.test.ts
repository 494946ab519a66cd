import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { asker } from "../../../../test/callers.ts";
import { kinds, problem, startService, type TestService } from "../../../../test/harness.ts";
import { pngOf } from "../../../../test/png.ts";
import type { Queries } from "../../../database/database.ts";
import { Brands } from "../brands.ts";

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>';
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");
const png = pngOf(8, 4);

const shownLogo = (bytes: Uint8Array | string, type: string) => ({
  sha256: sha256(bytes),
  type,
  url: `/brand/logo?v=${sha256(bytes)}`,
});

const nothing = {
  version: 0,
  name: "Lotdata settings",
  stored_name: null,
  logo: null,
  logo_dark: null,
  accent: null,
  contact: { email: null, phone: null, url: null },
  links: [],
  time_zone: null,
};

for (const kind of kinds)
  describe.skipIf(kind.missing)(`brand on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind, {
        VINGATE_OPERATOR_NAME: "Lotdata settings",
        VINGATE_OPERATOR_EMAIL: "settings@lotdata.example",
      });
    });
    afterAll(() => service?.end());

    const put = (json: unknown) => asker(service, service.operatorHeaders)("PUT", "/brand", json);
    const faultOf = async (json: unknown) => {
      const { status, body } = await put(json);
      const [issue] = (body as { detail: { loc: string[]; msg: string }[] }).detail;
      return [status, issue?.loc.join("."), issue?.msg];
    };

    test("the settings are the defaults, and what is entered replaces them everywhere", async () => {
      expect((await service.ask("GET", "/brand")).body).toEqual(nothing);
      const entered = {
        name: "Lotdata",
        accent: { light: "#0b5d4e", dark: "#5fd4bb" },
        contact: { email: null, phone: "+420 222 333 444", url: "https://lotdata.example/help" },
        links: [{ label: "Privacy", url: "https://lotdata.example/privacy" }],
        time_zone: "Europe/Prague",
      };
      const shown = {
        ...entered,
        version: 1,
        stored_name: "Lotdata",
        logo: shownLogo(drawing, "image/svg+xml"),
        logo_dark: shownLogo(png, "image/png"),
      };
      const changed = await put({
        ...entered,
        version: 0,
        logo: { data: base64(drawing) },
        logo_dark: { data: base64(png) },
      });
      expect(changed.body).toEqual(shown);
      expect((await service.ask("GET", "/brand")).body).toEqual(shown);
      expect(((await service.ask("GET", "/identity")).body as { operator: object }).operator).toEqual({
        name: "Lotdata",
        email: "settings@lotdata.example",
        url: "https://lotdata.example/help",
      });
    });

    test("a reader that has the brand receives 304", async () => {
      const first = await service.ask("GET", "/brand");
      const etag = first.headers.get("etag")!;
      expect(first.headers.get("cache-control")).toBe("no-cache");
      const repeated = await service.ask("GET", "/brand", { headers: { "if-none-match": etag } });
      expect([repeated.status, repeated.text]).toEqual([304, ""]);
    });

    test("a logo is served as an image that can do nothing, and never changes", async () => {
      const path = `/brand/logo?v=${sha256(drawing)}`;
      const got = await service.ask("GET", path);
      expect(got.text).toBe(drawing);
      const header = (name: string) => got.headers.get(name);
      expect([header("content-type"), header("x-content-type-options"), header("cache-control")]).toEqual([
        "image/svg+xml",
        "nosniff",
        "public, max-age=31536000, immutable",
      ]);
      expect(header("content-security-policy")).toBe(
        "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      );
      expect((await service.ask("GET", "/brand/logo")).headers.get("cache-control")).toBe("no-cache");
      const missing = await service.ask("GET", `/brand/logo?v=${"0".repeat(64)}`);
      expect(missing.body).toEqual(
        problem(
          "not_found",
          404,
          "Not found",
          "There is no such logo. GET /brand names the current one.",
          missing,
        ),
      );
    });

    test("a logo is kept by its SHA-256, and an earlier one comes back by it", async () => {
      await put({ name: "Lotdata" });
      const body = (await put({ name: "Lotdata", logo: { sha256: sha256(drawing) } })).body;
      expect(body).toMatchObject({ logo: shownLogo(drawing, "image/svg+xml"), logo_dark: null });
      expect(await faultOf({ logo: { sha256: "0".repeat(64) } })).toEqual([
        422,
        "body.logo",
        "Value error, no logo with this SHA-256 is stored",
      ]);
    });

    test("a change that is based on an older version is refused", async () => {
      const { version } = (await service.ask("GET", "/brand")).body as { version: number };
      expect((await put({ version, name: "Mine" })).status).toBe(200);
      const refused = await put({ version, name: "Theirs" });
      expect(refused.body).toEqual(
        problem(
          "conflict",
          409,
          "Conflict",
          "The brand was changed by someone else. Read it again, then repeat your change.",
          refused,
        ),
      );
      expect((await service.ask("GET", "/brand")).body).toMatchObject({ name: "Mine", version: version + 1 });
    });

    test.each([
      ["name", { name: "Lotdata\r\nBcc: all@example.com" }],
      ["name", { name: "Lotdata \u202egnp.exe" }],
      ["name", { name: " " }],
      ["name", { name: "x".repeat(81) }],
      ["accent.light", { accent: { light: "red;} body{display:none", dark: "#5fd4bb" } }],
      ["accent.light", { accent: { light: "#0b5d4e;", dark: "#5fd4bb" } }],
      ["links.0.url", { links: [{ label: "x", url: "javascript:alert(1)" }] }],
      ["links.0.url", { links: [{ label: "x", url: "http://lotdata.example" }] }],
      ["links.0.url", { links: [{ label: "x", url: 'https://a.example/"onclick="x' }] }],
      ["links", { links: Array(7).fill({ label: "x", url: "https://a.example" }) }],
      ["contact.url", { contact: { url: "data:text/html,x" } }],
      ["contact.phone", { contact: { phone: "call me" } }],
      ["time_zone", { time_zone: "Mars/Olympus" }],
      ["time_zone", { time_zone: "+01:00" }],
      ["logo", { logo: { data: base64(drawing), sha256: sha256(drawing) } }],
      ["logo.data", { logo: { data: "<svg>" } }],
    ])("%s is refused", async (place, json) => {
      expect((await faultOf(json)).slice(0, 2)).toEqual([422, `body.${place}`]);
    });

    test("a refused logo and a color without contrast are named with what is wrong", async () => {
      const data = base64(drawing.replace("<path", "<script/><path"));
      const refused = await put({ logo: { data } });
      expect(await faultOf({ logo: { data } })).toEqual([
        422,
        "body.logo",
        "Value error, the SVG contains <script>, which is not allowed",
      ]);
      expect(refused.text).not.toContain(data.slice(0, 40));
      expect(await faultOf({ accent: { light: "#ffcc00", dark: "#5fd4bb" } })).toEqual([
        422,
        "body.accent.light",
        "Value error, #ffcc00 on white is 1.5:1; 4.5:1 is needed. The nearest color that passes is #876c00",
      ]);
    });

    test("the audit log has what changed, without the bytes of logos", async () => {
      const first = await put({ name: "Before", logo: { data: base64(png) } });
      expect(first.status).toBe(200);
      await put({ name: "After" });
      const { body } = await service.ask("GET", "/audit?action=brand.update", {
        headers: service.operatorHeaders,
      });
      const [entry] = body as { object: string; before: object; after: object }[];
      expect(entry).toMatchObject({
        object: "/brand",
        before: { name: "Before" },
        after: { name: "After", logo: null },
      });
      expect(JSON.stringify(body)).not.toContain(base64(png).slice(0, 40));
    });

    test("another node reads it after the change is published, and keeps it without a database", async () => {
      const { database } = service.app;
      let isOut = false;
      const failing: Queries = {
        dialect: database.dialect,
        all: database.all,
        run: database.run,
        get: (query) => (isOut ? Promise.reject(new Error("out")) : database.get(query)),
      };
      const other = new Brands({ database: failing });
      await put({ name: "One" });
      expect(await other.current()).toMatchObject({ name: "One" });
      await put({ name: "Two" });
      other.changed("/products/growth");
      expect(await other.current()).toMatchObject({ name: "One" });
      other.changed("/brand");
      expect(await other.current()).toMatchObject({ name: "Two" });
      isOut = true;
      other.changed(undefined);
      expect(await other.current()).toMatchObject({ name: "Two" });
      isOut = false;
      await put({ name: "Three" });
      expect(await other.current()).toMatchObject({ name: "Three" });
      await expect(
        new Brands({ database: { ...failing, get: () => Promise.reject(new Error("out")) } }).current(),
      ).rejects.toThrow("out");
    });

    test("names in any script and with emoji stay as they are", async () => {
      for (const name of ["שירות רכב", "Auto 🚗 data", "株式会社"])
        expect((await put({ name })).body).toMatchObject({ name, stored_name: name });
    });
  });
