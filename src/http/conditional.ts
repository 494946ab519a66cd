import { encodingFor } from "./encoding/compression.ts";
import { encodedEtag } from "./encoding/encodings.ts";
import type { Answer } from "./endpoint.ts";
import { etagInParts, namesEtag } from "./etag.ts";

/** Answers that a caller requests again with their ETag are kept, by that caller alone. */
const caching = { "cache-control": "private, no-cache" };

/** An answer with its ETag, or 304 if the caller has it. */
export async function conditional(made: Answer, request: Pick<Request, "headers">): Promise<Answer> {
  const body = typeof made.body === "string" ? Buffer.from(made.body) : made.body;
  const etag = await etagInParts(body);
  const tagged = { ...made, body, headers: { ...caching, ...made.headers, etag } };
  const known = request.headers.get("if-none-match");
  if (known === null) return tagged;
  const encoding = encodingFor(request, tagged);
  const ofForm = encoding ? encodedEtag(etag, encoding) : etag;
  if (namesEtag(known, ofForm, true))
    return { ...tagged, status: 304, body: "", headers: { ...tagged.headers, etag: ofForm } };
  return tagged;
}
