import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { answerOf, api } from "../../api/client.ts";
import { usersBy } from "../../api/operator-queries.ts";
import { day } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { State } from "../../parts/outcome.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Pager } from "../../parts/pager.tsx";
import { queryClient } from "../../parts/query-client.ts";
import { Head } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { useSearchState } from "../../parts/use-search-state.ts";

const pageSize = 50;

/** Everybody who has an account. */
export function Users() {
  usePageTitle("Users");
  const { search, change } = useSearchState();
  const [text, setText] = useState(search.text ?? "");
  const [creating, setCreating] = useState(false);
  const page = Math.max(1, Number(search.page) || 1);
  const filter = {
    page,
    page_size: pageSize,
    ...(search.text && { text: search.text }),
    ...(search.state && { state: search.state }),
  };
  const query = useQuery({ ...usersBy(filter), placeholderData: keepPreviousData });
  const find = (event: FormEvent) => {
    event.preventDefault();
    change({ text: text.trim(), page: "" });
  };
  return (
    <>
      <Head title="Users" actions={<Button onPress={() => setCreating(true)}>Create account</Button>}>
        Everybody who has an account, newest first. Open one for its keys, calls, credits and history.
      </Head>
      <form className="filters note" onSubmit={find}>
        <Field
          label="Name or e-mail"
          type="search"
          value={text}
          placeholder="ada byr"
          onChange={(event) => setText(event.target.value)}
        />
        <Select
          label="State"
          value={search.state ?? ""}
          onChange={(event) => change({ state: event.target.value, page: "" })}
        >
          <option value="">All</option>
          {["active", "blocked", "pending", "deleted"].map((state) => (
            <option key={state}>{state}</option>
          ))}
        </Select>
        <Button type="submit">Find</Button>
      </form>
      <div className="sec tight">
        <Loaded query={query} what="The users could not be read" rows={8}>
          {({ items, total }) =>
            items.length === 0 ? (
              <Empty
                title="No account matches"
                action={
                  <Button
                    onPress={() => {
                      setText("");
                      change({ text: "", state: "", page: "" });
                    }}
                  >
                    Show all
                  </Button>
                }
              >
                Names and e-mails are compared by the beginnings of their words.
              </Empty>
            ) : (
              <>
                <Table
                  caption="Users, newest first"
                  items={items}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      head: "Name",
                      cell: (user) => (
                        <>
                          <Link to={`/users/${user.id}`} dir="auto">
                            {user.first_name || user.last_name
                              ? `${user.first_name} ${user.last_name}`
                              : user.id}
                          </Link>
                          <span className="sub">{user.email}</span>
                        </>
                      ),
                    },
                    { head: "Role", cell: ({ role }) => role },
                    { head: "State", cell: ({ state }) => <State state={state} /> },
                    {
                      head: "Signed up",
                      cell: (user) => day(user.registered_at),
                      figures: true,
                      narrow: "since",
                    },
                  ]}
                />
                <Pager
                  page={page}
                  pageSize={pageSize}
                  total={total}
                  go={(to) => change({ page: String(to) })}
                />
              </>
            )
          }
        </Loaded>
      </div>
      {creating && <CreateAccount close={() => setCreating(false)} />}
    </>
  );
}

function CreateAccount({ close }: { readonly close: () => void }) {
  const navigate = useNavigate();
  const [values, setValues] = useState({ first_name: "", last_name: "", email: "" });
  const create = async () => {
    const made = await answerOf(api.POST("/users/signup", { body: values }));
    await queryClient.invalidateQueries({ queryKey: ["users"] });
    await navigate({ to: `/users/${made.user.id}` });
  };
  return (
    <Dialog title="Create an account" action="Create account" act={create} close={close}>
      <p className="muted">
        It gets a trial subscription with its keys. Nothing is mailed: make a password link on the next page
        and hand it over.
      </p>
      {(["first_name", "last_name", "email"] as const).map((name) => (
        <Field
          key={name}
          label={{ first_name: "First name", last_name: "Last name", email: "E-mail" }[name]}
          type={name === "email" ? "email" : "text"}
          required
          dir="auto"
          value={values[name]}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
    </Dialog>
  );
}
