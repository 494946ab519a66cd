import { encodingFor } from "./encoding/compression.ts";
import { encodedEtag } from "./encoding/encodings.ts";
import type { Answer } from "./endpoint.ts";
import { etagInParts, namesEtag } from "./etag.ts";

/** An answer with its ETag, or 304 if the caller has it. */
export async function conditional(made: Answer, request: Pick<Request, "headers">): Promise<Answer> {
  const body = typeof made.body === "string" ? Buffer.from(made.body) : made.body;
  const etag = await etagInParts(body);
  const known = request.headers.get("if-none-match");
  if (known === null) return { ...made, body, headers: { ...made.headers, etag } };
  const encoding = encodingFor(request, { ...made, body });
  const ofForm = encoding ? encodedEtag(etag, encoding) : etag;
  if (namesEtag(known, ofForm, true))
    return { ...made, status: 304, body: "", headers: { ...made.headers, etag: ofForm } };
  return { ...made, body, headers: { ...made.headers, etag } };
}
