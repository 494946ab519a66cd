/** Whether a status refuses what was requested: it shows nothing of other lookups. */
export const refusesOne = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 402, 403, 407, 429].includes(status);
