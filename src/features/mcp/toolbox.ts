import { covers, type KeyAccess } from "../../access/keys/key-access.ts";
import type { Context } from "../../calls/context.ts";
import { lookupApis } from "../../vehicles/families/lookup-apis.ts";
import { type CallOf, compileTool } from "./arguments.ts";
import { Candidates } from "./candidates.ts";
import { shownTool, type Tool, toolsOver } from "./tools.ts";

/** A tool over the operations of a service. */
export interface ServedTool {
  readonly tool: Tool;
  readonly callOf: CallOf;
}

/** Lists of this many plans are kept. */
const listsMax = 100;

/** The tools over the operations of a service. */
export class Toolbox {
  readonly #tools: ReadonlyMap<string, ServedTool>;
  readonly #candidates: Candidates;
  /** The JSON of lists, by the plans that they are for. */
  readonly #lists = new Map<string, string>();

  constructor(context: Pick<Context, "operations">) {
    this.#candidates = new Candidates(context);
    const tools = this.#toolsFor(undefined);
    this.#tools = new Map(
      tools.map((tool) => [tool.name, { tool, callOf: compileTool(tool, this.#candidates) }] as const),
    );
  }

  find(name: unknown): ServedTool | undefined {
    return typeof name === "string" ? this.#tools.get(name) : undefined;
  }

  get names(): string {
    return [...this.#tools.keys()].join(", ");
  }

  /** The JSON of the list of tools, with the families and prices of the caller's plan. */
  listFor(access: KeyAccess | undefined): string {
    const key = JSON.stringify(access ? [...this.#pricesFor(access)] : []);
    let list = this.#lists.get(key);
    if (list === undefined) {
      if (this.#lists.size >= listsMax) this.#lists.clear();
      list = JSON.stringify(this.#toolsFor(access).map(shownTool));
      this.#lists.set(key, list);
    }
    return list;
  }

  /** The credits of a lookup of each API that the caller's plan has. */
  #pricesFor(access: KeyAccess): Map<string, number> {
    const covered = lookupApis.filter(({ id }) => covers(access, id));
    return new Map(
      covered.flatMap(({ id }) => {
        const [first] = this.#candidates.lookupsOf(id);
        const { lookup, id: operation } = first?.operation ?? {};
        return lookup ? [[id, access.policy.costOf(lookup, operation)] as const] : [];
      }),
    );
  }

  #toolsFor(access: KeyAccess | undefined): readonly Tool[] {
    const prices = access && this.#pricesFor(access);
    const apis = lookupApis.map(({ id }) => id).filter((api) => prices?.has(api) ?? true);
    return toolsOver({
      apis: apis.filter((api) => this.#candidates.lookupsOf(api).length > 0),
      withLists: apis.filter((api) => this.#candidates.listsOf(api).length > 0),
      prices,
    }).filter(({ makes }) => makes.kind !== "operation" || makes.ids.every((id) => this.#candidates.has(id)));
  }
}
