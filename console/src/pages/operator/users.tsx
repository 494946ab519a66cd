import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { usersBy } from "../../api/operator-queries.ts";
import type { User } from "../../api/session.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { newId } from "../../base/new-id.ts";
import { Button } from "../../parts/button.tsx";
import { choiceField, textField } from "../../parts/fields.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { ListPage, usePaged } from "../../parts/list-page.tsx";
import { State, stateText } from "../../parts/outcome.tsx";
import { queryClient } from "../../parts/query-client.ts";
import { Link, navigate, useSearchState } from "../../parts/router.tsx";
import type { Column } from "../../parts/table.tsx";
import { TextFilter } from "../../parts/text-filter.tsx";
import { nameOf } from "../usage/use-names.ts";

const states = ["active", "blocked", "pending", "deleted"].map((state) => [state, stateText(state)] as const);

const columns: readonly Column<User>[] = [
  {
    head: t("Name"),
    cell: (user) => (
      <>
        <Link to={`/customers/${user.id}`} dir="auto">
          {nameOf(user)}
        </Link>
        <span className="sub">{user.email}</span>
      </>
    ),
  },
  { head: t("Role"), cell: ({ role }) => stateText(role) },
  { head: t("State"), cell: ({ state }) => <State state={state} /> },
  { head: t("Signed up"), cell: (user) => day(user.registered_at), figures: true },
];

export function Users() {
  const { search } = useSearchState();
  const [creating, setCreating] = useState(false);
  const { text, state } = search;
  const filter = { ...usePaged(), ...(text && { text }), ...(state && { state }) };
  const query = useQuery({ ...usersBy(filter), placeholderData: keepPreviousData });
  return (
    <>
      <ListPage
        title={t("Users")}
        note={t("All users, newest first. Open a user for keys, calls, credits and activity.")}
        actions={
          <Button permission="customers.change" onPress={() => setCreating(true)}>
            {t("Create user")}
          </Button>
        }
        filters={
          <TextFilter label={t("Name or email")} placeholder="ada byr">
            <FilterSelect label={t("State")} name="state" options={states} />
          </TextFilter>
        }
        what={t("the users")}
        query={query}
        empty={t("No matching users")}
        emptyNote={t("The search compares the beginnings of words in names and emails.")}
        narrowedBy={["text", "state"]}
        table={{ caption: t("Users, newest first"), keyOf: ({ id }) => id, columns }}
        paged
      />
      {creating && <CreateUser close={() => setCreating(false)} />}
    </>
  );
}

function CreateUser({ close }: { close: () => void }) {
  // One ID for every attempt, so that a retry after a lost response creates no second operator.
  const [id] = useState(() => newId("operator"));
  return (
    <FormDialog
      title={t("Create user")}
      action={t("Create user")}
      close={close}
      fields={{
        role: choiceField({
          label: t("Role"),
          options: [
            ["customer", t("Customer")],
            ["operator", t("Operator")],
          ],
        }),
        first_name: textField({ label: t("First name") }),
        last_name: textField({ label: t("Last name") }),
        email: textField({ label: t("Email"), type: "email" }),
      }}
      above={(values) => (
        <p className="muted">
          {values?.role === "operator"
            ? t("An operator sees and changes everything in this console.")
            : t("A customer gets a trial subscription with keys.")}{" "}
          {t("No email is sent: create a reset link on the next page and pass it on.")}
        </p>
      )}
      send={async ({ role, ...values }) => {
        const body = { ...values, role, state: "active", note: null } as const;
        const made =
          role === "operator"
            ? await dataOf(api.POST("/users/{user_id}", { params: { path: { user_id: id } }, body }))
            : (await dataOf(api.POST("/users/signup", { body: values }))).user;
        await queryClient.invalidateQueries({ queryKey: ["users"] });
        await navigate(`/customers/${made.id}`);
      }}
    />
  );
}
