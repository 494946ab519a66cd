import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { notesOf } from "../../api/operator-queries.ts";
import type { User } from "../../api/session.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { List } from "../../parts/list-page.tsx";
import { Section } from "../../parts/section.tsx";
import { localDay } from "../../parts/time.tsx";

type Note = Schemas["UserNote"];

/** What operators wrote about a customer, the newest first; the note of the account's own record after them. */
export function Notes({ user }: { user: User }) {
  const query = useQuery(notesOf(user.id));
  const [adding, setAdding] = useState(false);
  const [removed, remove] = useState<Note>();
  const params = { path: { id: user.id } };
  const changes = [notesOf(user.id).queryKey];
  return (
    <Section
      className="c6"
      title={t("Notes")}
      note={t("Only operators see them. They are not in the export.")}
    >
      <List
        query={query}
        what={t("Could not load the notes")}
        rows={2}
        view={(notes) => (
          <ul className="notes">
            {notes.map((note) => (
              <li key={note.id}>
                <span dir="auto">{note.text}</span>
                <span className="sub">
                  {`${note.author_name ?? t("The operator token")}, ${localDay(note.created_at)}`}{" "}
                  <Button permission="notes.change" look="text" onPress={() => remove(note)}>
                    {t("Delete")}
                    <span className="vh"> {note.text.slice(0, 40)}</span>
                  </Button>
                </span>
              </li>
            ))}
            {user.note && (
              <li>
                <span dir="auto">{user.note}</span>
                <span className="sub">{t("Of the account’s record")}</span>
              </li>
            )}
          </ul>
        )}
      />
      {user.state !== "deleted" && (
        <p className="note">
          <Button permission="notes.change" onPress={() => setAdding(true)}>
            {t("Add note")}
          </Button>
        </p>
      )}
      {adding && (
        <FormDialog
          title={t("Add note")}
          action={t("Add note")}
          busy={t("Adding")}
          close={() => setAdding(false)}
          changes={changes}
          fields={{ text: textField({ label: t("Note"), rows: 4, maxLength: 2000, blocksEmpty: true }) }}
          send={async (body, headers) => {
            const header = { "Idempotency-Key": headers["idempotency-key"]! };
            await dataOf(api.POST("/users/{id}/notes", { params: { ...params, header }, body }));
            return t("Note added");
          }}
        />
      )}
      {removed && (
        <FormDialog
          title={t("Delete the note?")}
          action={t("Delete note")}
          danger
          close={() => remove(undefined)}
          changes={changes}
          send={async () => {
            const path = { ...params.path, note_id: removed.id };
            await dataOf(api.DELETE("/users/{id}/notes/{note_id}", { params: { path } }));
            return t("Note deleted");
          }}
        >
          <p dir="auto">{removed.text}</p>
        </FormDialog>
      )}
    </Section>
  );
}
