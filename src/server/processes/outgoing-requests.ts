import { ptr } from "bun:ffi";
import { programCommand } from "../../base/program/place.ts";
import { openSystemLibrary } from "./system-library.ts";

const name = "BUN_CONFIG_MAX_HTTP_REQUESTS";

/**
 * Bun sends 256 requests at a time, to all hosts together, so that one slow upstream would delay all others. It reads
 * another bound from the environment that a process starts with. Each API has a bound of its own.
 */
export const outgoingRequests: Readonly<Record<string, string>> = { [name]: "65000" };

/** Starts this program again in this process, with that bound in its environment, unless it has one. */
export function raiseOutgoingRequests(): void {
  if (process.env[name] !== undefined) return;
  const command = programCommand(process.argv.slice(2));
  const environment = Object.entries({ ...process.env, ...outgoingRequests }).map(
    ([key, value]) => `${key}=${value}`,
  );
  const library = openSystemLibrary({ execve: { args: ["ptr", "ptr", "ptr"], returns: "i32" } });
  const [path, list, variables] = [text(process.execPath), texts(command), texts(environment)];
  // Returns only if it fails: then calls beyond 256 wait.
  library?.symbols.execve(ptr(path), ptr(list.pointers), ptr(variables.pointers));
}

const text = (value: string): Uint8Array => Buffer.from(`${value}\0`);

/** Texts for C, ended by a null. They must be kept until they are read. */
function texts(values: readonly string[]) {
  const bytes = values.map(text);
  const pointers = BigUint64Array.from([...bytes.map((each) => BigInt(ptr(each))), 0n]);
  return { bytes, pointers };
}
