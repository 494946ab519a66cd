/** A part of a trace. Times are wall clock milliseconds with fractions. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: "server" | "client";
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isError: boolean;
}

const kinds = { server: 2, client: 3 } as const;
const errorStatus = 2;
/** Every span that is made is sampled, and contains whether its parent is in another process. */
const flags = { sampled: 0x001, tellsRemote: 0x100, remote: 0x200 } as const;
const scopeName = "vingate";

/** The spans as OTLP's ExportTraceServiceRequest in JSON; `resource` describes the process. */
export function otlpJson(spans: readonly Span[], resource: Span["attributes"]): string {
  const scopeSpans = [{ scope: { name: scopeName }, spans: spans.map(otlpSpan) }];
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes: otlpAttributes(resource) }, scopeSpans }],
  });
}

function otlpSpan({ traceId, spanId, parentId, name, kind, startMs, endMs, attributes, isError }: Span) {
  return {
    traceId,
    spanId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: otlpAttributes(attributes),
    status: isError ? { code: errorStatus } : {},
    flags:
      flags.sampled | flags.tellsRemote | (kind === "server" && parentId !== undefined ? flags.remote : 0),
  };
}

/** A time as OTLP has it in JSON, where 64-bit integers are strings. */
export const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`;

/** Attributes as OTLP has them in JSON. */
export function otlpAttributes(attributes: Span["attributes"]) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
}
