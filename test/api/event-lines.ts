import type { TestService } from "../harness.ts";

/** A received event. */
export interface ReceivedEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: unknown;
}

/** Reads a stream event by event. */
export interface Followed {
  readonly status: number;
  readonly headers: Headers;
  /** The next event, or undefined at the end of the stream. */
  next(): Promise<ReceivedEvent | undefined>;
  /** Closes the connection. */
  leave(): Promise<void>;
}

/** Opens a stream of events. */
export async function follow(
  service: TestService,
  path: string,
  headers: Record<string, string>,
): Promise<Followed> {
  const request = new Request(`http://vingate.test${path}`, { headers });
  return readEvents(await service.serve(request, "127.0.0.1"));
}

/** Reads an open stream. */
export function readEvents(response: Response): Followed {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end < 0) {
          const { value, done } = await reader.read();
          if (done) return undefined;
          text += decoder.decode(value, { stream: true });
          continue;
        }
        const lines = text.slice(0, end).split("\n");
        text = text.slice(end + 2);
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const [event, data] = [field("event"), field("data")];
        if (event !== undefined && data !== undefined)
          return { event, id: field("id"), data: JSON.parse(data) as unknown };
      }
    },
    leave: () => reader.cancel(),
  };
}
