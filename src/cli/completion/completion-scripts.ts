/** What a shell completes of a command. */
export interface Completable {
  /** One word or two. */
  readonly name: string;
  readonly summary: string;
  readonly options: readonly string[];
  /** What each argument can be, by position; files where there is nothing. */
  readonly words: readonly (readonly string[])[];
}

type Commands = readonly Completable[];

/** The commands' first words, and the second words below each. */
function firstWords(commands: Commands): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first = "", second] = name.split(" ");
    words.set(first, [...(words.get(first) ?? []), ...(second === undefined ? [] : [second])]);
  }
  return words;
}

/** The text in single quotes, for bash and zsh. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A line of a `case` statement in bash and zsh. */
const cased = (pattern: string, assignment: string): string => `    ${pattern}) ${assignment} ;;`;

/** `case` lines that set `options`, `words` and `depth`: the words of the command's name. */
function caseLines(commands: Commands): string {
  const lines = commands
    // A name of two words is more than its first one.
    .toSorted((a, b) => b.name.split(" ").length - a.name.split(" ").length)
    .flatMap(({ name, options, words }) => {
      const depth = name.split(" ").length;
      const pattern = quoted(depth === 2 ? name : `${name} `);
      const given = words.map((list, index) => `words${index + 1}=${quoted(list.join(" "))}`);
      const parts = [`depth=${depth}`, `options=${quoted(options.join(" "))}`, ...given];
      return [cased(`${pattern}*`, parts.join("; "))];
    });
  return lines.join("\n");
}

function childLines(commands: Commands): string {
  return [...firstWords(commands)]
    .filter(([, children]) => children.length > 0)
    .map(([first, children]) => cased(quoted(first), `children=${quoted(children.join(" "))}`))
    .join("\n");
}

/** What follows is the same in bash and zsh: it sets `candidates`, from the line's words and the one to complete. */
function choosing(commands: Commands): string {
  const first = [...firstWords(commands).keys(), "--help", "--version"].join(" ");
  return `  local depth=0 options='' words1='' words2='' children='' candidates='' word
  case "$first" in
${childLines(commands)}
  esac
  case "$first $second " in
${caseLines(commands)}
  esac
  if [ "$position" = 1 ]; then
    candidates=${quoted(first)}
  elif [ "$depth" = 0 ]; then
    candidates="$children"
  else
    case "$current" in
      -*) candidates="$options" ;;
      *)
        case $((arguments - depth)) in
          1) candidates="$words1" ;;
          2) candidates="$words2" ;;
        esac
        if [ "$position" = 2 ]; then candidates="$candidates $children"; fi
        ;;
    esac
  fi`;
}

const bash = (
  commands: Commands,
): string => `# Completion of vingate for bash: source <(vingate completion bash)
_vingate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" position="$COMP_CWORD" first="\${COMP_WORDS[1]}" second='' arguments=0 at
  [ "$COMP_CWORD" -gt 2 ] && second="\${COMP_WORDS[2]}"
  for ((at = 1; at <= COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in -*) ;; *) arguments=$((arguments + 1)) ;; esac
  done
${choosing(commands)}
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _vingate vingate
`;

const zsh = (commands: Commands): string => `#compdef vingate
# Completion of vingate for zsh, after compinit: source <(vingate completion zsh)
_vingate() {
  local current="\${words[CURRENT]}" position=$((CURRENT - 1)) first="\${words[2]}" second='' arguments=0 at
  (( CURRENT > 3 )) && second="\${words[3]}"
  for ((at = 2; at <= CURRENT; at++)); do
    case "\${words[at]}" in -*) ;; *) arguments=$((arguments + 1)) ;; esac
  done
${choosing(commands)}
  local list=(\${=candidates})
  if (( \${#list} > 0 )); then compadd -- $list; else _files; fi
}
compdef _vingate vingate
`;

const fishQuoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** Whether a command's name is the beginning of the line, with so many arguments after it. */
const isGiven = (name: string, count?: number): string =>
  `__vingate_is ${name.split(" ").length} ${quoted(name)}${count === undefined ? "" : ` ${count}`}`;

function fish(commands: Commands): string {
  const lines = [...firstWords(commands)].flatMap(([first, children]) => {
    const summary = commands.find(({ name }) => name === first)?.summary ?? `Commands of ${first}.`;
    return [
      `complete -c vingate -n ${fishQuoted("__vingate_is 0 '' 0")} -f -a ${first} -d ${fishQuoted(summary)}`,
      ...children.map(
        (child) =>
          `complete -c vingate -n ${fishQuoted(isGiven(first, 0))} -f -a ${child} -d ${fishQuoted(commands.find(({ name }) => name === `${first} ${child}`)!.summary)}`,
      ),
    ];
  });
  for (const { name, options, words } of commands) {
    const children = commands.filter((one) => one.name.startsWith(`${name} `));
    const condition = [isGiven(name), ...children.map((one) => `not ${isGiven(one.name)}`)].join("; and ");
    for (const option of options)
      lines.push(`complete -c vingate -n ${fishQuoted(condition)} -l ${option.slice(2)}`);
    for (const [index, list] of words.entries())
      lines.push(
        `complete -c vingate -n ${fishQuoted(isGiven(name, index))} -f -a ${fishQuoted(list.join(" "))}`,
      );
  }
  return `# Completion of vingate for fish: vingate completion fish > ~/.config/fish/completions/vingate.fish
function __vingate_is --argument-names depth name count
    set -l given (string match -v -- '-*' (commandline -opc)[2..])
    if test $depth -gt 0
        set -l own $given[1..$depth]
        test "$own" = "$name"; or return 1
    end
    test -z "$count"; or test (count $given) -eq (math $depth + $count)
end
${lines.join("\n")}
`;
}

const powershellQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const powershellList = (list: readonly string[]): string => `@(${list.map(powershellQuoted).join(", ")})`;

function powershell(commands: Commands): string {
  const first = [...firstWords(commands).keys(), "--help", "--version"];
  const children = [...firstWords(commands)].filter(([, list]) => list.length > 0);
  const lines = commands.map(
    ({ name, options, words }) =>
      `    ${powershellQuoted(name)} = @{ options = ${powershellList(options)}; words = @(${words.map((list) => `, ${powershellList(list)}`).join("; ")}) }`,
  );
  return `# Completion of vingate for PowerShell: vingate completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName vingate -ScriptBlock {
  param($current, $line, $cursor)
  $commands = @{
${lines.join("\n")}
  }
  $children = @{
${children.map(([name, list]) => `    ${powershellQuoted(name)} = ${powershellList(list)}`).join("\n")}
  }
  $given = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } |
    Select-Object -Skip 1 | ForEach-Object { $_.ToString() } | Where-Object { $_ -notlike '-*' })
  $candidates = @()
  if ($given.Count -eq 0) { $candidates = ${powershellList(first)} }
  else {
    $depth = 1
    $command = $null
    if ($given.Count -gt 1) { $command = $commands[$given[0] + ' ' + $given[1]] }
    if ($command) { $depth = 2 } else { $command = $commands[$given[0]] }
    if ($given.Count -eq 1) { $candidates += $children[$given[0]] }
    if ($command) {
      $at = $given.Count - $depth
      if ($current -like '-*') { $candidates = $command.options }
      elseif ($at -lt $command.words.Count) { $candidates += $command.words[$at] }
    }
  }
  $candidates | Where-Object { $_ -and $_ -like "$current*" } | Sort-Object -Unique |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`;
}

export const scripts = { bash, zsh, fish, powershell } as const;
