const number = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let i = from; i < to; i++) value = value * 10 + (text.charCodeAt(i) - 48);
  return value;
};

/** Days from 1970-01-01 to the date that begins `text` as `YYYY-MM-DD`. */
export function dayOf(text: string): number {
  const month = number(text, 5, 7);
  const year = number(text, 0, 4) - (month <= 2 ? 1 : 0);
  const shifted = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * shifted + 2) / 5) + number(text, 8, 10) - 1;
  const leap = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return year * 365 + leap + dayOfYear - 719468;
}

/**
 * Seconds since 1970 of `YYYY-MM-DD HH:MM:SS[.fraction]` (`T` and `Z` are accepted). Empty text is later than
 * any time, because vPIC sorts missing times first.
 */
export function secondsOf(text: string): number {
  if (text === "") return 0xffffffff;
  const clock =
    text.length < 19 ? 0 : number(text, 11, 13) * 3600 + number(text, 14, 16) * 60 + number(text, 17, 19);
  return dayOf(text) * 86400 + clock;
}

/** Microseconds of the same text. */
export function microsOf(text: string): number {
  let end = 20;
  while (end < 26 && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end++;
  return text[19] === "." ? number(text, 20, end) * 10 ** (26 - end) : 0;
}
