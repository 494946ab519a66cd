import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { locate, refuse, type ValidationIssue } from "../../../http/validation/issues.ts";
import { parseJson } from "../../../http/validation/python-json.ts";
import { omitLong, redacted } from "../../../http/validation/secrets.ts";
import { isJson } from "../../../http/validation/validation.ts";
import { checkable } from "./contract.ts";
import { issueOf } from "./issues.ts";
import { linearPattern } from "./linear-pattern.ts";
import { rangeFor } from "./media-ranges.ts";
import type { DocumentOperation } from "./operations.ts";
import { isObject, type Json, localPath, type Path, partAt } from "./tree.ts";
import { uniqueItems } from "./unique-items.ts";
import { type CheckedInput, sentValue } from "./values.ts";

/** A call to be checked; `body` is absent if it is not JSON. */
export interface CheckedCall extends CheckedInput {
  readonly contentType: string | null;
  readonly body: Uint8Array | undefined;
}

interface Compiled {
  /** Undefined if their schemas cannot be used. */
  readonly parameters: ValidateFunction | undefined;
  /** By the reference of the schema. */
  readonly bodies: ReadonlyMap<string, ValidateFunction>;
}

const documentId = "document";
const issuesMax = 100;

/** Checks calls by the schemas of a document. May take long on hostile schemas: it runs in a thread of its own. */
export class Checks {
  readonly #operations: readonly DocumentOperation[];
  readonly #contract: Json;
  /** Checks parameters, which are texts; `#strict` checks bodies, whose types count. */
  readonly #lax: Ajv2020;
  readonly #strict: Ajv2020;
  readonly #compiled = new Map<number, Compiled>();

  constructor(contract: Json, operations: readonly DocumentOperation[]) {
    this.#operations = operations;
    this.#contract = checkable(contract);
    this.#lax = this.#validator({ coerceTypes: true, allErrors: true });
    this.#strict = this.#validator({});
  }

  #validator(options: ConstructorParameters<typeof Ajv2020>[0]): Ajv2020 {
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      validateSchema: false,
      // Real documents escape more than the `u` flag allows.
      unicodeRegExp: false,
      code: { regExp: Object.assign(linearPattern, { code: "linearPattern" }) },
      ...options,
    });
    ajv.removeKeyword("uniqueItems").addKeyword(uniqueItems);
    addFormats.default(ajv);
    return ajv.addSchema(this.#contract, documentId);
  }

  /** Compiles all, and reports schemas that cannot be used: calls are not checked by them. */
  compileAll(warn: (path: Path, reason: string) => void): void {
    const { components } = this.#contract as { components?: { schemas?: Json } };
    const shared = Object.keys(components?.schemas ?? {}).map((name) => ["components", "schemas", name]);
    const own = this.#operations.flatMap(({ parameters, body }) =>
      [...parameters, ...(body?.types ?? [])].flatMap(({ schema }) => (schema ? [localPath(schema)!] : [])),
    );
    for (const path of [...shared, ...own]) this.#checkSchema(path, warn);
    for (const [index, { path, method }] of this.#operations.entries())
      this.compile(index, (error) =>
        warn(
          ["paths", path, method.toLowerCase()],
          `Calls are not checked by a schema of this operation: ${error.message}.`,
        ),
      );
  }

  #checkSchema(path: Path, warn: (path: Path, reason: string) => void): void {
    const schema = partAt(this.#contract, path);
    if (typeof schema !== "boolean" && !isObject(schema)) {
      warn(path, "A schema must be an object.");
      return;
    }
    if (this.#strict.validateSchema(schema)) return;
    const { instancePath, message } = this.#strict.errors![0]!;
    const at = localPath(`#${encodeURI(instancePath)}`) ?? [];
    warn([...path, ...at], `\`${at.at(-1) ?? "schema"}\` ${message}.`);
  }

  get size(): number {
    return this.#operations.length;
  }

  /** `failed` is called with why a schema cannot be used. */
  compile(index: number, failed: (error: Error) => void = () => undefined): Compiled {
    const known = this.#compiled.get(index);
    if (known) return known;
    const { parameters, body } = this.#operations[index]!;
    const places = ["path", "query", "header"].map((place) => {
      const own = parameters.filter((one) => one.in === place);
      const properties = Object.fromEntries(
        own.flatMap(({ name, schema }) => (schema === undefined ? [] : [[name, refer(schema)]])),
      );
      return [place, { properties, required: own.filter((one) => one.required).map(({ name }) => name) }];
    });
    const bodies = (body?.types ?? []).flatMap(({ range, schema }) =>
      schema !== undefined && isJson(range) ? [schema] : [],
    );
    const usable = (ajv: Ajv2020, schema: object): ValidateFunction | undefined => {
      try {
        return ajv.compile(schema);
      } catch (error) {
        failed(error as Error);
        return undefined;
      }
    };
    const compiled = {
      parameters: usable(this.#lax, { properties: Object.fromEntries(places) }),
      bodies: new Map(
        bodies.flatMap((schema) => {
          const validate = usable(this.#strict, refer(schema));
          return validate ? [[schema, validate] as const] : [];
        }),
      ),
    };
    this.#compiled.set(index, compiled);
    return compiled;
  }

  /** What does not fit. */
  check(index: number, call: CheckedCall): ValidationIssue[] {
    const operation = this.#operations[index]!;
    const compiled = this.compile(index);
    const issues = [...checkParameters(operation, compiled, call), ...checkBody(operation, compiled, call)];
    const shown = issues.slice(0, issuesMax);
    omitLong(shown);
    return shown;
  }
}

const refer = (schema: string) => ({ $ref: `${documentId}${schema}` });

function checkParameters({ parameters }: DocumentOperation, compiled: Compiled, call: CheckedCall) {
  const query = new URLSearchParams(call.query);
  const values: Record<string, Json> = { path: {}, query: {}, header: {} };
  for (const parameter of parameters) {
    const value = sentValue(parameter, call, query);
    if (value !== undefined)
      Object.defineProperty(values[parameter.in], parameter.name, {
        value,
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
  if (!compiled.parameters || compiled.parameters(values)) return [];
  return compiled.parameters.errors!.map((error) => {
    const issue = issueOf(error, values);
    const [place, name] = issue.loc;
    const secret = parameters.some((one) => one.secret && one.in === place && one.name === name);
    if (secret) issue.input = redacted;
    return issue;
  });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function checkBody(
  { body: declared }: DocumentOperation,
  compiled: Compiled,
  { contentType, body }: CheckedCall,
) {
  const issues: ValidationIssue[] = [];
  const schema = declared && rangeFor(declared.types, contentType)?.schema;
  const validate = schema === undefined ? undefined : compiled.bodies.get(schema);
  if (!validate || !body) return issues;
  let value: unknown;
  try {
    const text = utf8.decode(body);
    try {
      value = JSON.parse(text);
    } catch {
      const parsed = parseJson(text);
      refuse(issues, "json_invalid", "JSON decode error", {}, { error: parsed.ok ? "" : parsed.error });
      locate(issues, 0, "body", parsed.ok ? 0 : parsed.position);
      return issues;
    }
  } catch {
    refuse(issues, "json_invalid", "JSON decode error", {}, { error: "The body is not UTF-8" });
    locate(issues, 0, "body", 0);
    return issues;
  }
  if (validate(value)) return issues;
  // The other errors follow from the first one.
  const errors = validate.errors as ErrorObject[];
  const issue = issueOf(errors.at(-1)!, value);
  issue.loc.unshift("body");
  return [issue];
}
