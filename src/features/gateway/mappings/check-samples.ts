import type { SampledMapping, SampleResult } from "./vendor-sample.ts";

/** Reads each sample of a mapping, and compares it with what the sample declares. */
export function checkSamples(mapping: SampledMapping): readonly SampleResult[] {
  return mapping.samples.map((sample) => {
    const { lookup, is, body: original = null } = sample;
    const read = mapping.explain(sample);
    const isData = sample.data === undefined || Bun.deepEquals(read.data, sample.data, true);
    return { lookup, is, original, ...read, as_declared: read.outcome === is && isData };
  });
}
