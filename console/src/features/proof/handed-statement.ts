let handed: File | undefined;

/** Keeps a loaded statement for the page that checks it, which then needs no request. */
export function handStatement(name: string, text: string): void {
  handed = new File([text], name, { type: "application/json" });
}

/** The statement that was handed over, once. */
export function takeHandedStatement(): File | undefined {
  const file = handed;
  handed = undefined;
  return file;
}
