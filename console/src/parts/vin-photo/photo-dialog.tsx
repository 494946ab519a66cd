import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { t } from "../../base/language/language.ts";
import { Button } from "../button.tsx";
import { useModal } from "../dialog.tsx";
import { Field } from "../field.tsx";
import { VinText } from "../vin-text.tsx";
import { BarcodeReader } from "./barcode-reader.ts";
import type { Barcode, Pixels } from "./barcodes.ts";
import { Camera } from "./camera.tsx";
import { kindNames, noVin, textsMax } from "./photo-words.ts";
import { pixelsOfFile } from "./pixels.ts";
import { LiveReadings } from "./readings.ts";
import { type ScannedVin, vinsOf } from "./vins-of-barcodes.ts";

export interface PhotoDialogProps {
  /** Whether the dialog stays open after a VIN, for the next one. */
  readonly several?: boolean | undefined;
  /** Called with a VIN that was read, or chosen from several. */
  take(scanned: ScannedVin): void;
  close(): void;
}

/** Reads VINs from pictures and from the camera, in this browser. */
export function PhotoDialog({ several, take, close }: PhotoDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [reader] = useState(() => new BarcodeReader());
  const [isOn, setOn] = useState(false);
  const [status, setStatus] = useState("");
  const [choices, setChoices] = useState<readonly ScannedVin[]>([]);
  const readings = useRef(new LiveReadings());
  // Counts what people begin: the result of what they have left for something else is not shown.
  const begun = useRef(0);
  useModal(dialog);
  useEffect(() => () => reader.close(), []);

  const accept = (found: readonly ScannedVin[]) => {
    setOn(false);
    if (found.length === 1) {
      take(found[0]!);
      return close();
    }
    setChoices(found);
    setStatus(
      t("{count, plural, one {# VIN was} other {# VINs were}} found. Choose one.", { count: found.length }),
    );
  };
  const add = (found: readonly ScannedVin[]) => {
    for (const one of found) take(one);
    setStatus(t("Added {vins}.", { vins: found.map(({ vin }) => vin).join(", ") }));
  };
  const use = several ? add : accept;

  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    begun.current += 1;
    const own = begun.current;
    setOn(false);
    setChoices([]);
    setStatus(t("Reading the picture"));
    let pixels: Pixels;
    try {
      pixels = await pixelsOfFile(file);
    } catch {
      if (own !== begun.current) return;
      return setStatus(
        t("This browser cannot show {name} as a picture. Choose a JPEG or PNG file.", { name: file.name }),
      );
    }
    let barcodes: readonly Barcode[];
    try {
      barcodes = await reader.read(pixels);
    } catch {
      if (own !== begun.current) return;
      return setStatus(t("The picture cannot be read. Reload the page, or type the VIN."));
    }
    if (own !== begun.current) return;
    const found = vinsOf(barcodes);
    if (found.length > 0) use(found);
    else setStatus(noVin(barcodes.map(({ text }) => text)));
  };

  const readFrame = async (pixels: Pixels) => {
    const own = begun.current;
    const barcodes = await reader.read(pixels, readings.current.nextWay());
    if (own !== begun.current) return;
    const { found, isOverdue, texts } = readings.current.add(barcodes);
    if (found.length > 0) use(found);
    else if (isOverdue) setStatus(noVin(texts));
  };

  const turnOn = () => {
    begun.current += 1;
    readings.current = new LiveReadings();
    setChoices([]);
    setStatus(t("Hold the barcode before the camera."));
    setOn(true);
  };
  const turnOff = () => {
    begun.current += 1;
    setOn(false);
    setStatus("");
  };
  const file = {
    type: "file",
    accept: "image/*",
    // The same file can be chosen again.
    onClick: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      currentTarget.value = "";
    },
    onChange: (event: ChangeEvent<HTMLInputElement>) => void readFile(event),
  };
  return (
    <dialog
      ref={dialog}
      className="dlg photo"
      aria-labelledby={heading}
      onClose={close}
      onCancel={(event) => event.target === event.currentTarget && close()}
    >
      <h2 id={heading}>{t("Read a VIN from a picture")}</h2>
      <p className="sm muted">
        {t(
          "Vehicles have a barcode with the VIN in the door frame or behind the windshield, and papers often too. The picture does not leave this browser.",
        )}
      </p>
      {matchMedia("(pointer: coarse)").matches && (
        <Field {...file} label={t("Take a photo")} capture="environment" />
      )}
      <Field {...file} label={t("Picture file")} />
      {isOn && (
        <Camera
          read={readFrame}
          fail={(sentence) => {
            setOn(false);
            setStatus(sentence);
          }}
        />
      )}
      <p>
        <Button onPress={isOn ? turnOff : turnOn}>{isOn ? t("Turn camera off") : t("Use camera")}</Button>
      </p>
      <p role="status">{status}</p>
      {choices.length > 0 && (
        <ul className="photo-vins">
          {choices.slice(0, textsMax).map((one) => (
            <li key={one.vin}>
              <Button
                onPress={() => {
                  take(one);
                  close();
                }}
              >
                <VinText vin={one.vin} />
              </Button>{" "}
              <span className="muted sm">{kindNames[one.barcode.kind]}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="actions">
        <Button onPress={close}>{several ? t("Done") : t("Cancel")}</Button>
      </p>
    </dialog>
  );
}
