/**
 * Loaded before a script of package.json that runs TypeScript: an older Node cannot read even its first line, and would show a stack
 * instead of what is wrong. Plain JavaScript for the same reason.
 */
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `Hakiki needs Node ${NEEDED} or newer, and this is ${process.versions.node}. On Linux \`npm ci\` brings it along and ` +
      'the scripts of npm use it (npm start, npm run worker, npm run migrate); elsewhere install it.\n',
  );
  process.exit(1);
}
