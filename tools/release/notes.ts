/** The upgrade notes: changes from the changelog, and the steps, which are the same each time. */
const steps = `## How

1. Check what you downloaded: \`sha256sum -c\` and \`ssh-keygen -Y verify\` (docs/runbooks/release.md).
2. \`hakiki backup\` (docs/runbooks/backup.md).
3. Unpack beside the old release into \`/opt/hakiki-<version>\`, and run its \`ops/slim\`.
4. \`hakiki upgrade /opt/hakiki-<version>\`. No request fails meanwhile. \`hakiki doctor\` until nothing is wrong.

The way back: \`hakiki upgrade /opt/hakiki-<version before> --back\`. The release before runs on these tables.

On several machines: \`hakiki migrate\` once; then the workers; then the servers, one after the other, each when the one before it
is ready; the edges last. Copy the files of \`apps/web/build/client/assets\` that the other release lacks both ways first.
`;

/** The section of a version, or for a candidate the unreleased one. */
export function extractSection(changelog: string, heading: string): string {
  const [, section] = changelog.split(new RegExp(`^## \\[${heading.replaceAll('.', '\\.')}\\].*$`, 'm'));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${heading}.`);
  return section.split(/^## \[/m)[0]!.trim();
}

export const formatUpgradeNotes = (version: string, section: string): string =>
  `# Upgrading to Hakiki ${version}\n\n${steps}\n## What changes\n\n${section}\n`;

/** Turns the unreleased changes into those of a version; later changes go above them. */
export function releaseSection(changelog: string, version: string, day: string): string {
  if (changelog.includes(`\n## [${version}]`)) throw new Error(`CHANGELOG.md has a section for ${version} already.`);
  if (!extractSection(changelog, 'Unreleased')) throw new Error('CHANGELOG.md has no unreleased changes.');
  return changelog.replace(/^## \[Unreleased\].*$/m, `## [Unreleased]\n\n## [${version}] - ${day}`);
}
