import { label } from "./families.ts";

/** Upper bounds of the buckets of response times, in milliseconds. */
export const boundsMs = [1, 5, 25, 100, 500, 2500] as const;
export const classes = ["2xx", "3xx", "4xx", "5xx"] as const;

const classLabels = (labels: string): string[] => classes.map((one) => `${labels},class="${one}"`);

const classOf = (status: number): number => ((status / 100) | 0) - 2;

/** The response times and bytes of a group of operations. Nothing is allocated when it counts. */
export class GroupMeter {
  readonly name: string;
  /** The labels of the group, and of its classes. */
  readonly labels: string;
  readonly classLabels: readonly string[];
  /** Responses by bucket, and at the end the sum of their seconds. */
  readonly times = new Float64Array(boundsMs.length + 2);
  readonly bytes = new Float64Array(classes.length);

  constructor(name: string) {
    this.name = name;
    this.labels = label("group", name);
    this.classLabels = classLabels(this.labels);
  }

  add(classAt: number, milliseconds: number, bytes: number): void {
    let bucket = 0;
    while (bucket < boundsMs.length && milliseconds > boundsMs[bucket]!) bucket += 1;
    this.times[bucket]! += 1;
    this.times[boundsMs.length + 1]! += milliseconds / 1000;
    this.bytes[classAt]! += bytes;
  }
}

/** Counts the response to a request. */
export interface RequestMeter {
  /** Counts a response that was made now to a request that came at `started`, in monotonic milliseconds. */
  add(status: number, started: number, bytes: number): void;
  /** Counts an error by its code. */
  refused(code: string): void;
  /** Counts more bytes of a body that is made while it is sent. */
  addBytes(status: number, bytes: number): void;
}

/** The responses of one operation. */
export class OperationMeter implements RequestMeter {
  readonly group: GroupMeter;
  readonly classLabels: readonly string[];
  readonly responses = new Float64Array(classes.length);
  readonly #errors: Map<string, number>;

  /** `errors` counts those of all operations by code. */
  constructor(name: string, group: GroupMeter, errors: Map<string, number>) {
    this.group = group;
    this.classLabels = classLabels(`${group.labels},${label("operation", name)}`);
    this.#errors = errors;
  }

  add(status: number, started: number, bytes: number): void {
    const at = classOf(status);
    this.responses[at]! += 1;
    this.group.add(at, performance.now() - started, bytes);
  }

  refused(code: string): void {
    this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1);
  }

  addBytes(status: number, bytes: number): void {
    this.group.bytes[classOf(status)]! += bytes;
  }
}

/** What an upstream's requests took, in all. */
export class UpstreamMeter {
  seconds = 0;
  answered = 0;
  failed = 0;
}
