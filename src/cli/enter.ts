import type { Command } from "../feature.ts";
import { accountInactive } from "../management/common/user-resource.ts";
import { insertHostEntry } from "../management/users/host-entries.ts";
import { CommandFailure } from "./command.ts";
import { userLink } from "./user-link.ts";

export const enterCommand: Command = {
  help: `Usage: vingate enter EMAIL

Prints a link that opens the account of a user who has lost the second factor, operators included, once and within 15
minutes. Who opens it chooses a password, is signed in, and adds the next factor. All by which the user could enter before
ends then: sessions, tokens, passkeys, app codes, identities and assistants; API keys stay. Every owner is mailed, if the
service sends mail. The service must run to open the link. Until then nothing changes.

Examples:
  vingate enter operator@example.com`,
  async run(...given) {
    const made = await userLink("enter", given, async (tx, config, user, audit) => {
      if (user.state !== "active")
        throw new CommandFailure(`${accountInactive(user.state)} An operator must activate it first`);
      return insertHostEntry(tx, config, user.id, audit);
    });
    process.stdout.write(`${made.entry_link}\n`);
    process.stderr.write(
      `Open this link by ${made.expires_at} to choose a password and add a second factor.\n`,
    );
    return 0;
  },
};
