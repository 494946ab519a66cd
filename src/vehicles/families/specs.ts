/**
 * The specifications of v3 without their groups: `specs.engine.cylinders` becomes `specs.engine_cylinders`.
 * Members outside a group stay as they are.
 */
export function flatSpecs(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { specs } = record;
  if (typeof specs !== "object" || specs === null) return record;
  const flat: Record<string, unknown> = {};
  for (const [group, members] of Object.entries(specs)) {
    if (typeof members !== "object" || members === null || Array.isArray(members)) flat[group] = members;
    else for (const [member, value] of Object.entries(members)) flat[`${group}_${member}`] = value;
  }
  return { ...record, specs: flat };
}
