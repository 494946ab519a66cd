import { type Api, api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { TypedConfirm } from "../../parts/dialog.tsx";
import { navigate } from "../../parts/router.tsx";
import { useChange } from "../../parts/use-change.ts";

/** Deletes a registered API after its name is typed. */
export function DeleteApi({ one, close }: { one: Api; close: () => void }) {
  const change = useChange(["apis"]);
  const remove = () => {
    const call = dataOf(api.DELETE("/apis/{api_id}", { params: { path: { api_id: one.id } } }));
    return change(
      call.then(() => navigate("/apis")),
      t("API deleted"),
    );
  };
  return (
    <TypedConfirm
      title={t("Delete {displayName}?", { displayName: sentText(one.display_name) })}
      word={one.name}
      action={t("Delete API")}
      keep={t("Keep API")}
      act={remove}
      close={close}
    >
      <p>{t("It is removed from every plan. Its calls stay in reports. This cannot be undone.")}</p>
    </TypedConfirm>
  );
}
