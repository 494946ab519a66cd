import { useState } from "react";
import { createPortal } from "react-dom";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../button.tsx";
import type { PhotoDialog, PhotoDialogProps } from "./photo-dialog.tsx";

type VinPhotoProps = Omit<PhotoDialogProps, "close">;

/** A button that reads a VIN from a picture or by the camera. What does so is loaded when it is pressed. */
export function VinPhoto(props: VinPhotoProps) {
  const [Opened, setOpened] = useState<typeof PhotoDialog>();
  const open = async () => {
    try {
      const code = await import("./photo-dialog.tsx");
      setOpened(() => code.PhotoDialog);
    } catch {
      showToast(t("Could not load the reader of pictures. Reload the page."));
    }
  };
  return (
    <>
      <Button onPress={open}>{t("Photo or camera")}</Button>
      {/* Outside of the form that the button is in, which its controls are no part of. */}
      {Opened && createPortal(<Opened {...props} close={() => setOpened(undefined)} />, document.body)}
    </>
  );
}
