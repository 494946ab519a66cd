/** What differs without an event loop, in the order of replacing. */
const differences: readonly (readonly [RegExp, string])[] = [
  [/^"""[^\n]*"""\n/, ""],
  // Only an event loop has iterables that wait.
  [/\n\nasync def _each\([\s\S]*$/, ""],
  [/Iterable\[Vin\] \| AsyncIterable\[Vin\]/g, "Iterable[Vin]"],
  [/_each\(vins\)/g, "vins"],
  [/AsyncIterable, AsyncIterator, Iterable,/, "Iterable, Iterator,"],
  [/\bimport asyncio\b/, "import threading\nimport time"],
  [/\basyncio\.Lock\b/, "threading.Lock"],
  [/\bawait asyncio\.sleep\b/g, "time.sleep"],
  [/\b(?:async|await) /g, ""],
  [/\b__a(enter|exit)__/g, "__$1__"],
  [/\.a(close|read)\(/g, ".$1("],
  [/\baiter_bytes\b/g, "iter_bytes"],
  [/\bfor (\w+) in (.+):\n +yield \1\n/g, "yield from $2\n"],
  [/\bAsync(Caller|Client|Iterator)\b/g, "$1"],
];

/** The calls of the client without an event loop, from those for asyncio. */
export const syncCalls = (calls: string): string =>
  `"""The calls of the client without an event loop.

Made by \`npm run sdk\` from \`_async_calls.py\`. Do not edit.
"""
${differences.reduce((text, [found, other]) => text.replace(found, other), calls).trimEnd()}
`;
