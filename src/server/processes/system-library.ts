import { dlopen, type FFIFunction, type Library } from "bun:ffi";

const names = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1", "libSystem.B.dylib"];

/** These functions of the system's C library; undefined where it has another name or lacks one of them. */
export function openSystemLibrary<T extends Record<string, FFIFunction>>(
  functions: T,
): Library<T> | undefined {
  for (const name of names) {
    try {
      return dlopen(name, functions);
    } catch {
      // Another system has another library.
    }
  }
  return undefined;
}
