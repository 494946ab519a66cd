import { ApiError } from "./errors.ts";

export const bodyBytesMax = 1_048_576;

function tooLarge(): ApiError {
  return new ApiError("content_too_large", `A body may have ${bodyBytesMax} bytes at most.`, {
    headers: { connection: "close" },
  });
}

/** Reads a request's body, and stops at the limit whatever length was announced. */
export async function readBody(request: Request): Promise<Uint8Array | null> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > bodyBytesMax) throw tooLarge();
  if (!request.body) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > bodyBytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : new Uint8Array(Buffer.concat(chunks));
}
