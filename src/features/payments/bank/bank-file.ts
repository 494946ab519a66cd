import { ApiError, InvalidRequest } from "../../../http/errors.ts";
import type { Upload } from "../../../http/upload.ts";
import { ImportError } from "../../../vehicles/imports/input/import-error.ts";
import { findEncoding, utf8Of } from "../../../vehicles/imports/input/utf8.ts";
import { readBankCsv } from "./bank-csv.ts";
import type { BankFile, FileForms } from "./bank-line.ts";
import { readCamt } from "./camt.ts";

/** Reads the file of a bank: CAMT.053, or a table. Throws 400 with what is wrong with it, and 413, 415. */
export async function readUpload(upload: Upload, forms: FileForms): Promise<BankFile> {
  if (upload.type.startsWith("multipart/"))
    throw new ApiError("unsupported_media_type", "Send the file itself as the body, not in a form.");
  if (upload.encoding !== "" && upload.encoding !== "identity")
    throw new ApiError("unsupported_media_type", "Send the file as it is, without Content-Encoding.");
  const chunks: Uint8Array[] = [];
  for await (const chunk of upload.read()) chunks.push(Uint8Array.from(chunk));
  try {
    return await readBankFile(Buffer.concat(chunks), forms);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new ApiError("bad_request", `The file cannot be read: ${error.message}. Nothing was recorded.`);
  }
}

/** Throws `ImportError`. */
export async function readBankFile(bytes: Buffer, forms: FileForms): Promise<BankFile> {
  if (bytes.length === 0) throw new ImportError("it is empty");
  if (bytes.subarray(0, 2).toString("latin1") === "PK")
    throw new ImportError("it is an archive or a workbook; unpack it, or export it as CSV or CAMT.053");
  const text = await decoded(bytes, forms.encoding);
  if (/^\ufeff?\s*</.test(text))
    return { format: "camt.053", ...(await readCamt(withoutMark(text))), columns: [], question: null };
  return readBankCsv(text, forms);
}

const withoutMark = (text: string): string => text.replace(/^[\ufeff\s]+/, "");

/** `encoding`: the one that XML declares, if it is one of bytes. */
async function decoded(bytes: Buffer, encoding: string | undefined): Promise<string> {
  const declared = /^[\s\S]{0,3}<\?xml[^>]{0,100}encoding=["']([\w.:-]{1,40})["']/.exec(
    bytes.subarray(0, 200).toString("latin1"),
  )?.[1];
  const known =
    declared === undefined || /^utf-?(?:8|16)/i.test(declared) ? undefined : findEncoding(declared);
  const parts: string[] = [];
  for await (const part of utf8Of(once(bytes), encoding ?? known ?? "auto")) parts.push(part.toString());
  return parts.join("");
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The encoding with a name. Throws 422. */
export function requireEncoding(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const found = findEncoding(name);
  if (!found) throw new InvalidRequest(["query", "encoding"], "must be an encoding such as latin1", name);
  return found;
}
