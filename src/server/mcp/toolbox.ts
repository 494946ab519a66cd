import type { Context } from "../../calls/context.ts";
import { lookupApis } from "../../vehicles/families/lookup-apis.ts";
import { type CallsOf, compileTool } from "./arguments.ts";
import { Candidates } from "./candidates.ts";
import { shownTool, type Tool, toolsOver } from "./tools.ts";

/** A tool over the operations of a service. */
export interface ServedTool {
  readonly tool: Tool;
  readonly callsOf: CallsOf;
}

/** The tools over the operations of a service. */
export class Toolbox {
  /** The JSON of the list of tools. */
  readonly list: string;
  readonly #tools: ReadonlyMap<string, ServedTool>;

  constructor(context: Pick<Context, "metrics" | "operations">) {
    const candidates = new Candidates(context);
    const apis = lookupApis.map(({ id }) => id);
    const tools = toolsOver(
      apis.filter((api) => candidates.lookupsOf(api).length > 0),
      apis.filter((api) => candidates.listsOf(api).length > 0),
    );
    this.#tools = new Map(
      tools.map((tool) => [tool.name, { tool, callsOf: compileTool(tool, candidates) }] as const),
    );
    this.list = JSON.stringify(tools.map(shownTool));
  }

  find(name: unknown): ServedTool | undefined {
    return typeof name === "string" ? this.#tools.get(name) : undefined;
  }

  get names(): string {
    return [...this.#tools.keys()].join(", ");
  }
}
