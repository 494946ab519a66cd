import { Suspense, useState } from "react";
import { api, versioned } from "../../api/client.ts";
import { useUser } from "../../api/session.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { textField } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { languageField } from "../../parts/language-field.ts";
import { pageParts } from "../../parts/page-parts.ts";
import { Link } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { SingleKeys } from "../../parts/single-keys.tsx";
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
          link={(words) => <Link to="/me?tab=security">{words}</Link>}
        />
      </Head>
      {/* Nothing moves while the sections of features load. */}
      <Suspense>
        <Section title={t("Name and email")}>
          <Details />
        </Section>
        {pageParts().flatMap(({ profile: Part }, index) => (Part ? <Part key={`${index + 1}`} /> : []))}
        <SingleKeys />
        <AccessTokens userId={user.id} />
        <LeaveAccount />
      </Suspense>
    </>
  );
}

function Details() {
  const user = useUser();
  const { first_name, last_name, email, language } = user;
  // A number of its own for each form: another one shows what is stored.
  const [load, setLoad] = useState(0);
  const read = () => versioned(api.GET("/users/{user_id}", { params: { path: { user_id: user.id } } }));
  const discarded = async () => {
    showUser((await read()).value);
    setLoad(load + 1);
  };
  return (
    <FieldForm
      key={load}
      fields={(typed) => ({
        first_name: textField({ label: t("First name"), initial: first_name, maxLength: 100 }),
        last_name: textField({ label: t("Last name"), initial: last_name, maxLength: 100 }),
        email: textField({ label: t("Email"), initial: email, type: "email", maxLength: 254 }),
        language: languageField(language),
        current_password: textField({
          ...currentPassword,
          hint: t("Required for a new email."),
          shown: typed.email !== email,
        }),
      })}
      edit={{ before: user, read, discarded }}
      action={t("Save details")}
      busy={t("Saving")}
      send={async ({ current_password, ...values }, headers) => {
        await changeUser(user.id, values.email === email ? values : { ...values, current_password }, headers);
        return t("Details updated");
      }}
    />
  );
}
