import { ConnectionError } from "./errors.ts";

type Step = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * The values of a stream of JSON, one a line, each when it has arrived. Throws `ConnectionError` at a line that is no
 * JSON, and for an end within a line. `step` waits for each part.
 */
export async function* jsonLines(
  stream: ReadableStream<Uint8Array>,
  step: Step = (work) => work(),
): AsyncGenerator<unknown> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await step(() => reader.read());
      const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
      rest = lines.pop()!;
      for (const line of lines) if (line.trim() !== "") yield parsed(line);
      if (!done) continue;
      if (rest.trim() !== "") yield parsed(rest);
      return;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new ConnectionError("The answer has a line that is no valid JSON.", error);
  }
}

type Source<T> = Iterable<T> | AsyncIterable<T> | ReadableStream<T>;

/** The entries of a list, an iterable or a stream. */
export async function* entriesOf<T>(source: Source<T>): AsyncGenerator<T> {
  if (!(source instanceof ReadableStream)) {
    yield* source;
    return;
  }
  // Not every browser iterates over a stream.
  const reader = source.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** A stream of what an iterable yields, each entry when it is read. */
export function toStream<T>(source: AsyncIterable<T>): ReadableStream<T> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream<T>(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
