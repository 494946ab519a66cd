import { useState } from "react";
import { api, dataOf, versioned } from "../../api/client.ts";
import { sessionStore, setSession, type User, useUser } from "../../api/session.ts";
import { signIn } from "../../api/sign-in.ts";
import { day } from "../../base/format.ts";
import { showToast } from "../../base/toast.ts";
import { Head, Section } from "../../parts/section.tsx";
import { type IfMatch, useEdit } from "../../parts/use-edit.tsx";
import { FieldForm, newPassword } from "../../parts/use-form.tsx";
import { AccessTokens } from "./access-tokens.tsx";

/** The user's own details, password and access tokens. */
export function Profile() {
  const user = useUser();
  return (
    <>
      <Head title="Profile">
        {user.email}, signed up on {day(user.registered_at)}.
      </Head>
      <div className="cols">
        <Section className="c6" title="Name and email">
          <Details />
        </Section>
        <Section
          className="c6"
          title="Password"
          note="A new password ends all other sessions and all access tokens."
        >
          <Password />
        </Section>
      </div>
      <AccessTokens userId={user.id} />
    </>
  );
}

type Changes = Partial<
  Record<"first_name" | "last_name" | "email" | "password" | "current_password", string>
>;

async function changeUser(id: string, body: Changes, headers?: IfMatch): Promise<void> {
  const params = { path: { user_id: id } };
  showUser(await dataOf(api.PATCH("/users/{user_id}", { params, body, ...(headers && { headers }) })));
}

function showUser(user: User): void {
  const session = sessionStore.get();
  if (session) setSession({ ...session, user });
}

const currentPassword = {
  name: "current_password",
  label: "Current password",
  type: "password",
  autoComplete: "current-password",
} as const;

function Details() {
  const user = useUser();
  const { first_name, last_name, email } = user;
  // A number of its own for each form: another one shows what is stored.
  const [load, setLoad] = useState(0);
  const read = () => versioned(api.GET("/users/{user_id}", { params: { path: { user_id: user.id } } }));
  const { save, dialog } = useEdit({
    before: user,
    read,
    saved: () => showToast("Details updated"),
    discard: async () => {
      showUser((await read()).value);
      setLoad(load + 1);
    },
  });
  if (dialog) return dialog;
  return (
    <FieldForm
      key={load}
      fields={[
        { name: "first_name", label: "First name", maxLength: 100 },
        { name: "last_name", label: "Last name", maxLength: 100 },
        { name: "email", label: "Email", type: "email", maxLength: 254 },
        {
          ...currentPassword,
          hint: "Required for a new email.",
          shownIf: (values) => values.email !== email,
        },
      ]}
      initial={{ first_name, last_name, email }}
      action="Save details"
      busy="Saving"
      send={({ current_password, ...values }) =>
        save(values, (headers) =>
          changeUser(user.id, values.email === email ? values : { ...values, current_password }, headers),
        )
      }
    />
  );
}

function Password() {
  const user = useUser();
  const [changes, setChanges] = useState(0);
  const send = async ({ current_password, password }: Record<"current_password" | "password", string>) => {
    await changeUser(user.id, { password, current_password });
    // The change can end this session.
    await signIn(user.email, password);
    setChanges(changes + 1);
    showToast("Password updated");
  };
  return (
    <FieldForm
      key={changes}
      fields={[currentPassword, { name: "password", ...newPassword }]}
      action="Change password"
      busy="Changing password"
      send={send}
    >
      {/* Password managers read the user from it. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
    </FieldForm>
  );
}
