/** What stands before the service's paths in the address that customers see: "" or "/prefix". */
export function pathPrefix(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, "");
}
