import { loadConfig } from "../config.ts";
import { sql } from "../database/sql.ts";
import type { Command } from "../feature.ts";
import { argumentsOf, noAction, UsageError } from "./command.ts";
import { withExistingDatabase } from "./existing-database.ts";

const help = `Usage: vingate acme put TOKEN KEY_AUTHORIZATION
       vingate acme remove TOKEN

Stores the response to an ACME HTTP-01 challenge, so that Let's Encrypt or a similar authority
issues a certificate for this service. The running service returns it at
/.well-known/acme-challenge/TOKEN.

Examples, as certbot's hooks:
  certbot certonly --manual --preferred-challenges http -d api.example.com \\
    --manual-auth-hook 'vingate acme put "$CERTBOT_TOKEN" "$CERTBOT_VALIDATION"' \\
    --manual-cleanup-hook 'vingate acme remove "$CERTBOT_TOKEN"'`;

const actions = ["put", "remove"];

export const acmeCommand: Command = {
  help,
  words: () => [actions],
  async run(args, env, features) {
    const { positionals } = argumentsOf(args, {});
    const [action, token = "", authorization = ""] = positionals;
    if (action !== undefined && action !== "put" && action !== "remove") throw noAction(action, actions);
    const puts = action === "put" && positionals.length === 3;
    if (!puts && !(action === "remove" && positionals.length === 2))
      throw new UsageError("acme takes: put TOKEN KEY_AUTHORIZATION, or remove TOKEN");
    if (!/^[A-Za-z0-9_-]{1,128}$/.test(token))
      throw new UsageError("TOKEN must be 1 to 128 characters of A-Z a-z 0-9 _ -");
    return await withExistingDatabase(loadConfig(env, features), async (db) => {
      await db.run(
        puts
          ? sql`
            insert into acme_challenge (token, key_authorization, created_at)
            values (${token}, ${authorization}, ${Date.now()})
            on conflict (token) do update set key_authorization = excluded.key_authorization`
          : sql`delete from acme_challenge where token = ${token}`,
      );
      return 0;
    });
  },
};
