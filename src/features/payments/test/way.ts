import type { PaidService } from "./paid-service.ts";

/** What a way has: a service, and the ID of the subscription that is to run out. */
export interface Scene {
  readonly service: PaidService;
  readonly id: string;
}

/** A way in which credits are added. */
export interface Way {
  readonly name: string;
  /** What it calls, and where: `enterGrant in src/management/subscriptions/grants.ts`. */
  readonly calls: readonly string[];
  /** Makes the subscription; resolves to what adds credits once it has run out. */
  begin(scene: Scene): Promise<() => Promise<unknown>>;
  /** It is work of the process itself and not of a request. */
  readonly isOwnWork?: boolean;
}
