import type { Pixels } from "./barcodes.ts";

/** Phones take pictures of up to 50 million pixels; with fewer, a barcode that fills a quarter of the width is read still. */
const pixelsMax = 8_000_000;

/** Draws an image and returns its pixels, fewer of a large one. */
function pixelsOf(image: CanvasImageSource, width: number, height: number): Pixels {
  const scale = Math.min(1, Math.sqrt(pixelsMax / (width * height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("the browser draws no pictures");
  // What is transparent is paper.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { data, width: canvas.width, height: canvas.height };
}

/** The pixels of a picture file of any kind that the browser shows. */
export async function pixelsOfFile(file: File): Promise<Pixels> {
  const image = await createImageBitmap(file);
  try {
    return pixelsOf(image, image.width, image.height);
  } finally {
    image.close();
  }
}

/** The pixels that a video shows now; undefined before its first picture. */
export function pixelsOfVideo(video: HTMLVideoElement): Pixels | undefined {
  const { videoWidth, videoHeight } = video;
  return videoWidth === 0 ? undefined : pixelsOf(video, videoWidth, videoHeight);
}
