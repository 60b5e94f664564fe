/**
 * Loaded before each package.json script that runs TypeScript: an older Node cannot parse it and would print a stack
 * trace instead of the cause. Plain JavaScript for the same reason.
 */
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `Hakiki needs Node ${NEEDED} or newer, and this is ${process.versions.node}. On Linux \`npm ci\` brings it along and ` +
      'the scripts of npm use it (npm start, npm run worker, npm run migrate); elsewhere install it.\n',
  );
  process.exit(1);
}

// Not a static import: an older Node has no such hooks.
await import('./quick-start.mjs');
