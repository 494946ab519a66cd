import type { Context, Operation } from "../../calls/context.ts";
import type { Answer, Call, StreamedAnswer } from "../../http/endpoint.ts";
import { ApiError } from "../../http/errors.ts";
import { isPermitted } from "../../http/permissions.ts";
import type { MadeFile } from "../../management/common/zip.ts";

/** An operation that declares its file. */
type Exported = Operation & { readonly exported: string };
type Item = Readonly<Record<string, unknown>>;

/** The limit of a list: a million lines. */
const pagesMax = 1000;
const pageSize = 1000;
/** The query parameters that name an account. */
const accountNames = ["user_id", "account", "account_id"];

const endings: Readonly<Record<string, string>> = {
  "application/pdf": ".pdf",
  "application/gzip": ".ndjson.gz",
};

/** What an account's files are made of. */
export interface ExportOf {
  readonly context: Context;
  readonly call: Call;
  readonly accountId: string;
}

/** The files of an account, each read when the one before it is sent. */
export async function* exportedFiles(of: ExportOf): AsyncGenerator<MadeFile> {
  const operations = of.context.operations.filter(
    (one): one is Exported => one.exported !== undefined && isPermitted(of.call.caller, one.permission!),
  );
  const reading = new Reading(of);
  const isPart = ({ exported }: Exported) => exported.includes("{");
  for (const list of operations.filter((one) => !isPart(one))) {
    const items: Item[] = [];
    const parts = operations.filter(({ exported }) => exported.startsWith(`${list.exported}/{`));
    yield* reading.file(list, {}, (item) => parts.length > 0 && items.push(item));
    for (const item of items) for (const part of parts) yield* reading.file(part, item);
  }
  yield* reading.left();
}

class Reading {
  readonly #of: ExportOf;
  readonly #notIncluded: { readonly file: string; readonly reason: string }[] = [];

  constructor(of: ExportOf) {
    this.#of = of;
  }

  /** The file of an operation, about an item of the list that it belongs to; none if that has nothing. */
  async *file(operation: Exported, item: Item, found?: (item: Item) => unknown): AsyncGenerator<MadeFile> {
    const path = operation.exported.replace(/\{(\w+)\}/, (_, name: string) => String(item[name]));
    const first = await this.#first(operation, item, path);
    if (!first) return;
    const { body, type } = first;
    if (type !== "application/json") {
      const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
      const ending = endings[type] ?? "";
      yield { path: path + ending, body: bytes instanceof ReadableStream ? bytes : piece(bytes) };
      return;
    }
    const { items, whole } = itemsOf(first as Answer);
    if (whole) yield { path: `${path}.json`, body: piece(new TextEncoder().encode(`${whole}\n`)) };
    else if (items.length > 0)
      yield { path: `${path}.ndjson`, body: this.#lines(operation, item, { path, items, found }) };
  }

  /** Lists the files that are not in it, and why. */
  async *left(): AsyncGenerator<MadeFile> {
    if (this.#notIncluded.length > 0)
      yield { path: "not-included.ndjson", body: piece(linesOf(this.#notIncluded)) };
  }

  /** The operation's first answer; undefined if the account has nothing of it. */
  async #first(operation: Exported, item: Item, path: string): Promise<Answer | StreamedAnswer | undefined> {
    try {
      return await this.#ask(operation, item, 1);
    } catch (error) {
      if (!(error instanceof ApiError) || !["not_found", "forbidden"].includes(error.code)) throw error;
      // A whole list can be refused: persons have no members, organizations no sessions.
      if (path !== operation.exported) this.#notIncluded.push({ file: path, reason: error.message });
      return undefined;
    }
  }

  async *#lines(
    operation: Exported,
    item: Item,
    {
      path,
      items,
      found,
    }: { path: string; items: readonly Item[]; found?: ((item: Item) => unknown) | undefined },
  ): AsyncGenerator<Uint8Array> {
    const isPaged = "page" in (operation.query?.shape ?? {});
    for (let page = 1, read = items; read.length > 0; page += 1) {
      for (const one of read) found?.(one);
      yield linesOf(read);
      if (!isPaged || read.length < pageSize) return;
      if (page === pagesMax) {
        const reason = `It has more than ${pagesMax * pageSize} lines. ${operation.path} reads the others.`;
        this.#notIncluded.push({ file: path, reason });
        return;
      }
      read = itemsOf((await this.#ask(operation, item, page + 1)) as Answer).items;
    }
  }

  #ask(operation: Exported, item: Item, page: number): Promise<Answer | StreamedAnswer> {
    const { context, call, accountId } = this.#of;
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const ofAccount = /^\/(users|organizations)\//.test(operation.path);
    const params = names.map((name, index): [string, unknown] => {
      if (ofAccount && index === 0) return [name, accountId];
      return [name, item[name] ?? item.id];
    });
    const shape = operation.query?.shape ?? {};
    const query = Object.entries({
      page,
      page_size: pageSize,
      timestamp_ge: new Date(0).toISOString(),
      ...Object.fromEntries(accountNames.map((name) => [name, accountId])),
    }).filter(([name]) => name in shape);
    const own = {
      ...call,
      params: Object.fromEntries(params),
      query: operation.query?.parse(Object.fromEntries(query)) ?? {},
      headers: operation.headers?.parse({}) ?? {},
      body: undefined,
    };
    return operation.handle(context, own) as Promise<Answer | StreamedAnswer>;
  }
}

/** The items of a list's answer; the text of any other. */
function itemsOf({ body }: Answer): { readonly items: readonly Item[]; readonly whole?: string } {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const value = JSON.parse(text) as readonly Item[] | { readonly items?: readonly Item[] } | null;
  if (Array.isArray(value)) return { items: value };
  const items = (value as { items?: readonly Item[] } | null)?.items;
  return items ? { items } : { items: [], whole: text };
}

const linesOf = (items: readonly unknown[]): Uint8Array =>
  new TextEncoder().encode(items.map((item) => `${JSON.stringify(item)}\n`).join(""));

async function* piece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
