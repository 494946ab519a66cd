import { reading } from "../../api/reading.ts";

export const passkeysOf = (userId: string) =>
  reading(["passkeys", userId], "/users/{id}/passkeys", { path: { id: userId } });
