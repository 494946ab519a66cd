import { useQueryClient } from "@tanstack/react-query";
import { type Api, api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { showToast } from "../../base/toast.ts";
import { TypedConfirm } from "../../parts/dialog.tsx";
import { navigate } from "../../parts/router.tsx";

/** Deletes a registered API after its name is typed. */
export function DeleteApi({ one, close }: { one: Api; close: () => void }) {
  const queries = useQueryClient();
  const remove = async () => {
    await dataOf(api.DELETE("/apis/{api_id}", { params: { path: { api_id: one.id } } }));
    await navigate("/apis");
    await queries.invalidateQueries({ queryKey: ["apis"] });
    showToast(t("API deleted"));
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
