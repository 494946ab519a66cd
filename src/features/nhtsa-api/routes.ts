import { z } from "zod";
import { type Context, endpoint, type Operation } from "../../calls/context.ts";
import { acceptHeader, formatOf, formatParameter, types } from "./format.ts";
import { type ResultForm, writeResults } from "./results.ts";
import { field } from "./row-fields.ts";
import { envelope } from "./schemas.ts";
import { compatibleTypes } from "./shared.ts";

const base = "/vehicles";

const routeRow = z.object({
  Name: field("The operation's name at vPIC."),
  Method: field("`GET` or `POST`."),
  Path: field("The operation's path, with its parameters in braces."),
  Query: field("The names of its query parameters, separated by commas."),
  Summary: field("What the operation does."),
});

const form: ResultForm = { element: "Route", columns: Object.keys(routeRow.shape) };

const routesOf = ({ operations }: Context) =>
  operations
    .filter(({ path }) => path.startsWith(`${base}/`))
    .map(({ method, path, query, summary }) => ({
      Name: path.split("/")[2]!,
      Method: method,
      Path: path,
      Query: Object.keys(query?.shape ?? {}).join(),
      Summary: summary,
    }));

/** The list of vPIC's operations, which needs no key. */
export const routeEndpoints: readonly Operation[] = [
  endpoint({
    id: "vpicRoutes",
    method: "GET",
    path: base,
    tag: "vPIC",
    audience: "none",
    extension: true,
    compatible: true,
    head: true,
    types: compatibleTypes,
    summary: "List the operations of vPIC",
    description: "Every operation below `/vehicles/` with its path and parameters. It takes no key.",
    query: z.object({ format: formatParameter }),
    headers: acceptHeader,
    response: envelope("VpicRoutes", routeRow),
    handle(context, { query, headers }) {
      const format = formatOf(query.format, headers.accept);
      const heading = { message: "Results returned successfully", criteria: null };
      return {
        body: writeResults(format, form, heading, routesOf(context)),
        type: types[format],
        headers: { vary: "Origin, Accept" },
      };
    },
  }),
];
