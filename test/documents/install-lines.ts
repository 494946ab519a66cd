const inClone = /in a clone, after `?npm ci`?/i;
const installers =
  /\b(?:npx|bunx|npm (?:i|install|exec|add|create)|pnpm (?:add|dlx|install)|yarn (?:add|dlx)|bun (?:add|install|x)|deno (?:add|install)|pipx? install|uvx|uv (?:add|pip install|tool install))\b([^\n`|;&<]*)/g;
const registries = /(?:npmjs\.com|npmjs\.org|pypi\.org|jsr\.io)\/[\w@/-]*vingate/g;

/** Whether a word of an install line is a name that a registry resolves: no file, no address. */
const isBareName = (word: string) =>
  /^(?:npm:|jsr:)?@?vingate(?:$|[@/=<>~[-])/.test(word) && !/\.(?:tgz|whl)\b/.test(word);

/**
 * Lines of a page that install what has our names from a registry, where these names belong to nobody. `npx vingate`
 * is the clone's own program, on pages with the place where it runs.
 */
export function bareNames(page: string): string[] {
  const lines = [...page.matchAll(installers)].filter(([line, words]) => {
    const named = words!.split(/[\s"']+/).filter(isBareName);
    const isOwn = line.startsWith("npx vingate") && inClone.test(page);
    return named.length > 0 && !(isOwn && named.length === 1);
  });
  return [
    ...lines.map(([line]) => line.trim()),
    ...(page.match(/--find-links.*/g) ?? []),
    ...(page.match(registries) ?? []),
  ];
}

/** The address of a service on the reader's machine, in place of which the service shows its own. */
const ownAddress = "127.0.0.1:8080";
/** Addresses that belong to the reader. */
const readersAddresses = ["hooks.example.com"];

/** Addresses on a page of the guide that stand for a service, and are not replaced by the service's own. */
export const otherAddresses = (page: string): string[] =>
  [...page.matchAll(/https?:\/\/([\w.:-]+)/g)]
    .filter(([, host]) => /(?:^|\.)example(?:\.\w+)?(?::\d+)?$|^localhost|^127\./.test(host!))
    .map(([, host]) => host!)
    .filter((host) => host !== ownAddress && !readersAddresses.includes(host));
