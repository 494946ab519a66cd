import { Fragment, useState } from "react";
import type { Schemas } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { sentText } from "../../base/language/sent.ts";
import { Field, Select } from "../../parts/field.tsx";
import { allowedTexts, permissionText } from "../../parts/permission-words.ts";
import { roleNames } from "../../parts/role-words.ts";

type Matrix = Schemas["RoleMatrix"];
type Callers = Schemas["RoleCallers"];

export const operatorRoles = ["owner", "support", "billing", "data"] as const;
const memberRoles = ["owner", "developer", "billing"] as const;

interface Row {
  readonly key: string;
  readonly area: string;
  readonly text: string;
  readonly callers: Callers;
}

const valuesOf = ({ visitor, member, operator }: Callers) => [
  visitor,
  ...memberRoles.map((role) => member[role]),
  ...operatorRoles.map((role) => operator[role]),
];

/** Who may do what: the permissions, or all operations, by area. */
export function RoleMatrix({ matrix: { areas, operations } }: { matrix: Matrix }) {
  const [text, setText] = useState("");
  const [area, setArea] = useState("");
  const [shown, setShown] = useState("permissions");
  const permissions = areas.flatMap((one) =>
    one.permissions.map((each) => ({
      ...each,
      area: permissionText(one.area),
      text: permissionText(each.text),
    })),
  );
  const rows: readonly Row[] =
    shown === "permissions"
      ? permissions.map(({ permission: key, ...rest }) => ({ key, ...rest }))
      : operations.map(({ id: key, summary, area: name, ...rest }) => ({
          key,
          text: sentText(summary),
          area: permissionText(name),
          ...rest,
        }));
  const words = text.trim().toLowerCase();
  const found = rows.filter(
    (row) => (area === "" || row.area === area) && row.text.toLowerCase().includes(words),
  );
  const names = [...new Set(rows.map((row) => row.area))];
  return (
    <>
      <div className="filters">
        <Field label={t("Search")} type="search" value={text} maxLength={100} change={setText} />
        <Select label={t("Area")} value={area} change={setArea} options={[["", t("All")], ...names]} />
        <Select
          label={t("Show")}
          value={shown}
          change={(value) => {
            setShown(value);
            setArea("");
          }}
          options={[
            ["permissions", t("Permissions ({permissions})", { permissions: count(permissions.length) })],
            ["operations", t("All operations ({operations})", { operations: count(operations.length) })],
          ]}
        />
      </div>
      <Rows rows={found} />
      {found.length === 0 && <p className="muted note">{t("Nothing found. Change the search.")}</p>}
      <p className="sm muted note">
        <T text="<b>own:</b> of the account one acts for. A role that may not do something does not see its button." />
      </p>
    </>
  );
}

/** The rows, grouped by area. */
function Rows({ rows }: { rows: readonly Row[] }) {
  const groups = Map.groupBy(rows, (row) => row.area);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls
    <section className="matrix note" tabIndex={0} aria-label={t("Roles and operations")}>
      <table className="t">
        <caption className="vh">{t("Operations by role")}</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t("Can")}
            </th>
            <th scope="col" rowSpan={2}>
              {t("Visitor")}
            </th>
            <th scope="colgroup" colSpan={memberRoles.length}>
              {t("Customer")}
            </th>
            <th scope="colgroup" colSpan={operatorRoles.length}>
              {t("Operator")}
            </th>
          </tr>
          <tr>
            {[...memberRoles, ...operatorRoles].map((role, index) => (
              <th key={`${index + 1}`} scope="col">
                {roleNames[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...groups].map(([name, group]) => (
            <Fragment key={name}>
              <tr className="grp">
                <th scope="rowgroup" colSpan={9}>
                  {name}
                </th>
              </tr>
              {group.map((row) => (
                <tr key={row.key}>
                  <th scope="row">{row.text}</th>
                  {valuesOf(row.callers).map((value, index) => (
                    <td key={`${index + 1}`}>
                      <span className={value}>{allowedTexts[value]}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}
