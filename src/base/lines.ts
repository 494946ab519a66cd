/** The lines of a stream. Accepts CRLF, and a last line without an end; a final line end starts no further line. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) yield lines.map(withoutReturn);
  }
  rest += decoder.decode();
  if (rest !== "") yield [withoutReturn(rest)];
}

const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);
