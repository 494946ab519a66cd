import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Api, answerOf, api } from "../../api/client.ts";
import { apis } from "../../api/queries.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, TypedConfirm } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { silent, Table } from "../../parts/table.tsx";

/** The APIs that products are made of: the built-in lookups, and registered ones. */
export function Apis() {
  usePageTitle("APIs");
  const query = useQuery(apis);
  const [editing, setEditing] = useState<Api | "new">();
  const [deleting, setDeleting] = useState<Api>();
  return (
    <>
      <Head title="APIs" actions={<Button onPress={() => setEditing("new")}>Register API</Button>}>
        What products are made of. The lookups are built in; others can be registered and put into products.
      </Head>
      <div className="sec tight">
        <Loaded query={query} what="The APIs could not be read" rows={10}>
          {({ items }) => (
            <Table
              caption="APIs"
              items={items}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: "API",
                  cell: (one) => (
                    <>
                      <span dir="auto">{one.display_name}</span>
                      <span className="sub">{one.description}</span>
                    </>
                  ),
                },
                { head: "Path", cell: ({ path }) => <code>/{path.replace(/^\//, "")}</code> },
                {
                  head: "Answered by",
                  cell: (one) =>
                    one.builtin ? (
                      <span className="muted">this service</span>
                    ) : (
                      <code>{one.service_url ?? "unknown"}</code>
                    ),
                },
                {
                  head: silent("Change"),
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
              ]}
            />
          )}
        </Loaded>
      </div>
      {editing && <EditApi one={editing} close={() => setEditing(undefined)} />}
      {deleting && <DeleteApi one={deleting} close={() => setDeleting(undefined)} />}
    </>
  );
}

function EditApi({ one, close }: { readonly one: Api | "new"; readonly close: () => void }) {
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
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
    />
  );
  const save = async () => {
    const { display_name, description } = values;
    if (!old)
      await answerOf(api.POST("/apis", { body: { ...values, service_url: values.service_url || null } }));
    else
      await answerOf(
        api.PATCH("/apis/{api_id}", {
          params: { path: { api_id: old.id } },
          body: old.builtin
            ? { display_name, description }
            : { display_name, description, path: values.path, service_url: values.service_url || null },
        }),
      );
    await queries.invalidateQueries({ queryKey: ["apis"] });
    showToast(old ? "The API is changed" : "The API is registered; put it into a product next");
  };
  return (
    <Dialog
      title={old ? `Edit ${old.display_name}` : "Register an API"}
      action={old ? "Save" : "Register API"}
      act={save}
      close={close}
    >
      {!old && input("name", "Name", "Lower-case letters, digits and hyphens; it cannot be changed later.")}
      {input("display_name", "Shown as")}
      {input("description", "Description")}
      {!old?.builtin && input("path", "Path", "Where it stands here.")}
      {!old?.builtin &&
        input("service_url", "Backend", "Where calls are passed on to, such as https://backend.example.com.")}
    </Dialog>
  );
}

function DeleteApi({ one, close }: { readonly one: Api; readonly close: () => void }) {
  const queries = useQueryClient();
  const remove = async () => {
    await answerOf(api.DELETE("/apis/{api_id}", { params: { path: { api_id: one.id } } }));
    await queries.invalidateQueries({ queryKey: ["apis"] });
    showToast("The API is deleted");
  };
  return (
    <TypedConfirm
      title={`Delete ${one.display_name}?`}
      word={one.name}
      action="Delete API"
      keep="Keep it"
      act={remove}
      close={close}
    >
      <p>It leaves every product that holds it. Its calls stay in reports. This cannot be undone.</p>
    </TypedConfirm>
  );
}
