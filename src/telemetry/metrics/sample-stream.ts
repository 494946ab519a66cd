import type { FamilyName, Sample } from "./families.ts";

/** The samples of a process as another receives them: which series they are is sent again only if that changed. */
export interface SentSamples {
  readonly series?: readonly (readonly [name: FamilyName, labels: string, width: number])[];
  readonly values: Float64Array;
}

/** Packs a process's samples for another process: names and labels cost more than their values. */
export class SampleSender {
  #sent: readonly Sample[] = [];

  pack(samples: readonly Sample[]): SentSamples {
    const before = this.#sent;
    const isSame =
      before.length === samples.length &&
      samples.every(([name, labels], at) => before[at]![0] === name && before[at]![1] === labels);
    this.#sent = samples;
    const values = new Float64Array(samples.reduce((sum, [, , value]) => sum + widthOf(value), 0));
    let at = 0;
    for (const [, , value] of samples)
      if (typeof value === "number") values[at++] = value;
      else {
        values.set(value, at);
        at += value.length;
      }
    if (isSame) return { values };
    return { values, series: samples.map(([name, labels, value]) => [name, labels, widthOf(value)]) };
  }
}

/** The samples that a `SampleSender` of another process has packed. */
export class SampleReceiver {
  #series: NonNullable<SentSamples["series"]> = [];

  unpack({ series, values }: SentSamples): Sample[] {
    this.#series = series ?? this.#series;
    let at = 0;
    return this.#series.map(([name, labels, width]): Sample => {
      const from = at;
      at += width;
      return [name, labels, width === 1 ? values[from]! : values.subarray(from, at)];
    });
  }
}

const widthOf = (value: Sample[2]): number => (typeof value === "number" ? 1 : value.length);
