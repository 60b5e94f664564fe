/** The operator's command: `hakiki <command>`, or `npm run hakiki -- <command>` in a checkout. */
const commands: Record<string, { does: string; start: () => Promise<unknown> }> = {
  setup: {
    does: '<domain> <email>: writes settings, secrets, units and the edge (ops/install does the rest)',
    start: () => import('./setup.ts'),
  },
  server: { does: 'answers pages and calls', start: () => import('../../apps/server/src/main.ts') },
  worker: { does: 'does the jobs', start: () => import('../../apps/server/src/worker.ts') },
  doctor: {
    does: 'finds problems of this installation and says how to fix them',
    start: () => import('../../apps/server/src/doctor.ts'),
  },
  probe: {
    does: '<url> [--metrics <file>]: does from outside what a visitor does, and says what does not work',
    start: () => import('./probe.ts'),
  },
  migrate: {
    does: 'brings the database to the newest tables',
    start: () => import('../../apps/server/src/migrate.ts'),
  },
  upgrade: {
    does: '<folder> [--back]: replaces the running release without downtime',
    start: () => import('./upgrade.ts'),
  },
  admin: {
    does: 'create|grant|revoke|reset-factor <email>: manages administrators',
    start: () => import('./admin.ts'),
  },
  providers: {
    does: 'import <file.csv> [--yes]: imports providers from a list, after a preview',
    start: () => import('./providers.ts'),
  },
  starter: {
    does: 'show <part>|import: the starter data of this release, with sources and dates',
    start: () => import('./starter.ts'),
  },
  sources: {
    does: 'snapshot|import <folder>: transfers lists of scams to an installation without internet access',
    start: () => import('./sources.ts'),
  },
  texts: {
    does: 'export|import <language>: translations as a spreadsheet, for a speaker to correct and confirm',
    start: () => import('./texts.ts'),
  },
  doors: {
    does: 'status|connect|disconnect telegram|whatsapp|ussd: the chats in which people can ask',
    start: () => import('./doors.ts'),
  },
  backup: {
    does: 'backs up the database and the evidence; keys <folder>: copies the secrets',
    start: () => import('./backup.ts'),
  },
  restore: {
    does: '--data <folder> [--to <time>]: restores a backup into empty folders',
    start: () => import('./restore.ts'),
  },
  audit: {
    does: 'verify: verifies the complete audit and the public decision log',
    start: () => import('./audit-verify.ts'),
  },
  keys: {
    does: 'status|rotate|renew|retire: rotates APP_SECRET without losing data',
    start: () => import('./keys.ts'),
  },
  'reporter-keys': {
    does: 'prints a new key pair for the contact data of reporters',
    start: () => import('./reporter-keys.ts'),
  },
  'log-key': {
    does: '<address>: prints a new key that signs the public log of decisions',
    start: () => import('./log-key.ts'),
  },
  'open-data-key': {
    does: '<address>: prints a new key that signs the published indicators',
    start: () => import('./open-data-key.ts'),
  },
  'indicator-key': {
    does: 'prints the keys of reported phone numbers with a new one in front',
    start: () => import('./indicator-key.ts'),
  },
};

const [name = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) {
  // Each command parses its own arguments, as when it is started directly.
  process.argv.splice(2, process.argv.length, ...rest);
  await command.start();
} else {
  const isAsked = ['', 'help', '--help'].includes(name);
  const width = Math.max(...Object.keys(commands).map((one) => one.length)) + 2;
  const lines = Object.entries(commands).map(([one, { does }]) => `  ${one.padEnd(width)}${does}`);
  const text = `hakiki <command>\n\n${lines.join('\n')}\n`;
  if (isAsked) console.log(text);
  else console.error(`Unknown command '${name}'.\n\n${text}`);
  process.exitCode = isAsked ? 0 : 2;
}
