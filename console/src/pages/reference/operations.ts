import { queryOptions } from "@tanstack/react-query";
import { authorized, reach } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { servicePath } from "../../base/service-path.ts";
import { filledPath, type OpenapiDocument, type Operation, operationsOf } from "./document.ts";

/** The operations of the OpenAPI document. Registered APIs are in it for those who may see them. */
export const operationsFor = (userId: string | undefined) =>
  queryOptions({
    queryKey: ["openapi", userId],
    queryFn: async () => {
      const fetchAs = userId === undefined ? reach : authorized;
      const response = await fetchAs(new Request(`${servicePath}/openapi.json`));
      const document = await response.json();
      if (!response.ok) throw problemOf(response, document);
      return operationsOf(document as OpenapiDocument);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The path and query of a call with the examples of its required parameters; undefined if one has none. */
export function examplePath({ path, parameters }: Operation): string | undefined {
  const required = parameters.filter((one) => one.required && one.in !== "header");
  const examples = Object.fromEntries(required.map(({ name, example }) => [name, String(example ?? "")]));
  const query = required.filter((one) => one.in === "query").map(({ name }) => [name, examples[name] ?? ""]);
  if (query.some(([, value]) => value === "")) return undefined;
  const filled = filledPath(path, examples);
  return filled && filled + (query.length > 0 ? `?${new URLSearchParams(query)}` : "");
}
