import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Api, api, dataOf } from "../../api/client.ts";
import { apis } from "../../api/queries.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, TypedConfirm } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { ListPage } from "../../parts/list-page.tsx";
import { type Column, hidden, Unknown } from "../../parts/table.tsx";

/** The APIs of plans: built-in lookups and registered APIs. */
export function Apis() {
  const query = useQuery(apis);
  const [editing, setEditing] = useState<Api | "new">();
  const [deleting, setDeleting] = useState<Api>();
  const columns: readonly Column<Api>[] = [
    {
      head: "API",
      cell: (one) => (
        <>
          <bdi>{one.display_name}</bdi>
          <span className="sub">{one.description}</span>
        </>
      ),
    },
    { head: "Path", cell: ({ path }) => <code>/{path.replace(/^\//, "")}</code> },
    {
      head: "Backend",
      cell: ({ builtin, service_url: url }) =>
        builtin ? <span className="muted">Built in</span> : url ? <code>{url}</code> : <Unknown />,
    },
    {
      head: hidden("Actions"),
      figures: true,
      cell: (one) => (
        <span className="actions">
          <Button look="text" onPress={() => setEditing(one)}>
            Edit<span className="vh"> {one.display_name}</span>
          </Button>
          {!one.builtin && (
            <Button look="text" onPress={() => setDeleting(one)}>
              Delete<span className="vh"> {one.display_name}</span>
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <ListPage
        title="APIs"
        note="Plans consist of APIs. The lookups are built in; you can register other APIs and add them to plans."
        actions={<Button onPress={() => setEditing("new")}>Register API</Button>}
        what="the APIs"
        query={query}
        empty="No APIs yet"
        table={{ caption: "APIs", keyOf: ({ id }) => id, columns }}
      />
      {editing && <EditApi one={editing} close={() => setEditing(undefined)} />}
      {deleting && <DeleteApi one={deleting} close={() => setDeleting(undefined)} />}
    </>
  );
}

function EditApi({ one, close }: { one: Api | "new"; close: () => void }) {
  const queries = useQueryClient();
  const old = one === "new" ? undefined : one;
  const [values, setValues] = useState({
    name: old?.name ?? "",
    display_name: old?.display_name ?? "",
    description: old?.description ?? "",
    path: old?.path ?? "",
    service_url: old?.service_url ?? "",
  });
  const input = (name: keyof typeof values, label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      value={values[name]}
      dir="auto"
      required={name !== "description" && name !== "service_url"}
      change={(value) => setValues({ ...values, [name]: value })}
    />
  );
  const save = async () => {
    const { display_name, description, path } = values;
    const service_url = values.service_url || null;
    const body = old?.builtin
      ? { display_name, description }
      : { display_name, description, path, service_url };
    if (old) await dataOf(api.PATCH("/apis/{api_id}", { params: { path: { api_id: old.id } }, body }));
    else await dataOf(api.POST("/apis", { body: { ...values, service_url } }));
    await queries.invalidateQueries({ queryKey: ["apis"] });
    showToast(old ? "API updated" : "API registered. Add it to a plan.");
  };
  return (
    <Dialog
      title={old ? `Edit ${old.display_name}` : "Register API"}
      action={old ? "Save" : "Register API"}
      act={save}
      close={close}
    >
      {!old && input("name", "Name", "Lower-case letters, digits and hyphens. It cannot be changed later.")}
      {input("display_name", "Display name")}
      {input("description", "Description")}
      {!old?.builtin && input("path", "Path", "Path on this service.")}
      {!old?.builtin && input("service_url", "Backend", "For example, https://backend.example.com.")}
    </Dialog>
  );
}

function DeleteApi({ one, close }: { one: Api; close: () => void }) {
  const queries = useQueryClient();
  const remove = async () => {
    await dataOf(api.DELETE("/apis/{api_id}", { params: { path: { api_id: one.id } } }));
    await queries.invalidateQueries({ queryKey: ["apis"] });
    showToast("API deleted");
  };
  return (
    <TypedConfirm
      title={`Delete ${one.display_name}?`}
      word={one.name}
      action="Delete API"
      keep="Keep API"
      act={remove}
      close={close}
    >
      <p>It is removed from every plan. Its calls stay in reports. This cannot be undone.</p>
    </TypedConfirm>
  );
}
