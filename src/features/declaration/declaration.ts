import { LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { OperatorError } from "../../base/operator-error.ts";
import { compileValidator } from "../../http/validation/validation.ts";
import { credentialWith, oneOrMore } from "../../management/apis/apis-credentials.ts";
import { fallbackMembers } from "../../management/apis/apis-fallback.ts";
import { ApiInput, upstreamPolicy } from "../../management/apis/apis-record.ts";
import { webUrl } from "../../management/apis/apis-url.ts";
import { entityId, line } from "../../management/common/identifiers.ts";
import { ProductRequest } from "../../management/products/products-record.ts";
import { offsetOf } from "../gateway/documents/parse.ts";
import type { Path } from "../gateway/documents/tree.ts";
import { OfferTerms } from "../offers/offer.ts";

const objectsMax = 1000;
const issuesShown = 10;

/** The credentials that are sent to a backend; if they are left out, the stored ones stay. */
const auth = oneOrMore(
  credentialWith({
    value_env: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/)
      .optional()
      .describe("The environment variable with the value."),
    value_file: z
      .string()
      .regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/)
      .max(1000)
      .optional()
      .describe("The file with the value, in the folder that the command names."),
  }).refine(
    ({ value_env, value_file }) => value_env === undefined || value_file === undefined,
    "must have value_env or value_file, not both",
  ),
)
  .nullable()
  .optional();

const fallbackForm = z.strictObject({ ...fallbackMembers, auth });
const fallback = fallbackForm.nullable().optional();

const mapping = line(1000)
  .nullable()
  .optional()
  .describe(
    "The file of the mapping of a vendor's API, relative to the declaration. If omitted, the stored one stays.",
  );

/** A registered API. Members that are left out have their defaults; a credential that is left out stays. */
const DeclaredApi = ApiInput.extend({
  auth,
  fallback,
  document: line(1000)
    .nullable()
    .optional()
    .describe(
      "The file of its OpenAPI document, relative to the declaration. If omitted, the stored one stays.",
    ),
});

/** The upstream of a built-in API, by the API's name. */
const DeclaredUpstream = z.strictObject({
  name: entityId,
  service_url: webUrl,
  auth,
  ca_certificate: ApiInput.shape.ca_certificate,
  mapping,
  fallback: fallbackForm.extend({ mapping }).nullable().optional(),
  timeout_ms: ApiInput.shape.timeout_ms,
  max_concurrent: ApiInput.shape.max_concurrent,
  ...upstreamPolicy.shape,
});

/** A product. Members that are left out have their defaults; without `apis` or `offer`, these stay. */
const DeclaredProduct = ProductRequest.extend({ id: entityId, offer: OfferTerms.optional() });

const Declaration = z.strictObject({
  version: z.literal(1),
  apis: z.array(DeclaredApi).max(objectsMax).optional(),
  upstreams: z.array(DeclaredUpstream).max(objectsMax).optional(),
  products: z.array(DeclaredProduct).max(objectsMax).optional(),
});

export type DeclaredApi = z.output<typeof DeclaredApi>;
export type DeclaredUpstream = z.output<typeof DeclaredUpstream>;
export type DeclaredProduct = z.output<typeof DeclaredProduct>;
/** Products, APIs and upstreams of built-in APIs; of a kind that is left out, nothing changes. */
export type Declaration = z.output<typeof Declaration>;

const validate = compileValidator({ body: Declaration });

/** Reads a declaration in YAML or JSON. Throws an `OperatorError` with the places of the faults. */
export function parseDeclaration(text: string, file: string): Declaration {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const fault = document.errors[0];
  if (fault) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw new OperatorError(`${file}:${line}:${col}: ${fault.message}`);
  }
  const checked = validate({
    params: {},
    query: new URLSearchParams(),
    headers: new Headers(),
    contentType: "application/json",
    body: Buffer.from(JSON.stringify(toValue(document, file) ?? null)),
  });
  if (!checked.ok)
    throw new OperatorError(
      checked.fault === "undecodable"
        ? `${file}: ${checked.detail}`
        : faultsOf(checked.detail, placeOf).join("\n"),
    );
  requireDistinct(
    file,
    "apis",
    checked.body.apis?.map(({ name }) => name),
  );
  requireDistinct(
    file,
    "upstreams",
    checked.body.upstreams?.map(({ name }) => name),
  );
  requireDistinct(
    file,
    "products",
    checked.body.products?.map(({ id }) => id),
  );
  return checked.body;

  function placeOf(path: Path): string {
    const offset = offsetOf(document, path);
    return offset === undefined ? file : `${file}:${lines.linePos(offset).line}`;
  }
}

/** The value of a document. Its aliases may not multiply it. */
function toValue(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new OperatorError(`${file}: ${(error as Error).message}`);
  }
}

type Issue = { readonly loc: Path; readonly msg: string };

function faultsOf(issues: readonly Issue[], place: (path: Path) => string): string[] {
  const shown = issues.slice(0, issuesShown).map(({ loc, msg }) => {
    const path = loc.slice(1);
    return `${place(path)}: ${path.join(".") || "the declaration"}: ${msg}`;
  });
  const more = issues.length - issuesShown;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

function requireDistinct(file: string, kind: string, names: readonly string[] = []): void {
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new OperatorError(`${file}: ${kind} has ${twice} twice`);
}
