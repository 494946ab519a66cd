import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { copyText } from "../../base/toast.ts";
import { FormPage } from "../../pages/public/form-page.tsx";
import { Button } from "../../parts/button.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";

const unknownProgram = [
  t("The assistant is not registered"),
  t(
    "It is not known here, or was not connected within a day after it registered. Start again in the assistant.",
  ),
] as const;
const unknownAddress = [
  t("The return address is not registered"),
  t("The assistant named another return address than the one that it registered."),
] as const;

/** The page for a user whose assistant is not trusted. Its texts are fixed, because anyone can make a link to it. */
export function Refused() {
  const { reason, id = "" } = useSearchState().search;
  const [title, text] = reason === "address" ? unknownAddress : unknownProgram;
  const requestId = /^[\w.-]{1,128}$/.test(id) ? id : undefined;
  return (
    <FormPage title={t("Cannot connect")}>
      <div className="failure" role="alert">
        <p className="st st-failed strong">{title}</p>
        <p className="muted">
          {t("{reason} Nothing was connected or charged, and nothing was sent to it.", {
            reason: text,
          })}
        </p>
        {requestId && (
          <p className="xs muted">
            400 · <T text="request {id}" id={<code>{requestId}</code>} />
          </p>
        )}
        <p className="actions note">
          <Link className="btn" to="/me?tab=security">
            {t("Open console")}
          </Link>
          {requestId && <Button onPress={() => copyText(requestId)}>{t("Copy request ID")}</Button>}
        </p>
      </div>
    </FormPage>
  );
}
