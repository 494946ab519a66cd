import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTypes, type Types } from "./read-types.ts";

// bun make-contract.ts SPEC3_YAML STRIPE_PACKAGE/types
// Extracts facts from Stripe's OpenAPI document and from the types of its package, whose API version is the one that is
// sent. Names, types, enums and limits only: no text of either is kept.

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly nullable?: boolean;
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

type Fact = Readonly<Record<string, unknown>>;

/** Operations with what they return, and the interface of their parameters in the types. */
const operations = {
  "GET /v1/account": ["account", "AccountRetrieveParams"],
  "GET /v1/balance_transactions": ["list of balance_transaction", "BalanceTransactionListParams"],
  "GET /v1/checkout/sessions": ["list of checkout.session", "Checkout.SessionListParams"],
  "POST /v1/checkout/sessions": ["checkout.session", "Checkout.SessionCreateParams"],
  "GET /v1/checkout/sessions/{session}": ["checkout.session", "Checkout.SessionRetrieveParams"],
  "POST /v1/checkout/sessions/{session}/expire": ["checkout.session", "Checkout.SessionExpireParams"],
  "GET /v1/disputes": ["list of dispute", "DisputeListParams"],
  "GET /v1/events": ["list of event", "EventListParams"],
  "GET /v1/payment_intents": ["list of payment_intent", "PaymentIntentListParams"],
  "POST /v1/payment_intents": ["payment_intent", "PaymentIntentCreateParams"],
  "GET /v1/payment_intents/{intent}": ["payment_intent", "PaymentIntentRetrieveParams"],
  "POST /v1/payment_intents/{intent}/cancel": ["payment_intent", "PaymentIntentCancelParams"],
  "GET /v1/refunds": ["list of refund", "RefundListParams"],
  "POST /v1/refunds": ["refund", "RefundCreateParams"],
  "GET /v1/refunds/{refund}": ["refund", "RefundRetrieveParams"],
  "GET /v1/webhook_endpoints": ["list of webhook_endpoint", "WebhookEndpointListParams"],
} as const;

/** Objects with their interface in the types. `account` and details of cards have only what is read. */
const objects: Readonly<Record<string, readonly [type: string, members?: readonly string[]]>> = {
  payment_intent: ["PaymentIntent"],
  charge: ["Charge"],
  "checkout.session": ["Checkout.Session"],
  refund: ["Refund"],
  dispute: ["Dispute"],
  event: ["Event"],
  balance_transaction: ["BalanceTransaction"],
  webhook_endpoint: ["WebhookEndpoint"],
  account: ["Account", ["id", "object", "country", "charges_enabled", "default_currency", "payouts_enabled"]],
  payment_method_details: ["Charge.PaymentMethodDetails", ["type", "card", "sepa_debit"]],
  payment_method_details_card: ["Charge.PaymentMethodDetails.Card", ["brand", "last4"]],
  api_errors: ["StripeRawError"],
};

/** Parameters whose own parameters are used. */
const opened = ["line_items", "payment_intent_data", "created"];
const shut = ["adjustable_quantity", "tax_rates", "recurring", "shipping", "transfer_data"];

const [yaml, folder] = process.argv.slice(2);
if (!yaml || !folder) throw new Error("bun make-contract.ts SPEC3_YAML TYPES");
const spec = Bun.YAML.parse(readFileSync(yaml, "utf8")) as {
  readonly info: { readonly version: string };
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, never>>>>;
};
const types = readTypes(folder);
const nameOf = (ref: string): string => ref.slice("#/components/schemas/".length);

/** A schema without its alternatives that mean only that it can be empty. */
const alternatives = ({ anyOf, ...own }: Schema): readonly Schema[] =>
  anyOf ? anyOf.filter((one) => !(one.enum?.length === 1 && one.enum[0] === "")) : [own];

function factOf(schema: Schema): Fact {
  const all = alternatives(schema);
  const named = all.map(({ $ref, type }) => ($ref ? shownRef(nameOf($ref)) : (type ?? "object")));
  const known = all.flatMap((one) => one.enum ?? []);
  const maxLength = all.find((one) => one.maxLength !== undefined)?.maxLength;
  return {
    type: [...new Set(named)].join("|"),
    ...(known.length > 0 && { enum: known }),
    ...(maxLength !== undefined && { maxLength }),
    ...(schema.nullable && { nullable: true }),
  };
}

const shownRef = (name: string): string => (name in objects ? name : "object");

/** The parameters of a schema, by their names in forms. */
function parametersOf(name: string, schema: Schema, isRequired: boolean): [string, Fact][] {
  const fact = factOf(schema);
  const own: [string, Fact] = [name, { ...fact, ...(isRequired && { required: true }) }];
  const [first, ...names] = name.split(/[[\]]+/).filter(Boolean);
  const object = alternatives(schema).find(({ type }) => type === "object" || type === "array");
  if (object?.additionalProperties) return [own, [`${name}[*]`, { type: "string", maxLength: 500 }]];
  if (!object || shut.includes(names.at(-1) ?? first!)) return [own];
  if (first === "expand") return [own, [`${name}[]`, { type: "string", maxLength: 5000 }]];
  if (object.type === "array" && object.items?.type === "string")
    return [own, [`${name}[]`, factOf(object.items)]];
  if (!opened.includes(first!)) return [own];
  const inner = object.type === "array" ? object.items! : object;
  const prefix = object.type === "array" ? `${name}[]` : name;
  return [
    own,
    ...Object.entries(inner.properties ?? {}).flatMap(([member, one]) =>
      parametersOf(`${prefix}[${member}]`, one, inner.required?.includes(member) ?? false),
    ),
  ];
}

function parametersOfOperation(name: string): [string, Fact][] {
  const [method, path] = name.split(" ") as [string, string];
  const found = spec.paths[path]![method.toLowerCase()]! as {
    parameters?: { in: string; name: string; required: boolean; schema: Schema }[];
    requestBody?: { content: Record<string, { schema: Schema }> };
  };
  const query = (found.parameters ?? [])
    .filter((one) => one.in === "query")
    .flatMap((one) => parametersOf(one.name, one.schema, one.required));
  const form = found.requestBody?.content["application/x-www-form-urlencoded"]?.schema;
  return [
    ...query,
    ...Object.entries(form?.properties ?? {}).flatMap(([member, one]) =>
      parametersOf(member, one, form?.required?.includes(member) ?? false),
    ),
  ];
}

/** Facts of both documents: of the types are what is newer, and which values there are. */
function merged(
  of: Types[string] | undefined,
  known: readonly (readonly [string, Fact])[],
): Record<string, Fact> {
  const all: Record<string, Fact> = {};
  for (const [name, fact] of known) all[name] = fact;
  const isTop = (name: string) => !name.includes("[");
  for (const [name, fact] of known)
    if (isTop(name) && of && !of[name]) all[name] = { ...fact, only: "openapi" };
  for (const [name, { type, values, isOptional, isNull }] of Object.entries(of ?? {})) {
    const before: Fact | undefined = all[name];
    all[name] = before
      ? {
          ...before,
          ...(values.length > 0 && "enum" in before && { enum: values }),
          ...(isNull && { nullable: true }),
        }
      : {
          type,
          ...(values.length > 0 && { enum: values }),
          ...(isNull && { nullable: true }),
          ...(!isOptional && !isNull && { required: true }),
          only: "types",
        };
    if (!before && name === "created")
      for (const by of ["gt", "gte", "lt", "lte"]) all[`created[${by}]`] = { type: "integer", only: "types" };
  }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const shape = {
  versions: { openapi: spec.info.version, types: types.version },
  operations: Object.fromEntries(
    Object.entries(operations).map(([name, [reply, type]]) => {
      if (!types.interfaces[type]) throw new Error(`the types have no ${type}`);
      return [name, { reply, parameters: merged(types.interfaces[type], parametersOfOperation(name)) }];
    }),
  ),
  objects: Object.fromEntries(
    Object.entries(objects).map(([name, [type, members]]) => {
      const { properties = {}, required = [] } = spec.components.schemas[name]!;
      const facts = Object.entries(properties).map(
        ([member, one]) =>
          [member, { ...factOf(one), ...(required.includes(member) && { required: true }) }] as const,
      );
      const all = merged(name === "event" ? undefined : types.interfaces[type], facts);
      const kept = Object.entries(all).filter(([member]) => !members || members.includes(member));
      return [name, Object.fromEntries(kept)];
    }),
  ),
  events: types.events,
};
writeFileSync(join(import.meta.dirname, "contract.json"), `${JSON.stringify(shape, null, 1)}\n`);
