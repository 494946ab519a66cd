import type { StoredApi } from "../../../feature.ts";
import { mergeApis } from "./merge-documents.ts";

// The service starts this as a process. It prints the OpenAPI document of standard input with registered APIs.
interface Input {
  readonly document: Record<string, unknown>;
  readonly apis: readonly StoredApi[];
}

const { document, apis }: Input = await Bun.stdin.json();
mergeApis(
  document,
  apis.map(({ subscription_required, operations, contract, ...api }) => ({
    ...api,
    needsKey: subscription_required === 1,
    operations: JSON.parse(operations),
    contract: JSON.parse(contract),
  })),
);
await Bun.write(Bun.stdout, JSON.stringify(document));
