const unreleased = "## [Unreleased]";
const head = (version: string) => `## [${version}]`;

/** The changelog with its unreleased part under a version and a day. Throws if the part is empty. */
export function cutChangelog(text: string, version: string, day: string): string {
  if (releaseNotes(text, "Unreleased") === "") throw new Error("CHANGELOG.md has nothing that is unreleased");
  return text.replace(unreleased, `${unreleased}\n\n${head(version)} - ${day}`);
}

/** The part of a version, without its heading. Throws if there is none. */
export function releaseNotes(text: string, version: string): string {
  const from = text.indexOf(`\n${head(version)}`);
  if (from < 0) throw new Error(`CHANGELOG.md has no part ${head(version)}`);
  const begun = text.indexOf("\n", from + 1);
  const end = text.indexOf("\n## [", begun);
  return text.slice(begun, end < 0 ? undefined : end).trim();
}

/** The versions that have been released, newest first. */
export function releasedVersions(text: string): string[] {
  return [...text.matchAll(/^## \[(\d[^\]]*)\]/gm)].map(([, version]) => version!);
}
