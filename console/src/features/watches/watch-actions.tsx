import { useState } from "react";
import type { PlacedWatches } from "../../api/watches.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { UploadWatches } from "./upload-watches.tsx";
import { WatchForm } from "./watch-form.tsx";

interface WatchActionsProps {
  readonly subscriptionId: string;
  uploaded(placed: PlacedWatches): void;
}

/** Buttons that add watches: one, or those of a file. */
export function WatchActions({ subscriptionId, uploaded }: WatchActionsProps) {
  const [opened, setOpened] = useState<"add" | "upload">();
  const close = () => setOpened(undefined);
  return (
    <>
      <Button permission="events.change" look="primary" onPress={() => setOpened("add")}>
        {t("Add watch")}
      </Button>
      <Button permission="events.change" onPress={() => setOpened("upload")}>
        {t("Upload VINs")}
      </Button>
      {opened === "add" && <WatchForm subscriptionId={subscriptionId} close={close} />}
      {opened === "upload" && <UploadWatches subscriptionId={subscriptionId} done={uploaded} close={close} />}
    </>
  );
}
