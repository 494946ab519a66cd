import { useState } from "react";
import { answerOf, api } from "../../api/client.ts";
import { keepSession, sessionStore, useUser } from "../../api/session.ts";
import { signIn } from "../../api/sign-in.ts";
import { day } from "../../base/format.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { usePageTitle } from "../../parts/page-title.ts";
import { Head, Section } from "../../parts/section.tsx";
import { Fault, useForm } from "../../parts/use-form.tsx";
import { AccessTokens } from "./access-tokens.tsx";

/** One's own names, e-mail, password and access tokens. */
export function Profile() {
  usePageTitle("Profile");
  const user = useUser();
  return (
    <>
      <Head title="Profile">
        {user.email}, signed up on {day(user.registered_at)}.
      </Head>
      <div className="cols">
        <Section className="c6" title="Names and e-mail">
          <Details />
        </Section>
        <Section
          className="c6"
          title="Password"
          note="A new one ends every other session and all access tokens."
        >
          <Password />
        </Section>
      </div>
      <AccessTokens userId={user.id} />
    </>
  );
}

type Changes = {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly email?: string;
  readonly password?: string;
  readonly current_password?: string;
};

async function changeUser(id: string, body: Changes): Promise<void> {
  const user = await answerOf(api.PATCH("/users/{user_id}", { params: { path: { user_id: id } }, body }));
  const session = sessionStore.get();
  if (session) keepSession({ ...session, user });
}

function Details() {
  const user = useUser();
  const [values, setValues] = useState({
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
  });
  const [current, setCurrent] = useState("");
  const moved = values.email !== user.email;
  const { problem, working, submit } = useForm(async () => {
    await changeUser(user.id, moved ? { ...values, current_password: current } : values);
    setCurrent("");
    showToast("Your details are changed");
  });
  const field = (name: keyof typeof values, label: string) => (
    <Field
      label={label}
      name={name}
      required
      dir="auto"
      maxLength={name === "email" ? 254 : 100}
      type={name === "email" ? "email" : "text"}
      value={values[name]}
      fault={problem?.of(name)}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
    />
  );
  return (
    <form className="form" onSubmit={submit}>
      {field("first_name", "First name")}
      {field("last_name", "Last name")}
      {field("email", "E-mail")}
      {moved && (
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          value={current}
          fault={problem?.of("current_password")}
          hint="Another e-mail needs it."
          onChange={(event) => setCurrent(event.target.value)}
        />
      )}
      <Fault problem={problem} />
      <Button type="submit" aria-disabled={working || undefined}>
        {working ? "Saving" : "Save details"}
      </Button>
    </form>
  );
}

function Password() {
  const user = useUser();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const { problem, working, submit } = useForm(async () => {
    await changeUser(user.id, { password: next, current_password: current });
    // This session may be among those that end with the old password.
    await signIn(user.email, next);
    setCurrent("");
    setNext("");
    showToast("Your password is changed");
  });
  return (
    <form className="form" onSubmit={submit}>
      {/* Password managers read from it whose password this is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <Field
        label="Present password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        fault={problem?.of("current_password")}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        value={next}
        hint="Ten characters or more, and not a common one."
        fault={problem?.of("password")}
        onChange={(event) => setNext(event.target.value)}
      />
      <Fault problem={problem} />
      <Button type="submit" aria-disabled={working || undefined}>
        {working ? "Changing the password" : "Change password"}
      </Button>
    </form>
  );
}
