import { createHash } from "node:crypto";
import type { Context } from "../calls/context.ts";
import type {
  CacheState,
  FamilyUpstream,
  Forwarding,
  RegisteredApi,
  UpstreamState,
  UpstreamTest,
  UpstreamTested,
} from "../calls/forwarding.ts";
import type { RoutedRequest } from "../calls/routed.ts";
import { AnswerCache } from "./answer-cache.ts";
import { answerForwarded, type Forwarder } from "./answer-forwarded.ts";
import { type BodyBounds, BodyStore } from "./body-store.ts";
import { CallChecks } from "./documents/call-checks.ts";
import { type AnswerTimes, Exchanges } from "./exchanges.ts";
import { familyUpstream } from "./family-upstream.ts";
import { type Target, Targets, type TargetsOptions } from "./targets.ts";
import { testUpstream } from "./test-upstream.ts";

export interface GatewayOptions extends Omit<TargetsOptions, "checks"> {
  readonly guard: Forwarder["guard"];
  readonly publicUrl: string;
  /** For long bodies of calls under way. */
  readonly bodiesFolder: string;
  /** A text that all nodes of the installation share, and no other one. */
  readonly installation: string;
  /** Called when a call could not be checked by its API's document. */
  readonly uncheckable: (error: unknown) => void;
  readonly answerTimes?: AnswerTimes;
  readonly bodyBounds?: Partial<BodyBounds>;
}

/** Answers the calls of registered APIs. */
export class Gateway implements Forwarding<Context> {
  readonly #targets: Targets;
  readonly #forwarder: Forwarder;
  readonly #upstreams = new WeakMap<Target, FamilyUpstream>();

  private constructor(targets: Targets, forwarder: Forwarder) {
    this.#targets = targets;
    this.#forwarder = forwarder;
  }

  /** Reads the registered APIs. */
  static async open(options: GatewayOptions): Promise<Gateway> {
    const checks = new CallChecks(options.uncheckable);
    const targets = new Targets({ ...options, checks });
    await targets.refresh().catch((error) => {
      checks.close();
      throw error;
    });
    const name = createHash("sha256").update(options.installation).digest("hex").slice(0, 12);
    const protocol = options.publicUrl.startsWith("https:") ? "https" : "http";
    const { host } = new URL(options.publicUrl);
    const own = { via: `1.1 vingate-${name}`, protocol, host } as const;
    return new Gateway(targets, {
      guard: options.guard,
      exchanges: new Exchanges(options.answerTimes),
      answers: new AnswerCache(),
      checks,
      bodies: new BodyStore(options.bodiesFolder, options.bodyBounds),
      own,
    });
  }

  answer(context: Context, routed: RoutedRequest): Promise<Response> | undefined {
    const target = this.#targets.find(routed.path);
    return target && answerForwarded(this.#forwarder, context, target, routed);
  }

  apiAt(path: string): string | undefined {
    return this.#targets.find(path)?.id;
  }

  test(test: UpstreamTest): Promise<UpstreamTested> {
    return testUpstream(this.#forwarder.guard, this.#forwarder.own, test);
  }

  stateOf(apiId: string): UpstreamState | undefined {
    for (const target of this.#targets.all) if (target.id === apiId) return shownState(target);
    return undefined;
  }

  get apis(): Iterable<RegisteredApi> {
    return this.#targets.all.map((target) => ({
      id: target.id,
      name: target.name,
      ...shownState(target),
    }));
  }

  get answers(): CacheState {
    return this.#forwarder.answers.state;
  }

  upstreamOf(api: string): FamilyUpstream | undefined {
    const target = this.#targets.findBuiltin(api);
    if (!target?.upstream) return undefined;
    const made = this.#upstreams.get(target) ?? familyUpstream(this.#forwarder, target, target.upstream);
    this.#upstreams.set(target, made);
    return made;
  }

  changed(object: string | undefined): void {
    if (!object || object === "/apis" || object.startsWith("/apis/")) this.#targets.changed();
  }

  close(): void {
    this.#targets.close();
    this.#forwarder.checks.close();
    this.#forwarder.exchanges.close();
  }
}

const shownState = ({ state: { breaker, places } }: Target): UpstreamState => ({
  breaker: breaker.state,
  underWay: places.taken,
  underWayMax: places.max,
});
