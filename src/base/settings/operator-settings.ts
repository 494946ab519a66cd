import { contactUrl, oneOf, setting } from "./setting.ts";

/** Throws unless it is one line of at most 200 characters. */
function line(raw: string | undefined): string | undefined {
  if (raw !== undefined && (raw.length > 200 || /\p{Cc}/u.test(raw)))
    throw new Error("must be one line of at most 200 characters");
  return raw;
}

/** Who operates the service, as customers reach them. */
export const operatorSettings = {
  operatorName: setting(
    "VINGATE_OPERATOR_NAME",
    "none",
    'Name of who operates the service. Pages show it where they say "ask the operator".',
    line,
  ),
  operatorEmail: setting(
    "VINGATE_OPERATOR_EMAIL",
    "none",
    "Email address of the operator, for customers.",
    (raw) => {
      if (raw !== undefined && !/^[^\s@]+@[^\s@]+$/.test(raw))
        throw new Error(`must be an email address, not "${raw}"`);
      return raw;
    },
  ),
  operatorSecondFactor: setting(
    "VINGATE_OPERATOR_SECOND_FACTOR",
    "off",
    "Second factor of operators: off, required, passkey. Without a required one, their sessions can only add one.",
    oneOf("off", "required", "passkey"),
  ),
  operatorUrl: setting("VINGATE_OPERATOR_URL", "none", "URL of the operator's help page.", contactUrl),
  securityContact: setting(
    "VINGATE_SECURITY_CONTACT",
    "none",
    "Contact in /.well-known/security.txt for reports of vulnerabilities: an https or mailto URL.",
    contactUrl,
  ),
};
