import { type TestService, testOrigin } from "../harness.ts";
import { until } from "../until.ts";

/** A stream of events that is read. */
export interface FollowedStream {
  /** Resolves when its first events have come. */
  open(): Promise<void>;
  readonly hasEnded: boolean;
  /** Resolves to the names of its events when it has ended. */
  ended(): Promise<readonly string[]>;
  close(): void;
}

/** Reads a stream of events with a session or an access token. */
export function follow(
  service: TestService,
  token: string,
  path = "/reports/byRequest/events",
): FollowedStream {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request(testOrigin + path, { headers, signal: leaving.signal });
  let text = "";
  let hasEnded = false;
  void (async () => {
    const response = await service.serve(request, "127.0.0.1");
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) text += decoder.decode(chunk, { stream: true });
    hasEnded = true;
  })();
  return {
    open: async () => void (await until(() => text.includes("event: calls"), "the stream has begun")),
    get hasEnded() {
      return hasEnded;
    },
    async ended() {
      // One that is not cut ends with its next comment, after 5 seconds.
      await until(() => hasEnded, "the stream ends", 20_000);
      return text.split("\n").filter((line) => line.startsWith("event: "));
    },
    close: () => leaving.abort(),
  };
}
