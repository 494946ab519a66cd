import { scriptOutput } from "../../base/processes.ts";
import type { StoredApi } from "../../feature.ts";
import { builtFor } from "../console/console-source.ts";
import { makeDocument, preparedDocument } from "./document-build.ts";

/** How documents are made. */
export interface DocumentMaking {
  /** The service's own document as JSON. */
  own(): Promise<string>;
  /** The same with registered APIs. */
  merged(own: string, apis: readonly StoredApi[]): Promise<Uint8Array>;
  /** A JSON text as YAML. */
  yaml(json: Uint8Array): Promise<Uint8Array>;
}

/** Far beyond what a busy machine takes. */
const timeoutMs = 2 * 60_000;

const preparedOrMade = async (): Promise<string> => (await preparedDocument()) ?? makeDocument();

/** Makes documents for the public URL. `mergers` are the scripts that add registered APIs. */
export const documentMaking = (
  publicUrl: string,
  mergers: readonly string[],
  build = preparedOrMade,
): DocumentMaking => ({
  async own() {
    const text = await build();
    return text.replaceAll(builtFor, JSON.stringify(publicUrl).slice(1, -1));
  },
  async merged(own, apis) {
    let text = new TextEncoder().encode(own);
    const added = Buffer.from(`,"apis":${JSON.stringify(apis)}}`);
    for (const merger of mergers) {
      const input = Buffer.concat([Buffer.from('{"document":'), text, added]);
      text = new Uint8Array(await scriptOutput(merger, [], { input, timeoutMs }));
    }
    return text;
  },
  yaml: (json) => scriptOutput("src/http/openapi/yaml-script.ts", [], { input: json, timeoutMs }),
});
