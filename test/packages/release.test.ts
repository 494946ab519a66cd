import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { cutChangelog, releasedVersions, releaseNotes } from "../../tools/release/changelog.ts";

const changelog = readFileSync(join(import.meta.dir, "..", "..", "CHANGELOG.md"), "utf8");

test("a version names one program: what follows a release has another", () => {
  const isReleased = releasedVersions(changelog).includes(manifest.version);
  const changes = releaseNotes(changelog, "Unreleased");
  // npm run release:version -- VERSION names the program that the next change makes.
  expect([manifest.version, isReleased && changes !== ""]).toEqual([manifest.version, false]);
});

test("every release since 0.3.0 says what an operator must do", () => {
  for (const version of releasedVersions(changelog).filter((each) => each !== "0.2.0"))
    expect(releaseNotes(changelog, version)).toStartWith("### What an operator must do\n- ");
});

test("a cut heads the unreleased part with the version and the day", () => {
  const text = "# Changelog\n\n## [Unreleased]\n\n### Added\n- b\n\n## [0.1.0] - 2026-01-01\n\n- a\n";
  const cut = cutChangelog(text, "0.2.0", "2026-02-03");
  expect(cut).toBe(
    "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added\n- b\n\n## [0.1.0] - 2026-01-01\n\n- a\n",
  );
  expect([releaseNotes(cut, "0.2.0"), releaseNotes(cut, "0.1.0"), releaseNotes(cut, "Unreleased")]).toEqual([
    "### Added\n- b",
    "- a",
    "",
  ]);
  expect(releasedVersions(cut)).toEqual(["0.2.0", "0.1.0"]);
  expect(() => cutChangelog(cut, "0.3.0", "2026-03-04")).toThrow("nothing that is unreleased");
  expect(() => releaseNotes(cut, "0.3.0")).toThrow("no part ## [0.3.0]");
});
