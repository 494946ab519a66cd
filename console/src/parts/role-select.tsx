import { t } from "../base/language/language.ts";
import { roleNames } from "./role-words.ts";

interface RoleSelectProps<Role> {
  /** Whose role it is. */
  readonly name: string;
  readonly role: Role;
  readonly roles: readonly Role[];
  change(role: Role): unknown;
}

/** The role of a member or an operator in a table; a change applies at once. */
export function RoleSelect<Role extends keyof typeof roleNames>({
  name,
  role,
  roles,
  change,
}: RoleSelectProps<Role>) {
  return (
    <select
      className="in"
      aria-label={t("Role of {name}", { name })}
      value={role}
      onChange={({ target }) => change(target.value as Role)}
    >
      {roles.map((one) => (
        <option key={one} value={one}>
          {roleNames[one]}
        </option>
      ))}
    </select>
  );
}
