import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { usersBy } from "../../api/operator-queries.ts";
import type { User } from "../../api/session.ts";
import { day } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { FilterSelect } from "../../parts/filter-select.tsx";
import { ListPage, usePaged } from "../../parts/list-page.tsx";
import { State, stateText } from "../../parts/outcome.tsx";
import { queryClient } from "../../parts/query-client.ts";
import { Link, navigate, useSearchState } from "../../parts/router.tsx";
import type { Column } from "../../parts/table.tsx";

const states = ["active", "blocked", "pending", "deleted"].map((state) => [state, stateText(state)] as const);

const columns: readonly Column<User>[] = [
  {
    head: "Name",
    cell: ({ id, first_name, last_name, email }) => (
      <>
        <Link to={`/users/${id}`} dir="auto">
          {`${first_name} ${last_name}`.trim() || id}
        </Link>
        <span className="sub">{email}</span>
      </>
    ),
  },
  { head: "Role", cell: ({ role }) => stateText(role) },
  { head: "State", cell: ({ state }) => <State state={state} /> },
  { head: "Signed up", cell: (user) => day(user.registered_at), figures: true },
];

/** All users. */
export function Users() {
  const { search } = useSearchState();
  const [creating, setCreating] = useState(false);
  const { text, state } = search;
  const filter = { ...usePaged(), ...(text && { text }), ...(state && { state }) };
  const query = useQuery({ ...usersBy(filter), placeholderData: keepPreviousData });
  return (
    <>
      <ListPage
        title="Users"
        note="All users, newest first. Open a user for keys, calls, credits and activity."
        actions={<Button onPress={() => setCreating(true)}>Create user</Button>}
        filters={<UserFilters />}
        what="the users"
        query={query}
        empty="No matching users"
        emptyNote="The search compares the beginnings of words in names and emails."
        narrowedBy={["text", "state"]}
        table={{ caption: "Users, newest first", keyOf: ({ id }) => id, columns }}
        paged
      />
      {creating && <CreateUser close={() => setCreating(false)} />}
    </>
  );
}

function UserFilters() {
  const { search, change } = useSearchState();
  const applied = search.text ?? "";
  const [text, setText] = useState(applied);
  useEffect(() => setText(applied), [applied]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ text: text.trim(), page: "" });
  };
  return (
    <form className="filters note" onSubmit={submit}>
      <Field label="Name or email" type="search" value={text} placeholder="ada byr" change={setText} />
      <FilterSelect label="State" name="state" options={states} />
      <Button type="submit">Search</Button>
    </form>
  );
}

const fields = [
  { name: "first_name", label: "First name", type: "text" },
  { name: "last_name", label: "Last name", type: "text" },
  { name: "email", label: "Email", type: "email" },
] as const;

function CreateUser({ close }: { close: () => void }) {
  const [values, setValues] = useState({ first_name: "", last_name: "", email: "" });
  const create = async () => {
    const made = await dataOf(api.POST("/users/signup", { body: values }));
    await queryClient.invalidateQueries({ queryKey: ["users"] });
    await navigate(`/users/${made.user.id}`);
  };
  return (
    <Dialog title="Create user" action="Create user" act={create} close={close}>
      <p className="muted">
        The user gets a trial subscription with keys. No email is sent: create a reset link on the next page
        and pass it on.
      </p>
      {fields.map(({ name, label, type }) => (
        <Field
          key={name}
          label={label}
          type={type}
          required
          dir="auto"
          value={values[name]}
          change={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
    </Dialog>
  );
}
