import { close, type NumberForm } from "../../../../test/console/dom/number-form.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { apiRecord, user } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { UploadWatches } from "./upload-watches.tsx";
import { WatchForm } from "./watch-form.tsx";

async function openWatch() {
  respond("get", "/apis", [apiRecord()]);
  await show(<WatchForm subscriptionId="shop" close={close} />, { as: user() });
}

/** A watch, and a file of watches. */
export const numberForms: readonly NumberForm[] = [
  {
    file: "features/watches/upload-watches.tsx",
    fields: 0,
    open: () => show(<UploadWatches subscriptionId="shop" done={close} close={close} />, { as: user() }),
  },
  { file: "features/watches/watch-form.tsx", fields: 0, open: openWatch },
];
