import type { RoutedRequest } from "./routed.ts";

/** Answers requests that no operation of the service matches. Its calls work with `Context`. */
export interface Forwarding<Context> {
  /** Undefined if no registered API has the path. */
  answer(context: Context, routed: RoutedRequest): Promise<Response> | undefined;
  /** The ID of the API that answers a path. */
  apiAt(path: string): string | undefined;
  /** To be called with every object that has changed; with undefined if any may have. */
  changed(object: string | undefined): void;
  close(): void;
}
