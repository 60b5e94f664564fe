/** Command: reads the whole audit and the public log and says whether they are as they were written. docs/runbooks/audit.md tells what to do if not. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AuditFault, deriveChainKey } from '../../apps/server/src/modules/audit/chain.ts';
import { type NotedHead, readHeads } from '../../apps/server/src/modules/audit/head-file.ts';
import { verifyAudit } from '../../apps/server/src/modules/audit/verify.ts';
import { LogFault, verifyDecisionLog } from '../../apps/server/src/modules/decision-log/verify.ts';
import { readSettingsOrExit } from '../../apps/server/src/platform/config/settings.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { createReachability, DatabaseMissing, waitForDatabase } from '../../apps/server/src/platform/db/readiness.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';

const help = `Reads the whole audit and the public log of decisions and says whether they are as they were written. Ends with 1 if not.

  npm run audit:verify -- --head 1234:5f0c…

  --head  P:H  a position and its hash, copied from a line 'audit sealed' of the log; may be given several times

DATABASE_URL, APP_SECRET (or AUDIT_SECRET) and AUDIT_HEAD_FILE are those of the worker.
`;

const STATEMENT_TIMEOUT_MS = 120_000;

function readHead(text: string): NotedHead {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!position || !hash) throw new AuditFault(`'${text}' is not a position and a hash.`);
  return { position: Number(position), hash: Buffer.from(hash, 'hex'), source: '--head' };
}

async function* joined(given: readonly string[], file: string | undefined): AsyncGenerator<NotedHead> {
  yield* given.map(readHead);
  if (file && existsSync(file)) yield* readHeads(file);
}

async function verify(given: readonly string[]): Promise<string> {
  const settings = readSettingsOrExit('audit');
  const database = openDatabase(
    { ...settings, databasePoolSize: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
    createLog('silent'),
  );
  try {
    await waitForDatabase(createReachability(settings.databaseUrl), 0, () => undefined);
    const { secret, headFile } = settings.audit;
    const heads = joined(given, headFile);
    const found = await verifyAudit(database.db, { key: deriveChainKey(secret), heads });
    if (found.sealed > 0 && found.notedHeads === 0) throw new AuditFault(withoutHeads(headFile));
    const log = await verifyDecisionLog(database);
    return (
      `The audit is whole: ${found.sealed} entries sealed, ${found.unsealed} waiting ` +
      `(the oldest for ${Math.round(found.oldestUnsealedSeconds)} s), ${found.notedHeads} noted heads found in the chain.\n` +
      `The public log is whole: ${log.lines} lines, ${log.waiting} decisions waiting for theirs.`
    );
  } finally {
    await database.close();
  }
}

const withoutHeads = (file: string | undefined) =>
  'The chain fits together, but nothing from outside says how far it had come, so its end may have been cut off: ' +
  `${file ? `${file} is missing or empty` : 'AUDIT_HEAD_FILE is not set'}. Give a head from the log with --head.`;

try {
  const { values } = parseArgs({
    options: { head: { type: 'string', multiple: true, default: [] }, help: { type: 'boolean', default: false } },
  });
  console.log(values.help ? help : await verify(values.head));
} catch (error) {
  const isMisuse = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof AuditFault || error instanceof LogFault || error instanceof DatabaseMissing) && !isMisuse)
    throw error;
  console.error(error instanceof DatabaseMissing ? `Nothing was checked: ${error.message}.` : error.message);
  process.exitCode = 1;
}
