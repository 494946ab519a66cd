import { randomBytes } from "node:crypto";
import { Semaphore } from "../base/semaphore.ts";
import { Shares } from "../base/shares.ts";
import { type Client, limitedNetworkOf } from "../http/client-address.ts";
import { tooManyCalls, unavailable } from "../http/errors.ts";

const longCommonPasswords = `
  1234567890 0123456789 0987654321 1234512345 1111111111 0000000000 123456789a a123456789 123456789q
  12345678910 11223344556 1122334455 1231231231 1234554321 9876543210 987654321a qwertyuiop qwertyuiop1
  qwerty12345 qwerty123456 qwerty1234 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc q1w2e3r4t5 qazwsxedc1 zaq12wsxcde
  asdfghjkl1 asdfghjkl; zxcvbnm123 password12 password123 password1234 password12345 passw0rd123 p@ssw0rd123
  password01 passwordpassword iloveyou12 iloveyou123 iloveyou1234 ilovejesus christopher basketball
  sunshine123 princess12 princess123 football12 football123 baseball12 baseball123 superman123 superman12
  batman12345 welcome123 welcome1234 letmein123 letmein1234 administrator admin12345 admin123456 changeme123
  abcdefghij abcd123456 abc1234567 abc123456789 aaaaaaaaaa jennifer12 chocolate1 strawberry butterfly1
  liverpool1 manchester1 california volkswagen starwars123 pokemon123 monkey12345 dragon12345 michael123
  charlie123 computer123 corvette12 mustang1967 trustno1trustno1 correcthorse correcthorsebatterystaple
`;

/** The most common passwords of at least ten characters; the length rule refuses shorter ones. */
export const commonPasswords: ReadonlySet<string> = new Set(longCommonPasswords.trim().split(/\s+/));

/**
 * Hashes and verifies passwords (argon2id) off the request thread, two at a time. Throws 503 `unavailable` if too many
 * wait, so that a flood of sign-ins does not delay all others by seconds, and 429 if too many of the client's network do.
 */
export interface Passwords {
  hash(password: string, client?: Client): Promise<string>;
  /** False for a wrong password and, after the same time, without a hash. */
  verify(password: string, hash: string | null, client?: Client): Promise<boolean>;
}

// Bun's hashing shares one thread pool with file and DNS calls: a flood of sign-ins must not fill it.
const hashesAtOnce = 2;
/** About half a second of work. */
const waitingMax = 32;
const waitMs = 5000;
/** Limits on passwords that are hashed or wait: in total, and per network. */
const ownMax = { all: hashesAtOnce + waitingMax, each: 12 };

const ownBusy = () =>
  tooManyCalls("Too many passwords of your network are being checked. Nothing was changed. Retry.", 1);
const busy = () => unavailable("Too many passwords are being checked. Nothing was changed. Retry.");

/** `memoryKib` and `passes` are argon2id's costs; the defaults are OWASP's minimum. */
export function createPasswords(memoryKib = 19_456, passes = 2): Passwords {
  const options = { algorithm: "argon2id", memoryCost: memoryKib, timeCost: passes } as const;
  const slots = new Semaphore(hashesAtOnce);
  const own = new Shares();
  let waiting = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!slots.tryAcquire()) {
      if (waiting === waitingMax) throw busy();
      waiting += 1;
      await slots.acquire(waitMs, busy).finally(() => {
        waiting -= 1;
      });
    }
    return work().finally(() => slots.release());
  };
  const limited = async <T>(client: Client | undefined, work: () => Promise<T>): Promise<T> => {
    const network = client && limitedNetworkOf(client);
    if (network === undefined) return inTurn(work);
    const refused = own.take(network, 1, ownMax);
    if (refused !== undefined) throw refused === "each" ? ownBusy() : busy();
    return inTurn(work).finally(() => own.release(network, 1));
  };
  // Made once and outside the queue: waiting times must not show whether an account exists.
  let decoy: Promise<string> | undefined;
  return {
    hash: (password, client) => limited(client, () => Bun.password.hash(password, options)),
    async verify(password, hash, client) {
      decoy ??= Bun.password.hash("no account has this password", options);
      const against = hash ?? (await decoy);
      const matches = await limited(client, () => Bun.password.verify(password, against));
      return matches && hash !== null;
    },
  };
}

/** A generated password: 120 random bits. */
export function randomPassword(): string {
  return randomBytes(15).toString("base64url");
}
