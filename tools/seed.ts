/** Command: fills a database with realistic generated data. `npm run seed -- --help` prints the options. */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { type Amounts, generatorNames, generators, seedDatabase, SeedRejected } from '../apps/server/src/seed/seed.ts';
import { startDevelopmentPostgres, stopPostgresOnExit } from './pg.ts';
import { progressReporter } from './progress.ts';

const help = `Fills the register with generated data: invented companies only.

  npm run seed -- --providers 100000 --reviews 200000

${generatorNames.map((name) => `  --${name.padEnd(13)} N  ${generators[name].description}`).join('\n')}
  --seed          N  the same number gives the same data, ids included (default 7)
  --database-url  U  the database to fill (default: DATABASE_URL, else the development database); needs NODE_ENV=development
  --fresh            empties the tables first; without it a register that holds providers is left alone
`;

interface SeedCommand {
  amounts: Amounts;
  seed: number;
  fresh: boolean;
  databaseUrl?: string;
}

export function parseCommand(args: string[]): SeedCommand | 'help' {
  const numbers = [...generatorNames, 'seed'];
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(numbers.map((name) => [name, { type: 'string' as const }])),
      'database-url': { type: 'string' },
      fresh: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const given: Record<string, string | boolean | undefined> = values;
  const wholeNumber = (name: string, fallback: number): number => {
    const text = String(given[name] ?? fallback);
    if (!/^\d{1,9}$/.test(text)) throw new SeedRejected(`--${name} must be a whole number, not '${text}'.`);
    return Number(text);
  };
  const amounts = Object.fromEntries(generatorNames.map((name) => [name, wholeNumber(name, 0)])) as Amounts;
  if (Object.values(amounts).every((amount) => amount === 0)) {
    throw new SeedRejected(`Say how much of what, for example --${generatorNames[0]} 1000.`);
  }
  const databaseUrl = values['database-url'];
  return { amounts, seed: wholeNumber('seed', 7), fresh: values.fresh, ...(databaseUrl && { databaseUrl }) };
}

/** A database URL does not show whether it has real people in it, so a named database needs NODE_ENV=development. */
export function assertNotProduction(databaseUrl: string | undefined, environment: string | undefined): void {
  if (environment === 'production') throw new SeedRejected('Generated data does not belong in production.');
  if (databaseUrl && environment !== 'development' && environment !== 'test') {
    throw new SeedRejected(
      'Generated data does not belong in production: set NODE_ENV=development to fill this database.',
    );
  }
}

async function run(command: SeedCommand): Promise<void> {
  const named = command.databaseUrl ?? process.env['DATABASE_URL'];
  assertNotProduction(named, process.env['NODE_ENV']);
  const ownCluster = named === undefined ? await startDevelopmentPostgres() : undefined;
  if (ownCluster && !ownCluster.wasRunning) stopPostgresOnExit();
  const databaseUrl = named ?? ownCluster!.url();
  await migrate(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'hakiki-seed' });
  await client.connect();
  const progress = progressReporter(process.stderr);
  try {
    const { amounts, seed, fresh } = command;
    await seedDatabase(client, { amounts, seed }, { fresh, onProgress: progress.show });
  } finally {
    progress.end();
    await client.end();
  }
}

if (import.meta.main) {
  try {
    const command = parseCommand(process.argv.slice(2));
    if (command === 'help') console.log(help);
    else await run(command);
  } catch (error) {
    const isMisuse = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!(error instanceof SeedRejected) && !isMisuse) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
