/** A body that is sent as it is. */
export type Upload =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array>
  | URLSearchParams;
