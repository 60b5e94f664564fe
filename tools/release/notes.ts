/** What changes for whoever upgrades, from the changelog, and the steps, which are the same each time. */
const steps = `## How

1. Check what you downloaded: \`sha256sum -c\` and \`ssh-keygen -Y verify\` (docs/runbooks/release.md).
2. Make a backup (docs/runbooks/backup.md where you have it).
3. Unpack beside the old release, copy \`.env\` and \`.env.worker\`, and run \`npm ci --omit=dev\`.
4. \`npm run migrate\`. The release before still runs on the new tables, so the old servers go on answering meanwhile.
5. Start the new servers and workers, then stop the old ones, one after the other. \`npm run doctor\` until nothing is wrong.

The way back is the same without step 4: the release before runs on these tables.
`;

/** The section of a version; of what is not released yet, for a candidate. */
export function sectionOf(changelog: string, heading: string): string {
  const [, section] = changelog.split(new RegExp(`^## \\[${heading.replaceAll('.', '\\.')}\\].*$`, 'm'));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${heading}.`);
  return section.split(/^## \[/m)[0]!.trim();
}

export const upgradeNotes = (version: string, section: string): string =>
  `# Upgrading to Hakiki ${version}\n\n${steps}\n## What changes\n\n${section}\n`;
