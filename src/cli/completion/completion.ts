import { type Command, type Feature, helpOf, type ListedCommand } from "../../feature.ts";
import { UsageError } from "../command.ts";
import { type Completable, scripts } from "./completion-scripts.ts";

type Shell = keyof typeof scripts;
const shells = Object.keys(scripts) as Shell[];

/** The options in a help text. Examples can have those of other programs. */
function optionsOf(help: string): string[] {
  const [text = ""] = help.split("\nExamples:");
  return [...new Set(text.match(/(?<![\w-])--[a-z][a-z0-9-]*/g)), "--help"];
}

async function completable(
  { name, summary, load }: ListedCommand,
  features: readonly Feature[],
): Promise<Completable> {
  const command = await load();
  return { name, summary, options: optionsOf(helpOf(command, features)), words: command.words?.() ?? [] };
}

/** The command that prints completions of all commands. */
export function completionCommand(
  commandsWith: (features: readonly Feature[]) => readonly ListedCommand[],
): Command {
  return {
    help: `Usage: vingate completion bash | zsh | fish | powershell

Prints a script with which a shell completes commands, options, families and other words.

Examples:
  source <(vingate completion bash)      # in ~/.bashrc
  source <(vingate completion zsh)       # in ~/.zshrc, after compinit
  vingate completion fish > ~/.config/fish/completions/vingate.fish
  vingate completion powershell | Out-String | Invoke-Expression    # in $PROFILE`,
    words: () => [shells],
    async run([shell, ...more], _, features) {
      const known = shells.find((one) => one === shell);
      if (!known || more.length > 0) throw new UsageError(`completion takes one of ${shells.join(", ")}`);
      const loaded = await Promise.all(commandsWith(features).map((each) => completable(each, features)));
      process.stdout.write(scripts[known](loaded));
      return 0;
    },
  };
}
