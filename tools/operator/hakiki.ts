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
    does: '<folder> [--back]: another release in the place of the one that runs, while people use it',
    start: () => import('./upgrade.ts'),
  },
  admin: {
    does: 'create|grant|revoke|reset-factor <email>: who may enter the console',
    start: () => import('./admin.ts'),
  },
  providers: {
    does: 'import <file.csv> [--yes]: fills the register from a list, after a preview',
    start: () => import('./providers.ts'),
  },
  starter: {
    does: 'show <part>|import: what ships with this release for the first day, with sources and dates',
    start: () => import('./starter.ts'),
  },
  sources: {
    does: 'snapshot|import <folder>: carries lists of scams to an installation without the internet',
    start: () => import('./sources.ts'),
  },
  texts: {
    does: 'export|import <language>: texts for a speaker to correct and confirm, as a file for a spreadsheet',
    start: () => import('./texts.ts'),
  },
  doors: {
    does: 'status|connect|disconnect telegram|whatsapp|ussd: the chats in which people can ask',
    start: () => import('./doors.ts'),
  },
  backup: {
    does: 'takes a backup of the database and the evidence; keys <folder>: of the secrets, apart',
    start: () => import('./backup.ts'),
  },
  restore: {
    does: '--data <folder> [--to <time>]: brings a backup back into empty folders',
    start: () => import('./restore.ts'),
  },
  audit: {
    does: 'verify: reads the whole audit and the public log and says whether they are as they were written',
    start: () => import('./audit-verify.ts'),
  },
  keys: {
    does: 'status|rotate|renew|retire: changes APP_SECRET without losing what lies under it',
    start: () => import('./keys.ts'),
  },
  'reporter-keys': {
    does: 'prints a new pair of keys for what reporters say about themselves',
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
  else console.error(`There is no command '${name}'.\n\n${text}`);
  process.exitCode = isAsked ? 0 : 2;
}
