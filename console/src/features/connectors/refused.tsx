import { copyText } from "../../base/toast.ts";
import { FormPage } from "../../pages/public/form-page.tsx";
import { Button } from "../../parts/button.tsx";
import { Link, useSearchState } from "../../parts/router.tsx";

const unknownProgram = [
  "The assistant is not registered",
  "It is not known here, or was not connected within a day after it registered. Start again in the assistant.",
] as const;
const unknownAddress = [
  "The return address is not registered",
  "The assistant named another return address than the one that it registered.",
] as const;

/** What a user sees whose assistant is not trusted. The texts are the page's own: anyone can make a link to it. */
export function Refused() {
  const { reason, id = "" } = useSearchState().search;
  const [title, text] = reason === "address" ? unknownAddress : unknownProgram;
  const requestId = /^[\w.-]{1,128}$/.test(id) ? id : undefined;
  return (
    <FormPage title="Cannot connect">
      <div className="failure" role="alert">
        <p className="st st-failed strong">{title}</p>
        <p className="muted">{text} Nothing was connected or charged, and nothing was sent to it.</p>
        {requestId && (
          <p className="xs muted">
            400 · request <code>{requestId}</code>
          </p>
        )}
        <p className="actions note">
          <Link className="btn" to="/security">
            Open console
          </Link>
          {requestId && <Button onPress={() => copyText(requestId)}>Copy request ID</Button>}
        </p>
      </div>
    </FormPage>
  );
}
