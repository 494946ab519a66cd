import { randomBytes } from "node:crypto";
import { recordAudit, serviceAudit } from "../../access/audit.ts";
import { derivedSigningSecret } from "../../access/image-signing.ts";
import { MasterKeys } from "../../access/rotation/master-keys.ts";
import { addSigningKey } from "../../access/rotation/signing-keys.ts";
import { isoTime, systemClock } from "../../base/clock.ts";
import { readWhole } from "../../base/reading/numbers.ts";
import { type Config, loadConfig } from "../../config.ts";
import type { Database } from "../../database/database.ts";
import { type Command, loadServices } from "../../feature.ts";
import { programEffects } from "../../http/proof.ts";
import { argumentsOf, CommandFailure, noAction, UsageError } from "../command.ts";
import { withExistingDatabase } from "../existing-database.ts";
import { rotateMasterKey } from "./master-key.ts";
import { rotateOperatorToken } from "./operator-token.ts";

const actions = ["master-key", "operator-token", "signing-key"] as const;
const startMs = 10_000;
const say = (line: string) => void process.stderr.write(`${line}\n`);

export const rotateCommand: Command = {
  help: `Usage: vingate rotate master-key [--key-file FILE]
       vingate rotate operator-token [--for EFFECTS] [--grace MINUTES] [--file FILE]
       vingate rotate signing-key [--revoke]

Replaces a secret beside the running service; no node has to be stopped. Run it with the settings of
the service. A command that was ended can be repeated: nothing is lost.

master-key      Encrypts stored API keys, backends' credentials and kept answers. Every node learns the
                next key, then all stored secrets are sealed with it, then the file of the key is
                replaced: master.key, or the file of VINGATE_MASTER_KEY_FILE. Takes half a minute. Exit code
                1 if a node is still configured with the previous key.
  --key-file    Another file for the next key: it is read, or made if it does not exist. Required if
                VINGATE_MASTER_KEY is a variable. Afterwards set VINGATE_MASTER_KEY_FILE to it.
operator-token  Prints another token. A token of VINGATE_OPERATOR_TOKEN is changed in the settings.
  --for         What it is made for, of read, change, show, money, secrets and enter, separated by commas; all
                by default. It always reads. Only with enter it changes who may enter accounts.
  --grace       Minutes for which the previous tokens stay valid; 60 by default, 0 for none.
  --file        Write the token to FILE, which only its owner can read, and print nothing.
signing-key     Signs the addresses of images. Addresses that callers have stay valid for their hour.
  --revoke      They are no longer valid, within seconds.

Examples:
  vingate rotate master-key
  vingate rotate operator-token --grace 10 --file operator-token`,
  words: () => [actions],
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      "key-file": { type: "string" },
      for: { type: "string" },
      grace: { type: "string" },
      file: { type: "string" },
      revoke: { type: "boolean" },
    });
    const [action = "", ...more] = positionals;
    if (more.length > 0) throw new UsageError("rotate takes one secret");
    const config = loadConfig(env, features);
    const run = (work: (db: Database) => Promise<number>) => withExistingDatabase(config, work);
    if (action === "master-key") {
      const sealed = (await loadServices(features)).flatMap((service) => service.sealed ?? []);
      return run((db) => rotateMasterKey(db, config, { sealed, keyFile: values["key-file"], startMs, say }));
    }
    if (action === "operator-token") return run((db) => operatorToken(db, config, tokenOptions(values)));
    if (action === "signing-key") return run((db) => signingKey(db, config, values.revoke === true));
    throw action === ""
      ? new UsageError(`rotate takes one of ${actions.join(", ")}`)
      : noAction(action, actions);
  },
};

function minutes(text = "60"): number {
  const whole = readWhole(text);
  if (whole === undefined || whole > 99_999)
    throw new UsageError(`--grace takes whole minutes up to 99,999, not "${text}"`);
  return whole * 60_000;
}

/** The options of the command; throws `UsageError`. */
function tokenOptions(given: { for?: string; grace?: string; file?: string }) {
  const effects = given.for?.split(",") ?? null;
  const unknown = effects?.filter((one) => !programEffects.some((each) => each === one)) ?? [];
  if (unknown.length > 0)
    throw new UsageError(`--for takes ${programEffects.join(", ")}, not ${unknown.join(", ")}`);
  const madeFor = effects && programEffects.filter((one) => one === "read" || effects.includes(one));
  return { madeFor, graceMs: minutes(given.grace), file: given.file };
}

async function operatorToken(db: Database, config: Config, options: ReturnType<typeof tokenOptions>) {
  const { graceMs, file } = options;
  if (config.operatorToken !== undefined)
    throw new CommandFailure(
      "VINGATE_OPERATOR_TOKEN sets the operator token: put another there and restart the nodes one after another",
    );
  const now = systemClock();
  const token = await rotateOperatorToken(db, { now, ...options });
  if (file === undefined) process.stdout.write(`${token}\n`);
  say(
    `Previous operator tokens expire at ${isoTime(now + graceMs)}. first-run.json contains a previous one.`,
  );
  return 0;
}

async function signingKey(db: Database, config: Config, revoke: boolean) {
  const keys = await MasterKeys.open(config);
  const now = systemClock();
  const from = await db.transaction(async (tx) => {
    await keys.require(tx);
    const former = derivedSigningSecret(keys.key);
    const begins = await addSigningKey(tx, keys.vault, { secret: randomBytes(32), former, now, revoke });
    await recordAudit(tx, {
      ...serviceAudit(now, "command"),
      action: "system.rotate_signing_key",
      object: "/system",
    });
    return begins;
  });
  say(
    revoke
      ? "Addresses of images that callers have are no longer valid, within seconds."
      : `The next key signs from ${isoTime(from)}. Addresses signed by the previous key stay valid for an hour after that.`,
  );
  return 0;
}
