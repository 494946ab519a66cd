import { useEffect, useRef } from "react";
import { t } from "../../base/language/language.ts";
import type { Pixels } from "./barcodes.ts";
import { pixelsOfVideo } from "./pixels.ts";

const betweenMs = 100;

interface CameraProps {
  /** Called with each frame of the camera, once the last call has ended. */
  read(pixels: Pixels): Promise<void>;
  /** Called with a sentence if the camera cannot be used, or its pictures cannot be read. */
  fail(sentence: string): void;
}

/** Shows the picture of the camera. The camera is on exactly while this is mounted. */
export function Camera({ read, fail }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    let isOn = true;
    let stream: MediaStream | undefined;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const run = async () => {
      stream = await opened();
      // The dialog may have been closed while the browser requested permission.
      if (!isOn) return stop();
      const shown = video.current!;
      shown.srcObject = stream;
      for (const track of stream.getTracks())
        track.onended = () =>
          isOn && fail(t("The camera was turned off. Use it again, or choose a picture."));
      await shown.play();
      while (isOn) {
        const pixels = pixelsOfVideo(shown);
        if (pixels) await read(pixels);
        await new Promise((resolve) => setTimeout(resolve, betweenMs));
      }
    };
    run().catch((error: unknown) => isOn && fail(faultOf(error)));
    return () => {
      isOn = false;
      stop();
    };
  }, []);
  return <video ref={video} muted playsInline aria-label={t("What the camera sees")} />;
}

/** Browsers have no `mediaDevices` at addresses that are not secure. */
async function opened(): Promise<MediaStream> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new DOMException("", "SecurityError");
  const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };
  return devices.getUserMedia({ audio: false, video: { facingMode: "environment", ...size } });
}

function faultOf(error: unknown): string {
  switch ((error as Error).name) {
    case "NotAllowedError":
      return t(
        "This page may not use the camera. Allow it in the browser's settings for this address, or choose a picture.",
      );
    case "SecurityError":
      return t("Browsers permit the camera only at addresses with https. Choose a picture instead.");
    case "NotFoundError":
    case "OverconstrainedError":
      return t("This device has no camera that can be used. Choose a picture instead.");
    case "NotReadableError":
    case "AbortError":
      return t(
        "The camera does not start; another program may use it. End that program, or choose a picture.",
      );
    default:
      return t("The pictures of the camera cannot be read. Reload the page, or type the VIN.");
  }
}
