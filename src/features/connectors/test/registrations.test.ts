import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import {
  codeOf,
  newClient,
  newPerson,
  newVerifier,
  packed,
  register,
  requestOf,
  returnAddress,
  startConnected,
} from "./connector-scene.ts";

describe("programs that register", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startConnected();
  });
  afterAll(() => service.end());

  test("a program registers by its addresses, as a client without a secret", async () => {
    const uris = [
      returnAddress,
      "http://127.0.0.1:1234/cb",
      "cursor://anysphere.cursor/oauth",
      "com.x.y:/cb",
    ];
    const got = await register(service, {
      redirect_uris: uris,
      client_name: "Desk\u202e\u0000  Assistant\r\n",
      token_endpoint_auth_method: "client_secret_post",
    });
    expect([got.status, got.body]).toEqual([
      201,
      {
        client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        client_id_issued_at: Math.floor(service.app.clock() / 1000),
        client_name: "Desk Assistant",
        redirect_uris: uris,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
    ]);
    const long = await register(service, { redirect_uris: [returnAddress], client_name: "A".repeat(5000) });
    expect((long.body as { client_name: string }).client_name).toBe("A".repeat(60));
  });

  test.each([
    "http://desk.example/cb",
    "http://127.0.0.1.desk.example/cb",
    "javascript:alert(1)",
    "JavaScript://desk.example/%0aalert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://desk.example/1",
    "ws://desk.example",
    "https://desk.example/cb#x",
    "https://user@desk.example/cb",
    "https://desk.example/cb\r\nx: y",
    "https:\\\\desk.example/cb",
    "/cb",
    "",
    `https://desk.example/${"a".repeat(2000)}`,
    7,
    null,
  ])("the return address %j is not registered", async (uri) => {
    expect(codeOf(await register(service, { redirect_uris: [returnAddress, uri] }))).toBe(
      "invalid_redirect_uri",
    );
  });

  test("rubbish registers nothing", async () => {
    for (const json of [[], "x", 7, null, { redirect_uris: [returnAddress], client_name: {} }])
      expect(codeOf(await register(service, json))).toBe("invalid_client_metadata");
    for (const uris of [undefined, [], {}, Array.from({ length: 11 }, () => returnAddress)])
      expect(codeOf(await register(service, { redirect_uris: uris }))).toBe("invalid_redirect_uri");
    const bodies: [string | Uint8Array, string | number][] = [
      ["{", "invalid_client_metadata"],
      ["", "invalid_client_metadata"],
      [new Uint8Array([0xff, 0xfe]), "invalid_client_metadata"],
      [`"${"x".repeat(20_000)}"`, "content_too_large"],
    ];
    for (const [body, code] of bodies)
      expect(codeOf(await service.ask("POST", "/oauth/register", { body }))).toBe(code);
  });

  test("unused programs of one network leave room for others, and the oldest gives way after an hour", async () => {
    const { database, clock } = service.app;
    const uris = { redirect_uris: [returnAddress] };
    const from = (address: string) => register(service, uris, address);
    const fault = async (address: string) => {
      const got = await from(address);
      return [got.status, (got.body as { error_description: string }).error_description];
    };
    for (let count = 0; count < 50; count++) expect((await from(`192.0.2.${count}`)).status).toBe(201);
    const ofNetwork = "50 programs of this network have registered and are not connected";
    const later = "Connect one of them, or try again in an hour.";
    expect(await fault("192.0.2.99")).toEqual([503, `${ofNetwork}. ${later}`]);
    expect((await from("192.0.3.1")).status).toBe(201);
    for (let count = 0; count < 50; count++)
      expect((await from(`2001:db8:7:${(count * 256).toString(16)}::1`)).status).toBe(201);
    expect((await fault("2001:db8:7:ffff::1"))[0]).toBe(503);
    // As many of other networks as may wait in all.
    const add = (id: string, at: number) => sql`
      insert into assistant_client (id, name, redirect_uris, created_at, network)
      values (${id}, 'x', '[]', ${at}, ${id})`;
    const unused = sql`select count(*) as total from assistant_client where is_used = 0`;
    const { total } = (await database.get<{ total: number }>(unused))!;
    await database.transaction(async (tx) => {
      for (let count = total; count < 10_000; count++) await tx.run(add(`full-${count}`, clock() - 1000));
    });
    const all = "Too many programs have registered within an hour";
    expect(await fault("203.0.113.200")).toEqual([503, `${all}. ${later}`]);
    await database.run(
      sql`update assistant_client set created_at = ${clock() - 3_600_001} where id = 'full-9999'`,
    );
    expect((await from("203.0.113.200")).status).toBe(201);
    expect(await database.get(sql`select id from assistant_client where id = 'full-9999'`)).toBeUndefined();
    await database.run(sql`delete from assistant_client where id like 'full-%'`);
  });

  test("registrations are bounded by address, and unused ones are deleted after a day", async () => {
    const from = "203.0.113.9";
    const all: number[] = [];
    for (let count = 0; count < 21; count++)
      all.push((await register(service, { redirect_uris: [returnAddress] }, from)).status);
    expect([all.slice(0, 20), all[20]]).toEqual([Array.from({ length: 20 }, () => 201), 429]);
    const person = await newPerson(service);
    const used = await newClient(service);
    const unused = await newClient(service);
    await person.ask("POST", "/assistants", {
      request: packed(requestOf(used, newVerifier())),
      subscription_id: person.account.subscriptionId,
      credits_per_day: 1,
    });
    await service.app.database.run(sql`update assistant set connected_at = ${service.app.clock()}`);
    service.advance(86_400_001);
    for (const one of service.app.running) await one.tidyUp?.(service.app.clock());
    const left = await service.app.database.all<{ id: string }>(sql`select id from assistant_client`);
    expect([left.some(({ id }) => id === used), left.some(({ id }) => id === unused)]).toEqual([true, false]);
  });
});
