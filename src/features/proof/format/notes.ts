import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

// Signed notes and checkpoints: https://c2sp.org/signed-note, https://c2sp.org/tlog-checkpoint

const ed25519Notes = 1;
const keyIdBytes = 4;
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");
const rawBytes = 32;

/** An Ed25519 key that signs notes. */
export class ProofKey {
  readonly #key: KeyObject;
  readonly #raw: Buffer;
  /** HOST of the names under which it signs. */
  readonly host: string;

  /** `seed`: 32 bytes. */
  constructor(seed: Uint8Array, host: string) {
    this.#key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: "der", type: "pkcs8" });
    this.#raw = Buffer.from(
      createPublicKey(this.#key).export({ format: "der", type: "spki" }).subarray(-rawBytes),
    );
    this.host = host;
  }

  /** The name under which statements are signed. */
  get name(): string {
    return `${this.host}/proof`;
  }

  /** The public key as a line: name, key ID and key. */
  get line(): string {
    const bytes = Buffer.concat([Buffer.from([ed25519Notes]), this.#raw]);
    return `${this.name}+${this.#idOf(this.name).toString("hex")}+${bytes.toString("base64")}`;
  }

  /** The signature line of a note's text under a name. */
  signatureLine(text: string, name: string): string {
    const signature = sign(null, Buffer.from(text), this.#key);
    return `— ${name} ${Buffer.concat([this.#idOf(name), signature]).toString("base64")}\n`;
  }

  #idOf(name: string): Buffer {
    const bytes = Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([ed25519Notes]), this.#raw]);
    return createHash("sha256").update(bytes).digest().subarray(0, keyIdBytes);
  }
}

/** A text that ends with a line feed, signed by keys under a name. */
export const signedNote = (text: string, name: string, keys: readonly ProofKey[]): string =>
  `${text}\n${keys.map((key) => key.signatureLine(text, name)).join("")}`;

/** The origin of a subscription's log. */
export const originOf = (host: string, subscriptionId: string, epoch: number): string =>
  `${host}/proof/${subscriptionId}/${epoch}`;

/** A signed checkpoint of a log. `root`: 32 bytes. */
export function checkpointOf(
  origin: string,
  size: number,
  root: Uint8Array,
  keys: readonly ProofKey[],
): string {
  return signedNote(`${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`, origin, keys);
}

/** The note that signs a statement: a JSON object without `signature`. */
export function signatureOf(statement: object, keys: readonly ProofKey[]): string {
  const digest = createHash("sha256").update(canonicalJson(statement)).digest("base64");
  return signedNote(`vingate-statement/v1\n${digest}\n`, keys[0]!.name, keys);
}

/** A proof that a leaf is in a log: https://c2sp.org/tlog-proof */
export const logProof = (index: number, hashes: readonly Uint8Array[], checkpoint: string): string =>
  `c2sp.org/tlog-proof@v1\nindex ${index}\n${hashes.map((hash) => `${Buffer.from(hash).toString("base64")}\n`).join("")}\n${checkpoint}`;
