import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { documentOf } from "../../api/registered-apis.ts";
import { bytes } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Link } from "../../parts/router.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useChange } from "../../parts/use-change.ts";

interface DocumentFieldProps {
  /** Undefined before the API is registered. */
  readonly apiId: string | undefined;
  take(file: File | undefined): void;
}

/** The OpenAPI document of an API: the current one, and a file that replaces it. */
export function DocumentField({ apiId, take }: DocumentFieldProps) {
  return (
    <div className="form">
      {apiId !== undefined && <Current apiId={apiId} />}
      <Field
        label={t("OpenAPI document")}
        type="file"
        accept=".json,.yaml,.yml"
        hint={t("OpenAPI 3.0 or 3.1, JSON up to 16 MiB or YAML up to 5 MiB. It is uploaded when you save.")}
        onChange={({ target }) => take(target.files?.[0])}
      />
    </div>
  );
}

function Current({ apiId }: { readonly apiId: string }) {
  const query = useQuery(documentOf(apiId));
  const change = useChange(["apis", apiId], ["openapi"]);
  const remove = () =>
    change(
      dataOf(api.DELETE("/apis/{api_id}/document", { params: { path: { api_id: apiId } } })),
      t("Document removed"),
    );
  if (query.data === null)
    return <p className="muted">{t("No document yet. Reports show calls without names.")}</p>;
  return (
    <Loaded query={query} what={t("Could not load the document")} rows={1}>
      {(found) =>
        found && (
          <>
            <p>
              <T
                text="A document of {bytes} names the operations. <link>View reference</link>"
                bytes={bytes(found.text.length)}
                link={(words) => <Link to="/docs/reference">{words}</Link>}
              />
            </p>
            <p className="actions">
              <Button permission="apis.change" onPress={remove}>
                {t("Remove document")}
              </Button>
            </p>
          </>
        )
      }
    </Loaded>
  );
}
