const plainKey = /^[A-Za-z_$][\w$-]*$/;

/**
 * A JSON value as YAML. Texts are quoted, which Bun.YAML does not do for dates: readers of YAML 1.1 would take
 * them for moments. Without anchors, which Bun.YAML writes for parts that occur twice.
 */
export function yamlOf(value: unknown): string {
  return `${block(value, "").trimStart()}\n`;
}

/** A value after its key or hyphen: scalars on the same line, members on lines of their own. */
function block(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return ` ${JSON.stringify(value)}`;
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return value.length === 0 ? " []" : value.map((item) => `\n${indent}-${block(item, inner)}`).join("");
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return " {}";
  return members
    .map(([name, member]) => {
      const key = plainKey.test(name) ? name : JSON.stringify(name);
      return `\n${indent}${key}:${block(member, inner)}`;
    })
    .join("");
}
