import { join } from "node:path";

/** A program of the path, or of the folders that an ordinary user's path leaves out. */
export const findProgram = (name: string) => Bun.which(name) ?? Bun.which(name, { PATH: "/usr/sbin:/sbin" });

/** A whole configuration of nginx around a page's part; all its files are in the folder. */
export function nginxConfiguration(folder: string, part: string): string {
  const parts = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const places = parts.map((name) => `${name}_temp_path ${join(folder, name)};`).join("\n");
  return `daemon off; master_process off; pid ${join(folder, "pid")}; events {}
    http { access_log off; ${places} ${part} }`;
}

export const nginxOptions = (folder: string, file: string) => ["-c", file, "-e", join(folder, "errors")];
