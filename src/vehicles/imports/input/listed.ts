import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { OutboundGuard } from "../../../outbound/guard.ts";
import { download } from "./download.ts";
import { ImportError } from "./import-error.ts";
import { type Input, type InputOptions, openFile } from "./input.ts";

/** More is no list of files. */
const listBytesMax = 16 * 2 ** 20;
const filesMax = 10_000;

/** A server's error for a file that its list names and that it does not have. */
const refused = / answers 4\d\d$/;

/**
 * Opens the files that a list at an address names, one behind the other as one input; `addressesIn` reads them from the
 * list. Files of other hosts are left out, and so are those that the server refuses: the input's name has both numbers.
 */
export async function openListed(
  list: string,
  addressesIn: (text: string) => readonly string[],
  { guard = new OutboundGuard(), downloading, ...options }: InputOptions,
): Promise<Input> {
  const listed = await download(list, { ...options, guard, bytesMax: listBytesMax });
  const { origin } = new URL(list);
  const addresses = addressesIn(readFileSync(listed.file, "utf8")).filter(
    (address) => URL.parse(address)?.origin === origin,
  );
  listed.remove();
  if (addresses.length === 0 || addresses.length > filesMax)
    throw new ImportError(`${list} lists ${addresses.length} files of ${origin}, not 1 to ${filesMax}`);
  const file = join(options.folder, `${crypto.randomUUID()}.listed`);
  const remove = () => rmSync(file, { force: true });
  writeFileSync(file, "", { mode: 0o600 });
  try {
    let fetched = 0;
    for (const address of addresses) {
      const part = await download(address, { ...options, guard }).catch((error: Error) => {
        if (error instanceof ImportError && refused.test(error.message)) return undefined;
        throw error;
      });
      if (!part) continue;
      appendFileSync(file, readFileSync(part.file));
      part.remove();
      fetched += 1;
      const { size } = statSync(file);
      if (size > options.bytesMax)
        throw new ImportError(`the files that ${list} lists have more than ${options.bytesMax} bytes`);
      downloading?.(size, undefined);
    }
    const input = await openFile(file, options);
    return {
      ...input,
      name: `${fetched} of ${addresses.length} files of ${basename(new URL(list).pathname)}`,
      [Symbol.asyncDispose]: async () => {
        await input[Symbol.asyncDispose]();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
