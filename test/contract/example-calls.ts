type Json = Record<string, unknown>;

/** A call that the document shows: an operation of GET with its examples. */
export interface ExampleCall {
  readonly id: string;
  readonly template: string;
  readonly path: string;
  readonly headers: Record<string, string>;
}

/** Why an operation has no example that a new installation with the demo set answers with 200. */
const withoutExample: Readonly<Record<string, string>> = {
  getAcmeChallenge: "no challenge is stored",
  getImport: "imports have new ids",
  getApiDocument: "its example is of an API that is registered without a document",
  getWebhook: "webhooks have new ids",
  listWebhookDeliveries: "webhooks have new ids",
  getWebhookDelivery: "webhooks have new ids",
  getWatch: "no VIN is watched",
  compareDatasets: "a family has one version",
  listUserSubscriptionSecrets: "the demo customer's subscription shows its keys to its owner",
};

/** The calls of all operations of GET that return JSON. */
export function examplesOf(document: Json, credentials: Readonly<Record<string, string>>): ExampleCall[] {
  const resolve = (value: unknown): Json => {
    let found = value as Json;
    while (typeof found.$ref === "string")
      found = found.$ref
        .slice(2)
        .split("/")
        .reduce<Json>(
          (part, name) => part[name.replaceAll("~1", "/").replaceAll("~0", "~")] as Json,
          document,
        );
    return found;
  };
  const calls: ExampleCall[] = [];
  for (const [template, item] of Object.entries(document.paths as Json)) {
    const operation = (item as { get?: Json }).get;
    if (!operation || String(operation.operationId) in withoutExample) continue;
    const answer = resolve((operation.responses as Json)["200"]);
    if (!("application/json" in (answer.content as Json))) continue;
    let path = template;
    const query = new URLSearchParams();
    for (const parameter of (operation.parameters as unknown[]).map(resolve)) {
      const { name, examples } = parameter as { name: string; examples?: { example: unknown } };
      const example = examples && resolve(examples.example).value;
      if (parameter.in === "path") path = path.replace(`{${name}}`, encodeURIComponent(String(example)));
      if (parameter.in === "query" && example !== undefined) query.set(name, String(example));
    }
    const headers = {
      accept: "application/json",
      authorization: `Bearer ${credentials.operator_token}`,
      "x-authkey": credentials.demo_key ?? "",
      "api-key": credentials.demo_key ?? "",
    };
    calls.push({
      id: String(operation.operationId),
      template,
      path: query.size > 0 ? `${path}?${query}` : path,
      headers,
    });
  }
  return calls;
}
