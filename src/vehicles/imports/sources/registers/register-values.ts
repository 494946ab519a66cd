/** A text, or undefined if it is empty or one of those that mean "unknown". */
export function known(text: string, unknown?: RegExp): string | undefined {
  return text === "" || unknown?.test(text) ? undefined : text;
}

/** A number above zero; registers write 0 for what they do not know. */
export function figure(text: string): number | undefined {
  const value = text === "" ? 0 : Number(text.replace(",", "."));
  return value > 0 && value < 1e9 ? value : undefined;
}

const compactDay = /^(\d{4})(\d\d)(\d\d)$/;

/** The day of `20010626`, of `2001-06-26` with or without a time and a zone, or the month of `2001-6`. */
export function day(text: string): string | undefined {
  const [, year, month, dayOfMonth] =
    compactDay.exec(text) ?? /^(\d{4})-(\d\d?)(?:-(\d\d))?(?:\D|$)/.exec(text) ?? [];
  if (year === undefined || !(Number(month) >= 1 && Number(month) <= 12)) return undefined;
  const ofYear = `${year}-${month!.padStart(2, "0")}`;
  if (dayOfMonth === undefined) return ofYear;
  return Number(dayOfMonth) >= 1 && Number(dayOfMonth) <= 31 ? `${ofYear}-${dayOfMonth}` : undefined;
}

/** A model's name without the make that some registers write before it. */
export function withoutMake(model: string, make: string): string {
  return make !== "" && model.startsWith(`${make} `) ? model.slice(make.length + 1).trimStart() : model;
}

const modernVin = /^[A-HJ-NPR-Z0-9]{17}$/;

/** The number of a vehicle's frame: its VIN if it is one, and else the number as the register has it. */
export function frameOf(text: string): { readonly vin: string; readonly chassis_number?: string } {
  const vin = text.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
  if (modernVin.test(vin)) return { vin };
  return text === "" ? { vin: "" } : { vin: "", chassis_number: text };
}
