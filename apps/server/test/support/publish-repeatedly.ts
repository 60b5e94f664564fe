/** A process that publishes open data until it is killed: `<database url> <folder> <signing key>`. */
import { setTimeout as pause } from 'node:timers/promises';
import { createIndicatorsService } from '../../src/modules/indicators/service.ts';
import { createPublisher } from '../../src/modules/open-data/publisher.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log/log.ts';

const [databaseUrl = '', folder = '', signingKey = ''] = process.argv.slice(2);
const database = openDatabase(
  { databaseUrl, databasePoolSize: 3, statementTimeoutMs: 60_000, connectionTimeoutMs: 60_000 },
  createLog('silent'),
);
const publisher = createPublisher({
  database,
  indicators: createIndicatorsService({ settings: { appSecret: 'a secret of this test that is long enough' } }),
  folder,
  signingKey,
  publicUrl: 'https://hakiki.test',
  onStep: (step) => process.stdout.write(`${step}\n`),
});
for (;;) {
  await publisher.publish();
  await pause(10);
}
