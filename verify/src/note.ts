import { encoded, fromBase64, hashForm, sha256 } from "./hash.ts";

/** The runtime cannot check signatures. */
export class Unsupported extends Error {}

const signatures = "\n(?:— [^\\s+]+ [A-Za-z0-9+/]{90}[AEIMQUYcgkosw048]=\n)+$";
const origin = "((\\S+)/(0|[1-9][0-9]{0,14}))";
export const statementNote = new RegExp(`^vingate-statement/v1\n${hashForm}\n${signatures}`);
export const checkpointNote = new RegExp(`^${origin}\n([1-9][0-9]{0,14})\n(${hashForm})\n${signatures}`);
export const keyForm = /^([!-*,-.0-~]+\/proof)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/;

/** A public key, as `/.well-known/vingate-proof-key` names it. */
export interface Key {
  readonly line: string;
  /** Name and key ID, for people. */
  readonly shown: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const idOf = (bytes: Uint8Array) =>
  [...bytes.subarray(0, 4)].map((one) => one.toString(16).padStart(2, "0")).join("");
const keyId = (name: string, key: Uint8Array) =>
  idOf(sha256(new Uint8Array([...encoded(`${name}\n`), ...key])));

/** Undefined unless the line is a key of a name. */
export function parseKey(line: string, name: string): Key | undefined {
  const [, named, id, base64 = ""] = keyForm.exec(line) ?? [];
  const bytes = fromBase64(base64);
  const isOwn = named === name && bytes[0] === 1 && keyId(name, bytes) === id;
  return isOwn ? { line, shown: `${name}+${id}`, bytes } : undefined;
}

/** A checkpoint of an epoch of a log. */
export interface Checkpoint {
  readonly note: string;
  readonly origin: string;
  readonly log: string;
  readonly epoch: number;
  readonly size: number;
  readonly root: string;
}

/** Parses the signed text of a checkpoint, whose form was checked before. */
export function parseCheckpoint(note: string): Checkpoint {
  const [, origin = "", log = "", epoch, size, root = ""] = checkpointNote.exec(note) ?? [];
  return { note, origin, log, epoch: Number(epoch), size: Number(size), root };
}

/** Whether a note with its form has one line of a key, which signs its text. Lines of other keys are ignored. */
export async function isSigned(note: string, name: string, { bytes }: Key): Promise<boolean> {
  const end = note.indexOf("\n\n") + 1;
  const start = `— ${name} `;
  const lines = note.split("\n").filter((line) => line.startsWith(start));
  const own = lines.map((line) => fromBase64(line.slice(start.length)));
  const [signature, ...more] = own.filter((one) => idOf(one) === keyId(name, bytes));
  if (!signature || more.length > 0) return false;
  const { subtle } = globalThis.crypto;
  try {
    const key = await subtle.importKey("raw", bytes.subarray(1), "Ed25519", false, ["verify"]);
    return await subtle.verify("Ed25519", key, signature.subarray(4), encoded(note.slice(0, end)));
  } catch {
    throw new Unsupported("this program cannot check signatures (Ed25519): use another one");
  }
}
