import { expect, spyOn, test } from "bun:test";
import { exposition, keptAfterEnd, mergeSamples } from "./exposition.ts";
import { label, type Sample } from "./families.ts";
import { Metrics } from "./metrics.ts";
import { SampleReceiver, SampleSender } from "./sample-stream.ts";

const times = (...values: number[]) => Float64Array.of(...values);

test("samples are written in Prometheus' format", () => {
  expect(
    exposition([
      ["vingate_request_seconds", 'group="a"', times(1, 0, 2, 0, 0, 0, 1, 3.5)],
      ["vingate_build_info", label("version", 'a"b\\c\nd'), 1],
      ["vingate_store_seconds", "", times(0.25, 2)],
      ["vingate_nodes", "", 2],
    ]),
  ).toBe(`# HELP vingate_build_info 1 with the version of the program.
# TYPE vingate_build_info gauge
vingate_build_info{version="a\\"b\\\\c\\nd"} 1
# HELP vingate_request_seconds Time until a response was made, by group of operations.
# TYPE vingate_request_seconds histogram
vingate_request_seconds_bucket{group="a",le="0.001"} 1
vingate_request_seconds_bucket{group="a",le="0.005"} 1
vingate_request_seconds_bucket{group="a",le="0.025"} 3
vingate_request_seconds_bucket{group="a",le="0.1"} 3
vingate_request_seconds_bucket{group="a",le="0.5"} 3
vingate_request_seconds_bucket{group="a",le="2.5"} 3
vingate_request_seconds_bucket{group="a",le="+Inf"} 4
vingate_request_seconds_sum{group="a"} 3.5
vingate_request_seconds_count{group="a"} 4
# HELP vingate_store_seconds Time of the metering store's calls, leases and folds among them.
# TYPE vingate_store_seconds summary
vingate_store_seconds_sum 0.25
vingate_store_seconds_count 2
# HELP vingate_nodes Processes of all machines that are alive.
# TYPE vingate_nodes gauge
vingate_nodes 2
`);
});

test("values of several processes become one", () => {
  const one: Sample[] = [
    ["vingate_calls_total", 'class="2xx"', 3],
    ["vingate_calls_total", 'class="5xx"', 1],
    ["vingate_request_seconds", "", times(1, 2, 0, 0, 0, 0, 0, 0.5)],
    ["vingate_disk_free_bytes", "", 10],
    ["vingate_thread_delay_seconds", "", 0.1],
  ];
  const other: Sample[] = [
    ["vingate_calls_total", 'class="2xx"', 4],
    ["vingate_request_seconds", "", times(1, 0, 0, 0, 0, 0, 7, 0.25)],
    ["vingate_disk_free_bytes", "", 8],
    ["vingate_thread_delay_seconds", "", 0.3],
  ];
  const merged: Sample[] = [
    ["vingate_calls_total", 'class="2xx"', 7],
    ["vingate_calls_total", 'class="5xx"', 1],
    ["vingate_request_seconds", "", times(2, 2, 0, 0, 0, 0, 7, 0.75)],
    ["vingate_disk_free_bytes", "", 8],
    ["vingate_thread_delay_seconds", "", 0.3],
  ];
  expect(mergeSamples([one, other])).toEqual(merged);
  expect(merged.filter(keptAfterEnd)).toEqual(merged.slice(0, 3));
});

test("a meter counts a response by class and time", () => {
  const metrics = new Metrics();
  const meter = metrics.operation("decodeVin", "vin-decoder");
  const now = performance.now();
  // A machine that stalls would add to the durations.
  const clock = spyOn(performance, "now").mockReturnValue(now);
  meter.add(200, now - 30, 100);
  meter.add(200, now - 10_000, 1);
  meter.add(404, now - 30, 10);
  clock.mockRestore();
  const own = metrics.samples().filter(([, labels]) => labels.startsWith('group="vin-decoder"'));
  const [sum, ...buckets] = [
    ...(own.find(([name]) => name === "vingate_request_seconds")![2] as Float64Array),
  ].toReversed();
  expect(sum).toBeCloseTo(10.06, 6);
  expect(buckets.toReversed()).toEqual([0, 0, 0, 2, 0, 0, 1]);
  expect(own.filter(([name]) => name !== "vingate_request_seconds")).toEqual([
    ["vingate_requests_total", 'group="vin-decoder",operation="decodeVin",class="2xx"', 2],
    ["vingate_requests_total", 'group="vin-decoder",operation="decodeVin",class="4xx"', 1],
    ["vingate_response_bytes_total", 'group="vin-decoder",class="2xx"', 101],
    ["vingate_response_bytes_total", 'group="vin-decoder",class="4xx"', 10],
  ]);
});

test("many registered APIs share labels", () => {
  const metrics = new Metrics();
  for (let api = 0; api < 30; api++) {
    metrics.api(`api${api}`).add(200, performance.now(), 1);
    metrics.upstream(`api${api}`).answered += 1;
  }
  expect(metrics.api("api3")).toBe(metrics.api("api3"));
  const samples = metrics.samples();
  const requests = samples.filter(([name]) => name === "vingate_requests_total");
  expect(requests).toHaveLength(21);
  expect(requests.at(-1)).toEqual([
    "vingate_requests_total",
    'group="other",operation="forward",class="2xx"',
    10,
  ]);
  expect(samples.filter(([name]) => name === "vingate_upstream_seconds").at(-1)).toEqual([
    "vingate_upstream_seconds",
    'api="other"',
    [0, 10],
  ]);
});

test("series are sent to another process only if they changed", () => {
  const [sender, receiver] = [new SampleSender(), new SampleReceiver()];
  const first: Sample[] = [
    ["vingate_nodes", "", 2],
    ["vingate_store_seconds", 'call="apply"', times(0.5, 1)],
    ["vingate_processes", "", 1],
  ];
  const second: Sample[] = [
    ["vingate_nodes", "", 3],
    ["vingate_store_seconds", 'call="apply"', times(0.75, 2)],
    ["vingate_processes", "", 1],
  ];
  expect(receiver.unpack(structuredClone(sender.pack(first)))).toEqual(first);
  const packed = sender.pack(second);
  expect(packed).toEqual({ values: Float64Array.of(3, 0.75, 2, 1) });
  expect(receiver.unpack(structuredClone(packed))).toEqual(second);
  expect(receiver.unpack(structuredClone(sender.pack(second.slice(1))))).toEqual(second.slice(1));
});
