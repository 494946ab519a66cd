import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

// What a seller computes, from the page of the format alone, so that a fault of the verifier is not one of its tests.

export const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

export const leafOf = (line: string): Buffer => sha256(Buffer.of(0), line);

/** The root of leaves, by the recursive definition of RFC 6962. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0]!;
  const left = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, left)), rootOf(leaves.slice(left)));
}

/** The roots of the largest whole subtrees, left to right. */
export function wholeRoots(leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 0) return [];
  const left = 2 ** Math.floor(Math.log2(leaves.length));
  return [rootOf(leaves.slice(0, left)), ...wholeRoots(leaves.slice(left))];
}

export interface ProofKey {
  readonly name: string;
  readonly privateKey: KeyObject;
  readonly typed: Buffer;
  readonly line: string;
}

const keyIdOf = (name: string, typed: Buffer) => sha256(`${name}\n`, typed).subarray(0, 4);

export function makeKey(host: string): ProofKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const typed = Buffer.concat([Buffer.of(1), raw]);
  const name = `${host}/proof`;
  const line = `${name}+${keyIdOf(name, typed).toString("hex")}+${base64(typed)}`;
  return { name, privateKey, typed, line };
}

export function noteOf(text: string, name: string, { privateKey, typed }: ProofKey): string {
  const signature = Buffer.concat([keyIdOf(name, typed), sign(null, Buffer.from(text), privateKey)]);
  return `${text}\n— ${name} ${base64(signature)}\n`;
}

export const checkpointOf = (origin: string, leaves: readonly Buffer[], key: ProofKey): string =>
  noteOf(`${origin}\n${leaves.length}\n${base64(rootOf(leaves))}\n`, origin, key);

/** JSON of RFC 8785, for values without fractions. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
