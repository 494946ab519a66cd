import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { sessionStore, setSession, useUser } from "../../api/session.ts";
import { signIn } from "../../api/sign-in.ts";
import { day } from "../../base/format.ts";
import { showToast } from "../../base/toast.ts";
import { Head, Section } from "../../parts/section.tsx";
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

async function changeUser(id: string, body: Changes): Promise<void> {
  const user = await dataOf(api.PATCH("/users/{user_id}", { params: { path: { user_id: id } }, body }));
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
  return (
    <FieldForm
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
      send={async ({ current_password, ...values }) => {
        await changeUser(user.id, values.email === email ? values : { ...values, current_password });
        showToast("Details updated");
      }}
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
