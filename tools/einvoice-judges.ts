import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

// `bun tools/einvoice-judges.ts [--from FOLDER]`: brings the official rules of e-invoices, compiled for the tests, to
// `src/features/papers/test/einvoice/judges/`. With `--from`, from FOLDER/OWNER/REPOSITORY/PATH instead of the network.
// It fails if a file is not the one that is named here. Compiling takes some minutes of CPU.

/** Public repositories at GitHub, at a tag or a commit, and the SHA-256 of their files. */
const sources = {
  "ConnectingEurope/eInvoicing-EN16931": {
    at: "refs/tags/validation-1.3.16",
    files: {
      "cii/xslt/EN16931-CII-validation.xslt":
        "0b234dea2bbfee739b7761e607a992c17fab88773014ef56355b6158cfb1cc53",
      "ubl/xslt/EN16931-UBL-validation.xslt":
        "39f9d282867f1a49e7708d9e29a53da89643e1ee56f10cec1ebcf1277595fcbd",
    },
  },
  "itplr-kosit/xrechnung-schematron": {
    at: "refs/tags/v2.5.0",
    files: {
      "src/validation/schematron/cii/XRechnung-CII-validation.sch":
        "4a29e3ecaa3719c273e4939d4dcc825754e6345a5db07a40bb64ed309dece146",
      "src/validation/schematron/ubl/XRechnung-UBL-validation.sch":
        "0b2838a9dab49ccd7381ad7547cdcc3348a3d861ee27ddeb4065db05e679c4ef",
      "src/validation/schematron/common.sch":
        "a05e3db78ed0e93a2dc5ee64ab2c1766480cb9ca22b0bd62e8e222647007ac7d",
    },
  },
  "OpenPEPPOL/peppol-bis-invoice-3": {
    at: "refs/tags/v3.0.19",
    files: {
      "rules/sch/PEPPOL-EN16931-UBL.sch": "2840f5158f7bbdbf3b3f5d2ea391b9ac9e649e1fdbba8502bd8c15ec52924f23",
    },
  },
  "schxslt/schxslt": {
    at: "84ee9dd8b8cafd4b966869b9a8b33acdf8dbad45",
    files: {
      "core/src/main/resources/xslt/2.0/compile-for-svrl.xsl":
        "9f64f1ea1164094f1b6dd20d67b40af8b124f3a3579fa2dec07c64359cc108b3",
      "core/src/main/resources/xslt/2.0/compile/api-2.0.xsl":
        "d4df046564af3ba3d9f10976e29cbea1a6c45c746e3e53efcea8377c42c3c8e9",
      "core/src/main/resources/xslt/2.0/compile/compile-2.0.xsl":
        "5f24b8b28be50d650542c5113185ed55983beeaad061eddc4b966ca354751a57",
      "core/src/main/resources/xslt/2.0/compile/functions.xsl":
        "e7d96717677ac768a72edda3b9f45e67c40476525247906271c42b652cf3b397",
      "core/src/main/resources/xslt/2.0/compile/templates.xsl":
        "afd07c44eeb70b8e9daf0feb1319ca655468f06543437c8ecf0e5a232b3038c8",
      "core/src/main/resources/xslt/2.0/expand.xsl":
        "97bc8bee61b23592fe4937f261b47cb0e3725c25516084a9788d33e102cbba79",
      "core/src/main/resources/xslt/2.0/include.xsl":
        "ab6f9359c7a1a17a589568d91bab766f53fc98064beb8cc976e6e3319afb2b24",
      "core/src/main/resources/xslt/2.0/pipeline-for-svrl.xsl":
        "64a535e6d0f0baa809f987d27d9e5b825d420e9ebda7344ef53edf136cdd42fa",
      "core/src/main/resources/xslt/2.0/pipeline.xsl":
        "d0189741f5e6119b76b6914413e1a7c92427efef6f2ecb9b2c34e833c533ec1f",
      "core/src/main/resources/xslt/2.0/svrl.xsl":
        "d2d8ea16cdbb6b0d0efd6d39955459ebcdf511000c24dda38220961f1d7e2611",
      "core/src/main/resources/xslt/2.0/util/normalize-svrl.xsl":
        "37a75ed72e61a820a29e583e483ac9f32bb9d0615513f27f944ac9b2b1e5ed68",
      "core/src/main/resources/xslt/2.0/version.xsl":
        "58e1b29b21df2be5233739fa9787fe2316b0438d03cad380e17acd3af4481582",
    },
  },
} as const;

const norm = "ConnectingEurope/eInvoicing-EN16931";
const xrechnung = "itplr-kosit/xrechnung-schematron/src/validation/schematron";
const judges = {
  en16931_cii: `${norm}/cii/xslt/EN16931-CII-validation.xslt`,
  en16931_ubl: `${norm}/ubl/xslt/EN16931-UBL-validation.xslt`,
  xrechnung_cii: `${xrechnung}/cii/XRechnung-CII-validation.sch`,
  xrechnung_ubl: `${xrechnung}/ubl/XRechnung-UBL-validation.sch`,
  peppol: "OpenPEPPOL/peppol-bis-invoice-3/rules/sch/PEPPOL-EN16931-UBL.sch",
} as const;

const compiler = "schxslt/schxslt/core/src/main/resources/xslt/2.0/pipeline-for-svrl.xsl";

const root = join(import.meta.dir, "..");
const target = join(root, "src/features/papers/test/einvoice/judges");
/** Compiled rules name the place that they were compiled in, so it is the same each time. */
const work = await mkdtemp(join(tmpdir(), "einvoice-judges-"));

const digestOf = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

async function bring(from: string | undefined): Promise<void> {
  for (const [repository, { at, files }] of Object.entries(sources))
    for (const [path, digest] of Object.entries(files)) {
      const text = from
        ? await Bun.file(join(from, repository, path)).text()
        : await download(`https://raw.githubusercontent.com/${repository}/${at}/${path}`);
      const found = digestOf(text);
      if (found !== digest)
        throw new Error(`${repository}/${path} at ${at} has the SHA-256 ${found}, not ${digest || "one"}`);
      const place = join(work, repository, path);
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, text);
    }
}

async function download(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.text();
}

async function xslt3(...options: string[]): Promise<void> {
  const run = Bun.spawn([join(root, "node_modules/.bin/xslt3"), ...options], {
    cwd: work,
    stderr: "inherit",
  });
  if ((await run.exited) !== 0) throw new Error(`xslt3 ${options.join(" ")} failed`);
}

/** Schematron as XSLT. XSLT is left as it is. */
async function xsltOf(path: string): Promise<string> {
  if (path.endsWith(".xslt")) return path;
  const made = path.replace(/sch$/, "xslt");
  await xslt3(`-xsl:${compiler}`, `-s:${path}`, `-o:${made}`);
  const place = join(work, made);
  const text = await Bun.file(place).text();
  // BR-DE-19 computes with integers of more than 30 digits. SaxonJS has them as decimals only, as BR-DE-20 has them.
  await writeFile(place, text.replace("xs:integer(string-join(", "xs:decimal(string-join("));
  return made;
}

const at = process.argv.indexOf("--from");
await rm(work, { recursive: true, force: true });
await bring(at < 0 ? undefined : process.argv[at + 1]);
const digests: Record<string, string> = {};
for (const [name, path] of Object.entries(judges)) {
  const made = `${name}.sef.json`;
  await xslt3(`-xsl:${await xsltOf(path)}`, `-export:${made}`, "-nogo");
  const kept = brotliCompressSync(await Bun.file(join(work, made)).bytes(), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  await writeFile(join(target, `${made}.br`), kept);
  console.log(`${made}.br: ${kept.length} bytes`);
  // Peppol's rules name no license: they are compiled for this checkout, and kept out of the repository.
  if (name !== "peppol") digests[`${made}.br`] = digestOf(kept);
}
await writeFile(join(target, "digests.json"), `${JSON.stringify(digests, null, 2)}\n`);
