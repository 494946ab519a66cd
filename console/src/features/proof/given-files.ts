/** What a check reads, by what a file is. */
export type FileKind = "statement" | "calls" | "receipts";

export type GivenFiles = Readonly<Partial<Record<FileKind, File>>>;

const headBytes = 200;

/** What a file is, by its first bytes. */
export async function kindOf(file: Blob): Promise<FileKind | undefined> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "calls";
  const head = new TextDecoder().decode(bytes);
  if (head.startsWith("%PDF-")) return "statement";
  if (head.startsWith('{"subscription":')) return "calls";
  if (head.startsWith("{")) return "statement";
  return /^[^\s/]+\/\d+;\d+;\d+;/.test(head) ? "receipts" : undefined;
}

export interface Sorted {
  readonly files: GivenFiles;
  /** The names of files that are none of these. */
  readonly others: readonly string[];
}

/**
 * The files with others added; of two of a kind the later one is kept. Another statement replaces the calls too: they are
 * of one month. Receipts can be of several.
 */
export async function addFiles(before: GivenFiles, added: Iterable<File>): Promise<Sorted> {
  const found: Partial<Record<FileKind, File>> = {};
  const others: string[] = [];
  for (const file of added) {
    const kind = await kindOf(file);
    if (kind) found[kind] = file;
    else others.push(file.name);
  }
  const files = { ...before, ...found };
  if (found.statement && before.statement && !found.calls) delete files.calls;
  return { files, others };
}
