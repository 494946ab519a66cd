/**
 * A decoder of any encoding that the runtime supports: its types list only some. Throws `RangeError` for another one.
 */
export const decoderOf = (encoding: string, fatal: boolean): TextDecoder =>
  new TextDecoder(encoding as ConstructorParameters<typeof TextDecoder>[0], { fatal });
