import { integer, oneOf, setting } from "./setting.ts";

/** Who can sign up, and how often. */
export const signUpSettings = {
  signup: setting("VINGATE_SIGNUP", "open", "Self-service sign-up: open, closed.", oneOf("open", "closed")),
  trial: setting(
    "VINGATE_TRIAL",
    "sign-up",
    "When an account gets its trial credits: sign-up, confirmed (after the email address is confirmed for the first time, if the service sends mail).",
    oneOf("sign-up", "confirmed"),
  ),
  signupLimit: setting(
    "VINGATE_SIGNUP_LIMIT",
    "20",
    "Max. sign-ups per hour and IP address. Loopback without a proxy is exempt.",
    integer(20, 1, 1_000_000),
  ),
  signupsPerDay: setting(
    "VINGATE_SIGNUPS_PER_DAY",
    "unlimited",
    "Max. sign-ups of the installation within 24 hours: each gets the trial credits.",
    (raw) => (raw === undefined || raw === "unlimited" ? undefined : integer(1, 1, 1_000_000)(raw)),
  ),
  signupDomainsRefused: setting(
    "VINGATE_SIGNUP_DOMAINS_REFUSED",
    "none",
    "Email domains that cannot sign up, with their subdomains, separated by commas.",
    (raw) =>
      new Set(
        (raw ?? "")
          .toLowerCase()
          .split(",")
          .map((one) => one.trim())
          .filter(Boolean),
      ),
  ),
};
