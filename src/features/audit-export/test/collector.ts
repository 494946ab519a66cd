/** What a collector answers to a request with these log records. */
export type Answer = (records: readonly LogRecord[]) => {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

export interface LogRecord {
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

export interface Collector {
  readonly port: number;
  readonly requests: { readonly path: string; readonly headers: Headers; readonly body: unknown }[];
  /** The IDs of entries that were taken. */
  readonly taken: string[];
  answer: Answer;
  stop(): Promise<void>;
}

export const idOf = ({ attributes }: LogRecord): string =>
  attributes.find(({ key }) => key === "vingate.audit.id")!.value.stringValue!;

/** A collector on this machine that receives OTLP logs as JSON. */
export function startCollector(tls?: { readonly cert: string; readonly key: string }): Collector {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    ...(tls && { tls }),
    async fetch(request) {
      const body = (await request.json()) as {
        resourceLogs: { scopeLogs: { logRecords: LogRecord[] }[] }[];
      };
      self.requests.push({ path: new URL(request.url).pathname, headers: request.headers, body });
      const records = body.resourceLogs.flatMap(({ scopeLogs }) =>
        scopeLogs.flatMap(({ logRecords }) => logRecords),
      );
      const { status = 200, body: answer = {}, headers = {} } = self.answer(records);
      if (status === 200 && !JSON.stringify(answer).includes("rejected"))
        self.taken.push(...records.map(idOf));
      return Response.json(answer, { status, headers });
    },
  });
  const self: Collector = {
    port: server.port!,
    requests: [],
    taken: [],
    answer: () => ({}),
    stop: () => server.stop(true),
  };
  return self;
}
