import { createHash } from "node:crypto";
import type { Context } from "../../calls/context.ts";
import type { FamilyUpstream, Forwarding, RegisteredApi, UpstreamState } from "../../calls/forwarding.ts";
import type { RoutedRequest } from "../../calls/routed.ts";
import type { Opened } from "../../running/opened.ts";
import { label, type Sample } from "../../telemetry/metrics/families.ts";
import type { Metrics } from "../../telemetry/metrics/metrics.ts";
import { AnswerCache } from "./answer-cache.ts";
import { answerForwarded, type Forwarder } from "./answer-forwarded.ts";
import { type BodyBounds, BodyStore } from "./body-store.ts";
import type { DemoApi } from "./demo/demo-api.ts";
import { CallChecks } from "./documents/call-checks.ts";
import { type AnswerTimes, Exchanges } from "./exchanges.ts";
import { familyUpstream } from "./family-upstream.ts";
import { Misfits } from "./misfits/misfits.ts";
import { type Target, Targets, type TargetsOptions } from "./targets.ts";
import { testUpstream, type UpstreamTest, type UpstreamTested } from "./test-upstream.ts";

export interface GatewayOptions extends Omit<TargetsOptions, "checks"> {
  readonly guard: Forwarder["guard"];
  readonly demoApi: DemoApi;
  readonly publicUrl: string;
  /** For long bodies of calls under way. */
  readonly bodiesFolder: string;
  /** A text that all nodes of the installation share, and no other one. */
  readonly installation: string;
  /** Called when a call could not be checked by its API's document. */
  readonly uncheckable: (error: unknown) => void;
  /** Called when misfits could not be stored. */
  readonly uncounted: (error: unknown) => void;
  readonly answerTimes?: AnswerTimes;
  readonly bodyBounds?: Partial<BodyBounds>;
}

/** Answers the calls of registered APIs. */
export class Gateway implements Forwarding<Context>, Opened {
  readonly #targets: Targets;
  readonly #forwarder: Forwarder;
  readonly #metrics: Metrics;
  readonly #demoApi: DemoApi;
  readonly misfits: Misfits;
  readonly #upstreams = new WeakMap<Target, FamilyUpstream>();

  private constructor(
    targets: Targets,
    forwarder: Forwarder,
    { metrics, demoApi, database, uncounted }: GatewayOptions,
  ) {
    this.misfits = new Misfits(database, uncounted);
    this.#targets = targets;
    this.#forwarder = forwarder;
    this.#metrics = metrics;
    this.#demoApi = demoApi;
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
    const forwarder = {
      guard: options.guard,
      exchanges: new Exchanges(options.answerTimes),
      answers: new AnswerCache(),
      checks,
      bodies: new BodyStore(options.bodiesFolder, options.bodyBounds),
      own,
    };
    return new Gateway(targets, forwarder, options);
  }

  answer(context: Context, routed: RoutedRequest): Promise<Response> | undefined {
    const target = this.#targets.find(routed.path);
    return target && answerForwarded(this.#forwarder, context, target, routed);
  }

  apiAt(path: string): string | undefined {
    return this.#targets.find(path)?.id;
  }

  /** Sends one request that is neither charged nor recorded. */
  test(test: UpstreamTest): Promise<UpstreamTested> {
    return testUpstream(this.#forwarder.guard, this.#forwarder.own, test);
  }

  /** The calls of an API on this node; undefined if it has no upstream. */
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

  upstreamOf(api: string): FamilyUpstream | undefined {
    const target = this.#targets.findBuiltin(api);
    if (!target?.upstream) return undefined;
    const made =
      this.#upstreams.get(target) ??
      familyUpstream({ ...this.#forwarder, misfits: this.misfits }, target, target.upstream);
    this.#upstreams.set(target, made);
    return made;
  }

  start(): void {
    void this.#demoApi.start();
  }

  samples(): Sample[] {
    const { bytes, hits, misses } = this.#forwarder.answers.state;
    return [
      ["vingate_cache_bytes", 'cache="answers"', bytes],
      ["vingate_cache_hits_total", 'cache="answers"', hits],
      ["vingate_cache_misses_total", 'cache="answers"', misses],
      ...upstreamSamples(this.apis, this.#metrics),
      ...this.misfits.samples(),
    ];
  }

  tidyUp(now: number): Promise<void> {
    return this.misfits.tidyUp(now);
  }

  changed(object: string | undefined): void {
    if (!object || object === "/apis" || object.startsWith("/apis/")) this.#targets.changed();
    this.#demoApi.changed(object);
  }

  async close(): Promise<void> {
    await this.misfits.close();
    await this.#demoApi.close();
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

/** The state of upstreams, those without labels of their own together. */
function upstreamSamples(apis: Iterable<RegisteredApi>, metrics: Metrics): Sample[] {
  const states = new Map<string, { underWay: number; open: number }>();
  for (const { name, breaker, underWay } of apis) {
    const own = metrics.upstreamName(name);
    const state = states.get(own) ?? { underWay: 0, open: 0 };
    states.set(own, {
      underWay: state.underWay + underWay,
      open: state.open + (breaker === "closed" ? 0 : 1),
    });
  }
  return [...states].flatMap(([name, { underWay, open }]): Sample[] => [
    ["vingate_upstream_under_way", label("api", name), underWay],
    ["vingate_upstream_breaker_open", label("api", name), open],
  ]);
}
