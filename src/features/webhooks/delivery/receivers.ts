import { Ramp } from "../../../base/fair/ramp.ts";
import type { Attempt } from "./attempt.ts";
import { originOf } from "./paces.ts";

/** Attempts under way to one origin, those of all webhooks together. */
const originMax = 64;
/** The receiver has no time, or what is behind it is away. Other failures can be of one path of many. */
const awayStatuses = new Set([429, 502, 503, 504]);

interface Receiver {
  readonly ramp: Ramp;
  underWay: number;
}

/** The attempts under way to each origin. One that was away is tried once, and then gets more with each success. */
export class Receivers {
  /** Those that have attempts, or were away. */
  readonly #receivers = new Map<string, Receiver>();

  /** Whether an attempt may begin now. One that begins ends with `ended`, or with `left` if none was made. */
  begin(url: string): boolean {
    const origin = originOf(url);
    const receiver = this.#receivers.get(origin) ?? { ramp: new Ramp(originMax), underWay: 0 };
    if (receiver.underWay >= receiver.ramp.allowed) return false;
    receiver.underWay += 1;
    this.#receivers.set(origin, receiver);
    return true;
  }

  ended(url: string, { status }: Attempt): void {
    const ramp = this.#receivers.get(originOf(url))?.ramp;
    if (status === null || awayStatuses.has(status)) ramp?.failed(1);
    else ramp?.succeeded();
    this.left(url);
  }

  left(url: string): void {
    const origin = originOf(url);
    const receiver = this.#receivers.get(origin);
    if (!receiver) return;
    receiver.underWay -= 1;
    const { underWay, ramp } = receiver;
    if (underWay === 0 && ramp.allowed === ramp.most) this.#receivers.delete(origin);
  }
}
