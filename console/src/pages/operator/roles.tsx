import { useQuery } from "@tanstack/react-query";
import { useMay } from "../../api/account.ts";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { allOperators, roles } from "../../api/roles.ts";
import { useUser } from "../../api/session.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { State } from "../../parts/outcome.tsx";
import { personColumns } from "../../parts/person-columns.tsx";
import { RoleSelect } from "../../parts/role-select.tsx";
import { roleNames } from "../../parts/role-words.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { useDecision } from "../../parts/use-change.ts";
import { useDo } from "../../parts/use-do.ts";
import { AddCustomer } from "./add-customer.tsx";
import { operatorRoles, RoleMatrix } from "./role-matrix.tsx";

type Operator = Schemas["Operator"];
type OperatorRole = Operator["operator_role"];

/** The operators with their roles, and what each role can do. */
export function Roles() {
  const operators = useQuery({
    ...allOperators,
    enabled: useMay()("customers.view"),
  });
  const matrix = useQuery(roles);
  const add = useDo("add", "operators.change");
  const total = operators.data?.total;
  return (
    <>
      <Head
        actions={
          <Button permission="operators.change" look="primary" onPress={add.open}>
            {t("Add operator")}
          </Button>
        }
        title={
          total === undefined
            ? t("Roles")
            : `${t("{total, plural, one {# operator} other {# operators}}", { total })}, ${t("{operatorRoles, plural, one {# role} other {# roles}}", { operatorRoles: operatorRoles.length })}`
        }
      >
        {t("What each role can do.")}
        {matrix.data && " "}
        {matrix.data &&
          t("Generated from the {operations} operations of the API; it cannot be edited here.", {
            operations: count(matrix.data.operations.length),
          })}
      </Head>
      {(operators.isEnabled || operators.data) && (
        <Section
          title={t("Operators")}
          note={t("A new operator may only look, until an owner gives it another role.")}
          aside={<Link to="/customers">{t("Customers")}</Link>}
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
      {add.isOpen && <AddCustomer first="support" close={add.close} />}
    </>
  );
}

function Operators({ operators }: { operators: readonly Operator[] }) {
  const self = useUser().id;
  const mayChange = useMay()("operators.change");
  const decide = useDecision(["users"]);
  const setRole = ({ id, name }: Operator, operator_role: OperatorRole) => {
    const params = { path: { user_id: id } };
    return decide(
      dataOf(api.PATCH("/users/{user_id}", { params, body: { operator_role } })),
      t("{name} is now {roleName}", { name, roleName: roleNames[operator_role] }),
    );
  };
  return (
    <Table
      caption={t("Operators")}
      items={operators}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t("Operator"),
          cell: ({ id, name, email }) => {
            const link = (
              <Link to={`/customers/${id}`} dir="auto">
                {name}
              </Link>
            );
            return (
              <>
                {id === self ? <T text="{name} (you)" name={link} /> : link}
                <span className="sub">{email}</span>
              </>
            );
          },
        },
        {
          head: t("Role"),
          cell: (user) => {
            const role = user.operator_role;
            if (!mayChange || user.id === self) return roleNames[role];
            return (
              <RoleSelect
                name={user.name}
                role={role}
                roles={operatorRoles}
                change={(one) => setRole(user, one)}
              />
            );
          },
        },
        ...personColumns<Operator>(),
        { head: t("State"), cell: ({ state }) => <State state={state} /> },
      ]}
    />
  );
}
