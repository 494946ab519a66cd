import { Suspense, useState } from "react";
import { api, versioned } from "../../api/client.ts";
import { useUser } from "../../api/session.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { showToast } from "../../base/toast.ts";
import { pageParts } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { useEdit } from "../../parts/use-edit.tsx";
import { FieldForm } from "../../parts/use-form.tsx";
import { AccessTokens } from "./access-tokens.tsx";
import { changeUser, currentPassword, showUser } from "./change-user.ts";
import { LeaveAccount } from "./leave-account.tsx";

/** The user's own details and access tokens. */
export function Profile() {
  const user = useUser();
  return (
    <>
      <Head title={t("Profile")}>
        <T
          text="{email}, signed up on {day}. <link>Change your password</link>."
          email={user.email}
          day={day(user.registered_at)}
          link={(words) => <Link to="/security">{words}</Link>}
        />
      </Head>
      {/* Nothing moves while the sections of features load. */}
      <Suspense>
        <Section title={t("Name and email")}>
          <Details />
        </Section>
        {pageParts().flatMap(({ profile: Part }, index) => (Part ? <Part key={`${index + 1}`} /> : []))}
        <AccessTokens userId={user.id} />
        <LeaveAccount />
      </Suspense>
    </>
  );
}

function Details() {
  const user = useUser();
  const { first_name, last_name, email } = user;
  // A number of its own for each form: another one shows what is stored.
  const [load, setLoad] = useState(0);
  const read = () => versioned(api.GET("/users/{user_id}", { params: { path: { user_id: user.id } } }));
  const { save, dialog } = useEdit({
    before: user,
    read,
    saved: () => showToast(t("Details updated")),
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
        { name: "first_name", label: t("First name"), maxLength: 100 },
        { name: "last_name", label: t("Last name"), maxLength: 100 },
        { name: "email", label: t("Email"), type: "email", maxLength: 254 },
        {
          ...currentPassword,
          hint: t("Required for a new email."),
          shownIf: (values) => values.email !== email,
        },
      ]}
      initial={{ first_name, last_name, email }}
      action={t("Save details")}
      busy={t("Saving")}
      send={({ current_password, ...values }) =>
        save(values, (headers) =>
          changeUser(user.id, values.email === email ? values : { ...values, current_password }, headers),
        )
      }
    />
  );
}
