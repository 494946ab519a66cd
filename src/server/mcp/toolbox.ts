import type { Context } from "../../calls/context.ts";
import type { Route } from "../../calls/routed-request.ts";
import { compileValidator } from "../../http/validation/validation.ts";
import { lookupApis } from "../../vehicles/families/lookup-apis.ts";
import { callsOf, type ToolCall } from "./arguments.ts";
import { shownTool, type Tool, toolsOver } from "./tools.ts";

/** A call of a tool with its operation's compiled validator. */
export interface RoutedToolCall extends ToolCall {
  readonly route: Route;
}

/** The tools over the operations of a service. */
export class Toolbox {
  /** The JSON of the list of tools. */
  readonly list: string;
  readonly #context: Context;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #routes = new Map<string, Route>();

  constructor(context: Context) {
    const { operations } = context;
    const served = (options: boolean) =>
      lookupApis
        .map(({ id }) => id)
        .filter((api) =>
          operations.some(
            ({ lookup, method }) =>
              lookup?.api === api && (lookup.options ?? false) === options && method === "GET",
          ),
        );
    const tools = toolsOver(served(false), served(true));
    const needed = tools.flatMap(({ makes }) => (makes.kind === "operation" ? makes.ids : []));
    for (const id of needed)
      if (!operations.some((one) => one.id === id)) throw new Error(`no operation ${id}`);
    this.#context = context;
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.list = JSON.stringify(tools.map(shownTool));
  }

  find(name: unknown): Tool | undefined {
    return typeof name === "string" ? this.#tools.get(name) : undefined;
  }

  get names(): string {
    return [...this.#tools.keys()].join(", ");
  }

  /** The operations that a tool calls. Throws `ArgumentFault`. */
  callsOf(tool: Tool, given: Readonly<Record<string, unknown>>): readonly RoutedToolCall[] {
    return callsOf(tool, given, this.#context.operations).map((call) => ({
      ...call,
      route: this.#routeOf(call.operation),
    }));
  }

  #routeOf(endpoint: ToolCall["operation"]): Route {
    let route = this.#routes.get(endpoint.id);
    if (!route) {
      route = {
        endpoint,
        validate: compileValidator(endpoint),
        parameters: new Set(Object.keys(endpoint.query?.shape ?? {})),
        meter: this.#context.metrics.operation(endpoint.id, endpoint.lookup?.api ?? endpoint.tag),
      };
      this.#routes.set(endpoint.id, route);
    }
    return route;
  }
}
