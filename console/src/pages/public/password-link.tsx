import { type ReactNode, useState } from "react";
import { t } from "../../base/language/language.ts";
import { newPassword, textField } from "../../parts/fields.tsx";
import { FieldForm } from "../../parts/form-dialog.tsx";
import { Link } from "../../parts/router.tsx";
import { FormPage } from "./form-page.tsx";

interface PasswordLinkProps {
  readonly title: string;
  readonly text?: string;
  readonly action: string;
  /** What to do if the link has lost its token. */
  readonly incomplete: ReactNode;
  /** What is shown afterwards, with the page to go on to. */
  readonly done: {
    readonly title: string;
    readonly text: string;
    readonly to: string;
    readonly action: string;
  };
  send(token: string, password: string): Promise<void>;
}

/** The page of a link by which a password is chosen. Its token follows the #, which browsers do not send to servers. */
export function PasswordLink({ title, text, action, incomplete, done, send }: PasswordLinkProps) {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <FormPage title={done.title}>
        <p className="muted">{done.text}</p>
        <p>
          <Link className="btn btn-primary" to={done.to}>
            {done.action}
          </Link>
        </p>
      </FormPage>
    );
  if (!token)
    return (
      <FormPage title={t("This link is incomplete")}>
        <p className="muted">{incomplete}</p>
      </FormPage>
    );
  return (
    <FormPage title={title}>
      {text && <p className="muted">{text}</p>}
      <FieldForm
        fields={{ password: textField(newPassword) }}
        action={action}
        busy={t("Setting password")}
        look="primary"
        send={async ({ password }) => {
          await send(token, password);
          history.replaceState(history.state, "", location.pathname);
          setDone(true);
        }}
      />
    </FormPage>
  );
}
