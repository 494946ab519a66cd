/** A request that a webhook received. */
export interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A webhook's address on this machine. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** How it answers; 204 without. */
  answer: (request: Request) => Response | Promise<Response>;
  stop(): Promise<void>;
}

export const answerOk = () => new Response(null, { status: 204 });

/** Returns the challenge of a test event, as a receiver does that expects events. */
export async function answerChallenge(request: Request): Promise<Response> {
  const { data } = (await request.json()) as { data: { challenge?: string } };
  return data.challenge === undefined ? answerOk() : new Response(data.challenge);
}

export function startReceiver(): Receiver {
  const received: Received[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = await request.clone().text();
      const headers = Object.fromEntries(request.headers);
      received.push({ path: new URL(request.url).pathname, headers, body });
      return receiver.answer(request);
    },
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${server.port}`,
    received,
    answer: answerOk,
    stop: () => server.stop(true),
  };
  return receiver;
}
