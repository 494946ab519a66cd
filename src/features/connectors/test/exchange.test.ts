import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds, type TestService } from "../../../../test/harness.ts";
import { tally } from "../../../../test/subscribers.ts";
import { sql } from "../../../database/sql.ts";
import {
  bodyOf,
  codeOf,
  connect,
  connected,
  decode,
  exchange,
  form,
  newClient,
  newPerson,
  newVerifier,
  refresh,
  requestOf,
  startConnected,
  type Tokens,
  tell,
} from "./connector-scene.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`codes and tokens of assistants on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startConnected(kind);
    });
    afterAll(() => service.end());

    async function coded() {
      const person = await newPerson(service);
      const clientId = await newClient(service);
      const verifier = newVerifier();
      const code = await connect(person, requestOf(clientId, verifier));
      const fields = { client_id: clientId, code, code_verifier: verifier };
      return { person, clientId, verifier, code, fields };
    }

    test("a code becomes tokens that call under the subscription", async () => {
      const { person, fields, clientId } = await coded();
      const got = await exchange(service, fields);
      expect([got.status, got.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(got.body).toEqual({
        access_token: expect.stringMatching(/^vga_\w{38}$/),
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^vgf_\w{38}$/),
      });
      const { access_token: token, refresh_token: old } = got.body as Tokens;
      expect(await decode(service, token)).toContain("Cost of this call: 1 credit. Credits remaining: 14.");
      const fresh = bodyOf<Tokens>(await refresh(service, clientId, old));
      expect(await decode(service, fresh.access_token)).toContain("Credits remaining: 13.");
      expect(await decode(service, token)).toContain("Credits remaining: 12.");
      service.advance(3_600_000);
      expect(await decode(service, token)).toBe("invalid_credential");
      const [listed] = bodyOf<object[]>(await person.ask("GET", person.path));
      expect(listed).toEqual({
        id: expect.any(String),
        name: "Desk Assistant",
        host: "desk.example",
        subscription_id: person.account.subscriptionId,
        subscription_name: expect.any(String),
        account: "Ada Byron",
        credits_per_day: 200,
        credits_today: 3,
        credits_this_month: 3,
        connected_at: expect.any(String),
        last_used_at: expect.any(String),
      });
    });

    test("a code used twice ends its tokens", async () => {
      const { fields, clientId } = await coded();
      const tokens = bodyOf<Tokens>(await exchange(service, fields));
      expect(codeOf(await tell(service, tokens.access_token, "tools/list"))).toBe(200);
      expect(codeOf(await exchange(service, fields))).toBe("invalid_grant");
      expect(codeOf(await tell(service, tokens.access_token, "tools/list"))).toBe("invalid_credential");
      expect(codeOf(await refresh(service, clientId, tokens.refresh_token))).toBe("invalid_grant");
    });

    test("of 64 simultaneous exchanges of a code at most one returns tokens, which end", async () => {
      const { person, fields } = await coded();
      const all = await Promise.all(Array.from({ length: 64 }, () => exchange(service, fields)));
      expect(tally(all.map(({ status }) => status))).toEqual({ 200: 1, 400: 63 });
      const winner = all.find(({ status }) => status === 200)!.body as Tokens;
      expect(codeOf(await tell(service, winner.access_token, "tools/list"))).toBe("invalid_credential");
      expect((await person.ask("GET", person.path)).body).toEqual([]);
    });

    test("of 64 simultaneous refreshes one returns tokens, and the assistant ends", async () => {
      const person = await newPerson(service);
      const { clientId, refresh_token: token } = await connected(service, person);
      const all = await Promise.all(Array.from({ length: 64 }, () => refresh(service, clientId, token)));
      expect(tally(all.map(({ status }) => status))).toEqual({ 200: 1, 400: 63 });
      const winner = all.find(({ status }) => status === 200)!.body as Tokens;
      expect(codeOf(await tell(service, winner.access_token, "tools/list"))).toBe("invalid_credential");
      expect(codeOf(await refresh(service, clientId, winner.refresh_token))).toBe("invalid_grant");
    });

    test("a refresh token used again ends the assistant", async () => {
      const person = await newPerson(service);
      const { clientId, id, ...old } = await connected(service, person);
      const fresh = bodyOf<Tokens>(await refresh(service, clientId, old.refresh_token));
      expect(codeOf(await refresh(service, clientId, old.refresh_token))).toBe("invalid_grant");
      for (const token of [old.access_token, fresh.access_token])
        expect(codeOf(await tell(service, token, "tools/list"))).toBe("invalid_credential");
      expect(codeOf(await refresh(service, clientId, fresh.refresh_token))).toBe("invalid_grant");
      const [entry] = await service.app.database.all(sql`
        select actor, object, before, after from audit_log where action = 'assistant.end' order by at desc, id desc`);
      expect(entry).toEqual({
        actor: "anonymous",
        object: `${person.path}/${id}`,
        before: JSON.stringify({
          name: "Desk Assistant",
          host: "desk.example",
          subscription_id: person.account.subscriptionId,
          credits_per_day: 200,
        }),
        after: JSON.stringify({ reason: "refresh token used twice" }),
      });
    });

    test("a code is refused elsewhere, late, and without its verifier, and stays for its program", async () => {
      const { fields, clientId } = await coded();
      const other = await newClient(service);
      const refused: [Record<string, string | undefined>, string][] = [
        [{ client_id: other }, "invalid_grant"],
        [{ client_id: "unknown" }, "invalid_client"],
        [{ client_id: undefined }, "invalid_request"],
        [{ redirect_uri: "https://desk.example/oauth/callback/" }, "invalid_grant"],
        [{ code_verifier: newVerifier() }, "invalid_grant"],
        [{ code_verifier: undefined }, "invalid_request"],
        [{ code: `${fields.code}x` }, "invalid_grant"],
        [{ resource: "https://vingate.test/other" }, "invalid_target"],
        [{ grant_type: "password" }, "unsupported_grant_type"],
        [{ grant_type: undefined }, "invalid_request"],
      ];
      for (const [change, code] of refused)
        expect([change, codeOf(await exchange(service, { ...fields, ...change }))]).toEqual([change, code]);
      expect((await exchange(service, fields)).status).toBe(200);
      const late = await coded();
      service.advance(120_000);
      expect(codeOf(await exchange(service, late.fields))).toBe("invalid_grant");
      expect(clientId).not.toBe(other);
    });

    test("a program ends its assistant, and no other's", async () => {
      const person = await newPerson(service);
      const one = await connected(service, person);
      const other = await newClient(service);
      const revoke = (fields: Record<string, string>) => form(service, "/oauth/revoke", fields);
      expect((await revoke({ client_id: other, token: one.refresh_token })).body).toEqual({});
      expect(codeOf(await tell(service, one.access_token, "tools/list"))).toBe(200);
      expect(codeOf(await refresh(service, other, one.refresh_token))).toBe("invalid_grant");
      expect((await revoke({ client_id: one.clientId, token: one.refresh_token })).status).toBe(200);
      expect((await revoke({ client_id: one.clientId, token: one.refresh_token })).status).toBe(200);
      expect(codeOf(await tell(service, one.access_token, "tools/list"))).toBe("invalid_credential");
      expect((await person.ask("GET", person.path)).body).toEqual([]);
    });

    test("64 simultaneous calls spend no more than the day's limit", async () => {
      const person = await newPerson(service);
      const { access_token: token, id } = await connected(service, person, { limit: 5 });
      const texts = await Promise.all(Array.from({ length: 64 }, () => decode(service, token)));
      const charged = texts.filter((text) => text.includes("Cost of this call: 1 credit"));
      expect([charged.length, texts.filter((text) => text === "quota_exceeded").length]).toEqual([5, 59]);
      await person.ask("PATCH", `${person.path}/${id}`, { credits_per_day: 6 });
      expect([await decode(service, token), await decode(service, token)]).toEqual([
        expect.stringContaining("Credits remaining: 9."),
        "quota_exceeded",
      ]);
      service.advance(86_400_000);
      expect(codeOf(await tell(service, token, "tools/list"))).toBe("invalid_credential");
    });
  });
