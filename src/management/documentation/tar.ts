/** A file of an archive. */
export interface TarFile {
  /** With slashes, of at most 255 bytes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable?: boolean;
}

const block = 512;
/** The time of every file, so that archives of the same files are equal. npm writes the same time. */
const mtimeSeconds = 499_162_500;
const maxName = 100;

/** An archive in the form ustar; throws for a path that the form cannot have. */
export function tarOf(files: readonly TarFile[]): Uint8Array {
  const padded = (length: number) => Math.ceil(length / block) * block;
  const size = files.reduce((sum, { bytes }) => sum + block + padded(bytes.length), 2 * block);
  const archive = new Uint8Array(size);
  let place = 0;
  for (const file of files) {
    writeHeader(archive.subarray(place, place + block), file);
    archive.set(file.bytes, place + block);
    place += block + padded(file.bytes.length);
  }
  return archive;
}

function writeHeader(header: Uint8Array, { path, bytes, executable }: TarFile): void {
  const text = (place: number, value: string) => header.set(new TextEncoder().encode(value), place);
  const octal = (place: number, digits: number, value: number) =>
    text(place, value.toString(8).padStart(digits, "0"));
  const { prefix, name } = splitPath(path);
  text(0, name);
  octal(100, 7, executable ? 0o755 : 0o644);
  octal(108, 7, 0);
  octal(116, 7, 0);
  octal(124, 11, bytes.length);
  octal(136, 11, mtimeSeconds);
  text(156, "0");
  text(257, "ustar\u000000");
  text(345, prefix);
  // The sum is made with blanks in its own place.
  header.fill(0x20, 148, 156);
  const sum = header.reduce((all, byte) => all + byte, 0);
  text(148, `${sum.toString(8).padStart(6, "0")}\0 `);
}

/** A long path is divided at a slash: its end has at most 100 bytes, what is before it at most 155. */
function splitPath(path: string): { prefix: string; name: string } {
  const length = (part: string) => new TextEncoder().encode(part).length;
  if (length(path) <= maxName) return { prefix: "", name: path };
  for (let slash = path.indexOf("/"); slash > 0; slash = path.indexOf("/", slash + 1)) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)];
    if (length(name) <= maxName && length(prefix) <= 155) return { prefix, name };
  }
  throw new Error(`an archive cannot have the path ${path}`);
}
