/**
 * A message without the codes and calls of the operating system: `ENOENT: no such file or directory, open '/a'` is
 * `no such file or directory`. Messages name the file themselves, before it.
 */
export const plainReason = (message: string): string =>
  message.replace(/\bE[A-Z]{2,}: ([a-z][a-z ,-]*), [a-z]+(?: '[^']*')?(?: -> '[^']*')?/g, "$1");
