/** The path of the public URL, which precedes all paths of the service: "" or "/prefix". */
export function pathPrefix(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, "");
}
