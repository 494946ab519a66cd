import { t } from "../../base/language/language.ts";

/** Above recovery codes that come with a passkey. */
export const codesNeeded = t(
  "Save these codes. Your password alone no longer signs you in: it needs one of them. The passkey needs none.",
);
