import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import ts from "typescript";

/**
 * The sentences that the service sends in errors, findings and imports, read from its source. What changes in one is a
 * name in braces, as in the console's own texts.
 */
const source = join(import.meta.dir, "../src");

/** The calls whose arguments are sent, with the places of these. */
const sentBy = new Map<string, readonly number[]>(
  Object.entries({
    ApiError: [1],
    conflict: [0],
    forbidden: [0],
    notFound: [0],
    tooManyCalls: [0],
    unavailable: [0],
    InvalidRequest: [1],
    ok: [0],
    warning: [0, 1],
    fault: [0, 1],
    NotChecked: [0],
    Outside: [1],
    RecordError: [2],
    refine: [1],
    regex: [1],
  }),
);

/** Files whose sentences are put together before they are sent. */
const composing = new Glob(
  `{${[
    "access/policy/quota",
    "calls/{failure,change,repeated-call,admission/proof-refusals}",
    "features/{audit-export/export-check,clickhouse/check,mail/mail-check,proof/proof-check,webhooks/webhooks-check}",
    "features/connectors/operations/oauth-endpoints",
    "features/gateway/{mappings/*,misfits/misfits-check,stored-mappings/{read,compact}-mapping,tokens/request-token}",
    "features/payments/{payment-check,providers/stripe-setup,settling/settle-payment,watching/problems,watching/provider-watch}",
    "features/papers/{einvoice-file,einvoice/{missing,peppol},parties/{countries,electronic-address,form-faults}}",
    "features/watches/operations/*",
    "management/products/preview-notes",
    "management/system/{resume,checks/*}",
    "management/common/{identifiers,user-resource}",
    "management/users/{address-limits,begin-session,password-checks,user-patch}",
    "metering/credits/leases/*",
    "vehicles/imports/{columns,input,readers,staging}/*",
    "vehicles/imports/jobs/{failures,rejects,import-check,job-threads,import-source,row-warnings}",
    "vehicles/lookups/names/*",
    "vehicles/lookups/upstream/taken-record",
  ].join(",")}}.ts`,
);

/** Members and calls whose texts are for the documents and the log, and not sent. */
const unsentMembers = /^(?:summary|description|meaning|title|plural|statements|name|id|kind|code|type)$/;
const unsentCalls =
  /^(?:describe|meta|sql|info|warn|error|debug|Error|TypeError|RangeError|log|all|get|run|execute)$/;

const isSentence = (text: string) =>
  /[\p{L}}][,:;]? +(?:[\p{L}\d{“"(]+[,:;]? +)+\S/u.test(text) &&
  !/^(?:select|insert|update|delete|create|with|where|and|or) /i.test(text.trim());

/** A name for what changes in a sentence: the expression's last word. */
function nameOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  if (ts.isNonNullExpression(expression)) return nameOf(expression.expression);
  if (ts.isCallExpression(expression) && expression.arguments[0]) return nameOf(expression.arguments[0]);
  return "value";
}

const most = 16;

/** The texts of an expression, each choice within it made both ways. */
function sentencesOf(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return sentencesOf(node.expression);
  if (ts.isConditionalExpression(node))
    return [...sentencesOf(node.whenTrue), ...sentencesOf(node.whenFalse)];
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return sentencesOf(node.body);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((one) =>
      ts.isPropertyAssignment(one) && /^(?:error|message)$/.test(one.name.getText())
        ? sentencesOf(one.initializer)
        : [],
    );
  if (!ts.isTemplateExpression(node)) return [];
  let made: { text: string; names: readonly string[] }[] = [{ text: node.head.text, names: [] }];
  for (const { expression, literal } of node.templateSpans) {
    const choices = ts.isConditionalExpression(expression) ? sentencesOf(expression) : [];
    const isChoice =
      choices.length === 2 && choices.every((one) => !one.includes("{")) && made.length * 2 <= most;
    made = made.flatMap(({ text, names }) => {
      if (isChoice) return choices.map((one) => ({ text: text + one + literal.text, names }));
      const base = nameOf(expression).replace("#", "");
      let name = base;
      for (let number = 2; names.includes(name); number += 1) name = `${base}${number}`;
      return [{ text: `${text}{${name}}${literal.text}`, names: [...names, name] }];
    });
  }
  return made.map(({ text }) => text);
}

function collect(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const isComposing = composing.match(path) && !path.endsWith("/key-columns.ts");
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isTaggedTemplateExpression(node)) return;
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const { expression } = node;
      const name = ts.isPropertyAccessExpression(expression)
        ? expression.name.text
        : expression.getText(file);
      if (unsentCalls.test(name)) return;
      for (const place of sentBy.get(name) ?? []) {
        const argument = node.arguments?.[place];
        if (argument) found.push(...sentencesOf(argument));
      }
    }
    if (ts.isPropertyAssignment(node) && unsentMembers.test(node.name.getText(file))) return;
    if (isComposing && (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node))) {
      found.push(...sentencesOf(node).filter(isSentence));
      if (!ts.isTemplateExpression(node)) return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether it has words of its own, of which none is of a command or a statement of SQL. */
const hasWords = (text: string) =>
  /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, " ")) &&
  !/^(?:--|\) on |utf-8|\{\w+\} \{\w+\} not null$|\{publicUrl\}\/identity|PostgreSQL \{version\}$)/.test(
    text,
  );

/** States and the like that sentences contain. */
export const sentWords =
  "open paid cancelled submitted active suspended rejected expired pending deleted blocked failed refunded returned matched unmatched closed due lapsed paused ended processing created confirmed invalid customers card transfer default environment file"
    .split(" ")
    .concat("the seller's data", "the rates of tax", "the answer", "the record");

export function sentTexts(): readonly string[] {
  const paths = [...new Glob("**/*.ts").scanSync(source)].filter(
    (path) => !/\.test\.ts$|(?:^|\/)test\//.test(path),
  );
  const found = paths.flatMap((path) => collect(path, readFileSync(join(source, path), "utf8")));
  return [...new Set(found)].filter((text) => hasWords(text) && / /.test(text.trim())).sort();
}
