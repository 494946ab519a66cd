import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMay } from "../../api/account.ts";
import { api, dataOf, listOf } from "../../api/client.ts";
import { roles } from "../../api/roles.ts";
import { type User, useUser } from "../../api/session.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { State } from "../../parts/outcome.tsx";
import { RoleSelect } from "../../parts/role-select.tsx";
import { roleNames } from "../../parts/role-words.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { nameOf } from "../usage/use-names.ts";
import { operatorRoles, RoleMatrix } from "./role-matrix.tsx";

type OperatorRole = NonNullable<User["operator_role"]>;

const operatorsMax = 200;

/** The operators with their roles, and what each role can do. */
export function Roles() {
  const operators = useQuery({
    queryKey: ["users", "operators"],
    queryFn: () =>
      listOf(api.GET("/users/", { params: { query: { role: "operator", page_size: operatorsMax } } })),
    enabled: useMay()("customers.view"),
  });
  const matrix = useQuery(roles);
  const total = operators.data?.total;
  return (
    <>
      <Head
        title={
          total === undefined
            ? t("Roles")
            : `${t("{total, plural, one {# operator} other {# operators}}", { total })}, ${t("{operatorRoles, plural, one {# role} other {# roles}}", { operatorRoles: operatorRoles.length })}`
        }
      >
        {t("What each role can do.")}
        {matrix.data &&
          t(" Generated from the {operations} operations of the API; it cannot be edited here.", {
            operations: count(matrix.data.operations.length),
          })}
      </Head>
      {(operators.isEnabled || operators.data) && (
        <Section
          title={t("Operators")}
          note={t("A new operator may only look, until an owner gives it another role.")}
          aside={<Link to="/users">{t("Users")}</Link>}
        >
          <Loaded query={operators} what={t("Could not load the operators")} rows={3}>
            {({ items }) => <Operators operators={items} />}
          </Loaded>
        </Section>
      )}
      <Section title={t("What each role can do")}>
        <Loaded query={matrix} what={t("Could not load the roles")} rows={10}>
          {(loaded) => <RoleMatrix matrix={loaded} />}
        </Loaded>
      </Section>
    </>
  );
}

function Operators({ operators }: { operators: readonly User[] }) {
  const self = useUser().id;
  const mayChange = useMay()("operators.change");
  const queries = useQueryClient();
  const setRole = async (user: User, operator_role: OperatorRole) => {
    const params = { path: { user_id: user.id } };
    await dataOf(api.PATCH("/users/{user_id}", { params, body: { operator_role } })).then(
      () =>
        showToast(
          t("{nameOf} is now {roleName}", { nameOf: nameOf(user), roleName: roleNames[operator_role] }),
        ),
      (error: Error) => showToast(error.message),
    );
    await queries.invalidateQueries({ queryKey: ["users"] });
  };
  return (
    <Table
      caption={t("Operators")}
      items={operators}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t("Operator"),
          cell: (user) => (
            <>
              <Link to={`/users/${user.id}`} dir="auto">
                {nameOf(user)}
              </Link>
              {user.id === self && t(" (you)")}
              <span className="sub">{user.email}</span>
            </>
          ),
        },
        {
          head: t("Role"),
          cell: (user) => {
            const role = user.operator_role ?? "support";
            if (!mayChange || user.id === self) return roleNames[role];
            return (
              <RoleSelect
                name={nameOf(user)}
                role={role}
                roles={operatorRoles}
                change={(one) => setRole(user, one)}
              />
            );
          },
        },
        { head: t("State"), cell: ({ state }) => <State state={state} /> },
      ]}
    />
  );
}
