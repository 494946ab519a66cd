import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Watch, type WatchPage, watchChanges } from "../../api/watches.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Pages } from "../../parts/list-page.tsx";
import { type Column, hidden, Table } from "../../parts/table.tsx";
import { useApiNames } from "./use-api-names.ts";
import { WatchForm } from "./watch-form.tsx";

interface WatchTableProps {
  readonly page: WatchPage;
  readonly subscriptionId: string;
  readonly changeable?: boolean | undefined;
}

/** A page of watched VINs. */
export function WatchTable({ page, subscriptionId, changeable }: WatchTableProps) {
  const nameOf = useApiNames();
  const [opened, setOpened] = useState<{ readonly watch: Watch; readonly action: "edit" | "remove" }>();
  const queries = useQueryClient();
  const close = () => setOpened(undefined);
  const columns: readonly Column<Watch>[] = [
    { head: "VIN", cell: ({ vin }) => <code>{vin}</code> },
    { head: t("Lookups"), cell: ({ families }) => families.map(nameOf).join(", ") },
    { head: t("Watched since"), cell: (watch) => day(watch.created_at) },
  ];
  const actions: Column<Watch> = {
    head: hidden(t("Actions")),
    figures: true,
    cell: (watch) => (
      <span className="actions">
        <Button permission="events.change" onPress={() => setOpened({ watch, action: "edit" })}>
          <T text="Edit{vin}" vin={<span className="vh"> {watch.vin}</span>} />
        </Button>
        <Button permission="events.change" onPress={() => setOpened({ watch, action: "remove" })}>
          <T text="Remove{vin}" vin={<span className="vh"> {watch.vin}</span>} />
        </Button>
      </span>
    ),
  };
  const remove = async ({ vin }: Watch) => {
    await watchChanges(queries, subscriptionId).remove(vin);
    return t("Watch removed");
  };
  return (
    <>
      <Table
        caption={t("Watched VINs")}
        items={page.items}
        keyOf={({ vin }) => vin}
        columns={changeable ? [...columns, actions] : columns}
      />
      <Pages total={page.total} paged steps={[t("Previous"), t("Next")]} />
      {opened?.action === "edit" && (
        <WatchForm subscriptionId={subscriptionId} watch={opened.watch} close={close} />
      )}
      {opened?.action === "remove" && (
        <FormDialog
          title={t("Remove the watch of {vin}?", { vin: opened.watch.vin })}
          action={t("Remove watch")}
          busy={t("Removing")}
          danger
          send={() => remove(opened.watch)}
          close={close}
        >
          <p>{t("Later changes of its records make no events.")}</p>
        </FormDialog>
      )}
    </>
  );
}
