/** Carries lists to an installation without internet: `hakiki sources snapshot|import` (docs/runbooks/sources.md). */
import { parseArgs } from 'node:util';
import { createImporting } from '../../apps/server/src/modules/sources/importing.ts';
import { listSources } from '../../apps/server/src/modules/sources/list-sources.ts';
import {
  importSnapshot,
  SnapshotFileError,
  writeSnapshot,
} from '../../apps/server/src/modules/sources/snapshot-file.ts';
import { readSettingsOrExit } from '../../apps/server/src/platform/config/settings.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { formatPublicKey, SignatureError } from '../../apps/server/src/platform/signing/minisign.ts';
import { parseSigningKey } from '../../apps/server/src/platform/signing/signed-note.ts';
import { createIndicatorsService } from '../../apps/server/src/modules/indicators/service.ts';

const USAGE = `hakiki sources snapshot <folder>           writes the lists that are turned on here, signed with OPEN_DATA_SIGNING_KEY
hakiki sources import <folder> --key <key>   imports them; the key is the public key of minisign that 'snapshot' prints

A list is imported if it is turned on in the console (/admin/sources), like one that is fetched: what is unusual waits there.
Settings are those of the worker.`;

const outcomes = {
  applied: 'applied',
  quarantined: 'waits for an administrator (/admin/sources)',
  known: 'is here already, or was refused',
  older: 'left aside: this installation has a newer one',
  off: 'left aside: turned off in the console',
  unknown: 'left aside: this release does not know it',
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } });
const [act, folder, ...more] = positionals;
const isValidUsage =
  folder !== undefined && more.length === 0 && (act === 'snapshot' || (act === 'import' && values.key !== undefined));

async function run(of: string): Promise<string> {
  const settings = readSettingsOrExit('worker');
  const log = createLog('error');
  const database = openDatabase({ ...settings, databasePoolSize: 2 }, log);
  const indicators = createIndicatorsService({ settings });
  try {
    if (act === 'snapshot') {
      const { signingKey } = settings.openData;
      if (!signingKey) throw new SnapshotFileError('OPEN_DATA_SIGNING_KEY is not set (hakiki open-data-key).');
      const key = parseSigningKey(signingKey);
      const { files } = await writeSnapshot({ database, indicators, sources: listSources }, of, key);
      const lines = files.map(({ slug, entries, licence }) => `  ${slug}: ${entries} entries, ${licence}`);
      return `${files.length} lists written to ${of}:\n${lines.join('\n')}\n\nPublic key: ${formatPublicKey(key)}`;
    }
    const importing = createImporting({ database, indicators, log, sources: listSources });
    await importing.upsertSources();
    const imported = await importSnapshot({ importing, sources: listSources }, of, values.key!);
    return imported
      .map(({ slug, entries, outcome }) => `  ${slug}: ${entries} entries, ${outcomes[outcome]}`)
      .join('\n');
  } finally {
    await database.close();
  }
}

if (!isValidUsage) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    console.log(await run(folder));
  } catch (error) {
    if (!(error instanceof SnapshotFileError || error instanceof SignatureError)) throw error;
    console.error(`Nothing was done: ${error.message}`);
    process.exitCode = 1;
  }
}
