import type { Command } from "../feature.ts";
import { lockUser } from "../management/common/user-resource.ts";
import { insertResetLink } from "../management/users/password-resets.ts";
import { userLink } from "./user-link.ts";

export const resetPasswordCommand: Command = {
  help: `Usage: vingate reset-password EMAIL

Prints a link that sets the password of a user, operators included, once and within 24 hours.
The service must run to open the link. The password and sessions of now stay until then.

Examples:
  vingate reset-password operator@example.com`,
  async run(...given) {
    const made = await userLink("reset-password", given, async (tx, config, user, audit) => {
      await lockUser(tx, user.id);
      return insertResetLink(tx, config, user.id, audit);
    });
    process.stdout.write(`${made.reset_link}\n`);
    process.stderr.write(`Open this link by ${made.expires_at} to choose a new password.\n`);
    return 0;
  },
};
