import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { nextTurn } from "../../base/pause.ts";
import { sendPieces, type UnsentWriter } from "../../http/unsent.ts";

/** A file whose bytes are made while they are read. */
export interface MadeFile {
  readonly path: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Text compresses well; other files are compressed already. */
const isText = (path: string): boolean => /\.(?:(?:nd)?json|csv|xml)$/.test(path);

/** What is compressed while nothing else is done: about a millisecond. */
const bytesAtOnce = 32 * 1024;

/** Sends files as one ZIP archive. */
export async function sendZip(
  writer: UnsentWriter,
  files: AsyncIterable<MadeFile>,
  modifiedAt: number,
): Promise<void> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const send = async () => {
    for (const piece of pieces.splice(0)) await sendPieces(writer, piece);
  };
  for await (const { path, body } of files) {
    const file = isText(path) ? new ZipDeflate(path, { level: 6 }) : new ZipPassThrough(path);
    file.mtime = modifiedAt;
    zip.add(file);
    for await (const bytes of body)
      for (let at = 0; at < bytes.length; at += bytesAtOnce) {
        file.push(bytes.subarray(at, at + bytesAtOnce));
        await send();
        await nextTurn();
      }
    file.push(new Uint8Array(), true);
    await send();
  }
  zip.end();
  await send();
}
