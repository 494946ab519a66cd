import type { Queries } from "../database/database.ts";
import type { Sample } from "../telemetry/metrics/families.ts";
import type { Gives } from "./ports.ts";

/** What a feature keeps running in a process: an object of a class of its own, by which its handlers find it. */
export interface Opened {
  /** Called in a process that serves, once it does. */
  start?(): void;
  /** What this process has in memory. Does not wait. */
  samples?(): Sample[];
  /** What all processes have in common, read by one of them. */
  sharedSamples?(): Promise<Sample[]>;
  /** An object has changed on any node; without a name, any may have. */
  changed?(object: string | undefined): void;
  /** What it gives to the core and to other features, as its service declares it. */
  readonly gives?: Gives;
  /** Deletes what belongs to a user, in the transaction that deletes the user. */
  userDeleted?(tx: Queries, userId: string): Promise<void>;
  /** Deletes what has been kept long enough. Every node calls it at any time. */
  tidyUp?(now: number): Promise<unknown>;
  /** Called when the process begins to end, while calls are still answered. */
  stop?(): Promise<void> | void;
  close?(): Promise<void> | void;
}

/** A class, whether or not its constructor is private. */
interface Kind<T> {
  readonly prototype: T;
  readonly name: string;
  [Symbol.hasInstance](value: unknown): boolean;
}

/** What a feature's handlers need of its `open`. Throws if the feature is not in the list. */
export function opened<T extends Opened>(
  { running }: { readonly running: readonly Opened[] },
  kind: Kind<T>,
): T {
  const found = running.find((one) => one instanceof kind);
  if (!found) throw new Error(`${kind.name} is not open`);
  return found as T;
}
