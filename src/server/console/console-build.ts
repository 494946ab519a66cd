import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { compress, compressNow } from "../../http/stored-body.ts";
import {
  type BuildDescription,
  type BuiltFile,
  builtFolder,
  builtFor,
  consoleFolder,
  consoleSource,
  descriptionName,
} from "./console-source.ts";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

const suffixes = { br: "br", gzip: "gz" } as const;

const source = join(consoleFolder, "src");

/** Files that are served unchanged, by their names in the style sheet. */
const fonts: Readonly<Record<string, string>> = {
  "public-sans.woff2": "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2",
  "atkinson-mono.woff2":
    "@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2",
};

/** Writes bytes under a name that contains their digest, so that caches can keep them permanently. */
async function writeHashed(folder: string, name: string, bytes: Uint8Array | string): Promise<string> {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  const hashed = name.replace(/\.(?=[a-z0-9]+$)/, `-${hash}.`);
  await Bun.write(join(folder, hashed), bytes);
  return hashed;
}

async function bundleScripts(
  folder: string,
  reader: BarcodeFiles,
): Promise<{ entry: string; names: string[] }> {
  const built = await Bun.build({
    entrypoints: [join(source, "main.tsx")],
    outdir: folder,
    target: "browser",
    format: "esm",
    splitting: true,
    minify: true,
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env.BARCODE_WORKER": JSON.stringify(reader.worker),
      "process.env.BARCODE_WASM": JSON.stringify(reader.wasm),
    },
    naming: { entry: "[name]-[hash].[ext]", chunk: "part-[hash].[ext]" },
  });
  const entry = built.outputs.find((output) => output.kind === "entry-point");
  if (!entry) throw new AggregateError(built.logs, "the console's scripts cannot be built");
  return { entry: basename(entry.path), names: built.outputs.map((output) => basename(output.path)) };
}

/** Renders visitors' pages, as a tab without a session shows them first. Defines a document: for a process of its own. */
async function prerendered(): Promise<Readonly<Record<string, string>>> {
  const storage = { getItem: () => null };
  Object.assign(globalThis, {
    document: { documentElement: { dataset: {} }, getElementById: () => null },
    location: new URL(`${builtFor}/console/`),
    history: { state: null },
    sessionStorage: storage,
    localStorage: storage,
  });
  const { prerendered: html } = await import(join(source, "prerender.tsx"));
  return html();
}

/** Bundles an entry point and its imports into one text. */
async function bundleText(entrypoint: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [entrypoint],
    target: "browser",
    format: "iife",
    minify: true,
    external: ["*.woff2", "*.svg"],
  });
  const text = await built.outputs[0]?.text();
  if (text === undefined) throw new AggregateError(built.logs, `${entrypoint} cannot be built`);
  return text;
}

interface BarcodeFiles {
  readonly worker: string;
  readonly wasm: string;
}

/** Writes the reader of barcodes: a script of its own, since its thread has a policy of its own, and its code. */
async function writeBarcodeReader(folder: string): Promise<BarcodeFiles> {
  const script = await bundleText(join(source, "parts", "vin-photo", "barcode-worker.ts"));
  const code = Bun.resolveSync("zxing-wasm/reader/zxing_reader.wasm", consoleFolder);
  return {
    worker: await writeHashed(folder, "barcode-worker.js", script),
    wasm: await writeHashed(folder, "barcode-reader.wasm", await Bun.file(code).bytes()),
  };
}

async function writeFonts(folder: string): Promise<Map<string, string>> {
  const written = await Promise.all(
    Object.entries(fonts).map(async ([name, place]): Promise<[string, string]> => {
      const bytes = await Bun.file(Bun.resolveSync(place, consoleFolder)).bytes();
      return [name, await writeHashed(folder, name, bytes)];
    }),
  );
  return new Map(written);
}

async function writeStyle(folder: string, assets: ReadonlyMap<string, string>): Promise<string> {
  const text = await bundleText(join(source, "styles", "console.css"));
  const withHashes = text.replace(/url\("?\.\/([a-z-]+\.[a-z0-9]+)"?\)/g, (_, name: string) => {
    const hashed = assets.get(name);
    if (!hashed) throw new Error(`the style sheet refers to ${name}, which is not built`);
    return `url(${hashed})`;
  });
  return writeHashed(folder, "console.css", withHashes);
}

/** Writes all files that browsers request, uncompressed. */
async function bundle(folder: string): Promise<{ names: string[]; parts: Omit<BuildDescription, "files"> }> {
  const reader = await writeBarcodeReader(folder);
  const { entry, names } = await bundleScripts(folder, reader);
  const byFont = await writeFonts(folder);
  const chevron = await Bun.file(join(source, "styles", "chevron.svg")).text();
  const favicon = await Bun.file(join(source, "favicon.svg")).text();
  const icon = await writeHashed(folder, "favicon.svg", favicon);
  const assets = new Map([...byFont, ["chevron.svg", await writeHashed(folder, "chevron.svg", chevron)]]);
  const theme = await writeHashed(folder, "theme.js", await bundleText(join(source, "theme.ts")));
  const style = await writeStyle(folder, assets);
  const fonts = [...byFont.values()];
  const parts = { entry, theme, style, icon, barcodeWorker: reader.worker, fonts, html: await prerendered() };
  return { names: [...names, theme, style, icon, reader.worker, reader.wasm, ...assets.values()], parts };
}

async function writeCompressed(folder: string, name: string): Promise<BuiltFile> {
  const extension = extname(name);
  const type = types[extension];
  if (!type) throw new Error(`${name}: a built file of this kind has no media type`);
  const bytes = await Bun.file(join(folder, name)).bytes();
  const compressed = extension !== ".woff2" && bytes.length > 1024;
  // The strongest compression of so large a file would take longer than the rest of the build.
  const by = extension === ".wasm" ? compressNow : compress;
  if (compressed)
    await Promise.all(
      (["br", "gzip"] as const).map(async (encoding) =>
        Bun.write(join(folder, `${name}.${suffixes[encoding]}`), await by[encoding](bytes)),
      ),
    );
  return { name, type, compressed };
}

/**
 * Bundles and compresses the console into `console/dist/`, unless its current build is there. Takes a second or
 * two. Processes that build at the same time use folders of their own; the first one to finish is kept.
 */
export async function buildConsole(): Promise<void> {
  const made = consoleSource();
  if (!made) return;
  const target = join(builtFolder, made);
  if (existsSync(join(target, descriptionName))) return;
  const work = join(builtFolder, `.work-${process.pid}`);
  mkdirSync(work, { recursive: true });
  try {
    const { names, parts } = await bundle(work);
    const description: BuildDescription = {
      ...parts,
      files: await Promise.all(names.map((name) => writeCompressed(work, name))),
    };
    await Bun.write(join(work, descriptionName), JSON.stringify(description));
    // Another process may have finished the same build, and read it now.
    for (const old of readdirSync(builtFolder))
      if (old !== made && !old.startsWith(".work-")) rmSync(join(builtFolder, old), { recursive: true });
    renameSync(work, target);
  } catch (error) {
    if (!existsSync(join(target, descriptionName))) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (import.meta.main) await buildConsole();
