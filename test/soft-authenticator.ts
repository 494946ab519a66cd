import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** What a proof or a registration differs in from a right one. */
export interface Oddity {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly flags?: number;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly format?: readonly [string, unknown];
  readonly credentialId?: Uint8Array;
}

const userPresent = 1;
const userVerified = 4;
const withCredential = 64;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** CBOR of maps, texts, byte strings, lists and small integers. */
function cbor(value: unknown): Buffer {
  const head = (kind: number, count: number): Buffer => {
    if (count < 24) return Buffer.from([(kind << 5) | count]);
    if (count < 256) return Buffer.from([(kind << 5) | 24, count]);
    return Buffer.from([(kind << 5) | 25, count >> 8, count & 255]);
  };
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

/** A device with one ES256 passkey, which counts its uses. */
export class SoftAuthenticator {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id: Uint8Array;
  readonly #userHandle: string;
  readonly #origin: string;
  #counter = 0;

  constructor(userId: string, id: Uint8Array = randomBytes(16), origin = "http://vingate.test") {
    this.#origin = origin;
    this.#id = id;
    this.#userHandle = createHash("sha256").update(userId).digest("base64url");
  }

  get credentialId(): string {
    return base64url(this.#id);
  }

  /** What `navigator.credentials.create` returns for a challenge. */
  register(challenge: string, odd: Oddity = {}) {
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, "base64url")],
      [-3, Buffer.from(y!, "base64url")],
    ]);
    const flags = odd.flags ?? userPresent | userVerified;
    const [format, statement] = odd.format ?? ["none", new Map()];
    const authData = Buffer.concat([
      this.#data({ flags: flags | withCredential, counter: odd.counter ?? this.#counter, rpId: odd.rpId }),
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      cbor(key),
    ]);
    const attestation = new Map<string, unknown>([
      ["fmt", format],
      ["attStmt", statement],
      ["authData", authData],
    ]);
    const id = this.credentialId;
    return {
      id,
      rawId: id,
      type: "public-key",
      authenticatorAttachment: "platform",
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#client("webauthn.create", challenge, odd),
        attestationObject: base64url(cbor(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** What `navigator.credentials.get` returns for a challenge. */
  prove(challenge: string, odd: Oddity = {}) {
    this.#counter++;
    const flags = odd.flags ?? userPresent | userVerified;
    const data = this.#data({ flags, counter: odd.counter ?? this.#counter, rpId: odd.rpId });
    const clientDataJSON = this.#client("webauthn.get", challenge, odd);
    const signed = Buffer.concat([data, createHash("sha256").update(clientDataJSON, "base64url").digest()]);
    const id = base64url(odd.credentialId ?? this.#id);
    return {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign("sha256", signed, this.#keys.privateKey)),
        userHandle: odd.userHandle ?? this.#userHandle,
      },
    };
  }

  #data({
    flags,
    counter,
    rpId = new URL(this.#origin).hostname,
  }: {
    flags: number;
    counter: number;
    rpId?: string | undefined;
  }): Buffer {
    const end = Buffer.alloc(5);
    end[0] = flags;
    end.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), end]);
  }

  #client(type: string, challenge: string, odd: Oddity): string {
    const client = {
      type: odd.type ?? type,
      challenge: odd.challenge ?? challenge,
      origin: odd.origin ?? this.#origin,
      crossOrigin: odd.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(client)).toString("base64url");
  }
}
