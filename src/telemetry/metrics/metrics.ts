import { exposition } from "./exposition.ts";
import { label, type Sample } from "./families.ts";
import { classes, GroupMeter, OperationMeter, UpstreamMeter } from "./meters.ts";
import { processSamples } from "./process-samples.ts";

/** More registered APIs share the labels of one, so that the number of series has a bound. */
const apisMax = 20;
const others = "other";

/** Makes the text of all processes that share a port; the samples are of what they have in common. */
export type Gather = (shared: readonly Sample[]) => Promise<string>;

/** What a process counts. Meters are made once; counting is an addition. */
export class Metrics {
  readonly #operations = new Map<string, OperationMeter>();
  readonly #groups = new Map<string, GroupMeter>();
  readonly #apis = new Set<string>();
  readonly #upstreams = new Map<string, UpstreamMeter>();
  readonly #sources: (() => Iterable<Sample>)[] = [];
  readonly #errors = new Map<string, number>();
  readonly #gather: Gather | undefined;
  readonly #calls = new Float64Array(classes.length);
  /** The longest delay of the thread, as last measured. Milliseconds. */
  delayMs = 0;

  constructor(gather?: Gather) {
    this.#gather = gather;
  }

  operation(name: string, group: string): OperationMeter {
    const key = `${group} ${name}`;
    let meter = this.#operations.get(key);
    if (!meter) {
      meter = new OperationMeter(name, this.#group(group), this.#errors);
      this.#operations.set(key, meter);
    }
    return meter;
  }

  /** The meter of a registered API; the first twenty have one of their own. */
  api(name: string | undefined): OperationMeter {
    if (name !== undefined && this.#apis.size < apisMax) this.#apis.add(name);
    const own = name !== undefined && this.#apis.has(name);
    return this.operation("forward", own ? name : others);
  }

  /** What an API is called in the labels of upstreams. */
  upstreamName(name: string): string {
    return this.#upstreams.has(name) || this.#upstreams.size < apisMax ? name : others;
  }

  /** The meter of an API's upstream. */
  upstream(name: string): UpstreamMeter {
    const own = this.upstreamName(name);
    let meter = this.#upstreams.get(own);
    if (!meter) {
      meter = new UpstreamMeter();
      this.#upstreams.set(own, meter);
    }
    return meter;
  }

  /** Counts a metered call. */
  countCall(status: number): void {
    this.#calls[((status / 100) | 0) - 2]! += 1;
  }

  /** Adds what is read when the metrics are. */
  addSource(source: () => Iterable<Sample>): void {
    this.#sources.push(source);
  }

  /** The samples of this process. */
  samples(): Sample[] {
    const samples: Sample[] = [...processSamples()];
    for (const { classLabels, responses } of this.#operations.values())
      for (let at = 0; at < classLabels.length; at++)
        if (responses[at]! > 0) samples.push(["vingate_requests_total", classLabels[at]!, responses[at]!]);
    for (const { labels, classLabels, times, bytes } of this.#groups.values()) {
      if (times.some((value) => value > 0)) samples.push(["vingate_request_seconds", labels, times.slice()]);
      for (let at = 0; at < classLabels.length; at++)
        if (bytes[at]! > 0) samples.push(["vingate_response_bytes_total", classLabels[at]!, bytes[at]!]);
    }
    for (const [code, value] of this.#errors)
      samples.push(["vingate_errors_total", label("code", code), value]);
    for (const [at, value] of this.#calls.entries())
      samples.push(["vingate_calls_total", `class="${classes[at]}"`, value]);
    for (const [name, { seconds, answered, failed }] of this.#upstreams) {
      const api = label("api", name);
      samples.push(["vingate_upstream_seconds", api, [seconds, answered]]);
      samples.push(["vingate_upstream_failures_total", api, failed]);
    }
    samples.push(["vingate_thread_delay_seconds", "", this.delayMs / 1000]);
    for (const source of this.#sources) samples.push(...source());
    return samples;
  }

  /** Prometheus' text of all processes that share the port. */
  text(shared: readonly Sample[]): Promise<string> {
    return this.#gather?.(shared) ?? this.ownText(shared);
  }

  /** The same of this process alone. */
  async ownText(shared: readonly Sample[]): Promise<string> {
    return exposition([...this.samples(), ...shared]);
  }

  #group(name: string): GroupMeter {
    let group = this.#groups.get(name);
    if (!group) {
      group = new GroupMeter(name);
      this.#groups.set(name, group);
    }
    return group;
  }
}
