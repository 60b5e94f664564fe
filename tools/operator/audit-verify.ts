/** Command: verifies the audit and the public log of decisions. docs/runbooks/audit.md says what to do if it fails. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AuditIntegrityError, deriveChainKey } from '../../apps/server/src/modules/audit/chain.ts';
import { type RecordedHead, readHeads } from '../../apps/server/src/modules/audit/head-file.ts';
import { verifyAudit } from '../../apps/server/src/modules/audit/verify.ts';
import { LogIntegrityError } from '../../apps/server/src/modules/moderation/decision-log/log-integrity-error.ts';
import { type LogTrust, verifyDecisionLog } from '../../apps/server/src/modules/moderation/decision-log/verify.ts';
import { readSettingsOrExit, type Settings } from '../../apps/server/src/platform/config/settings.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import {
  createConnectionCheck,
  DatabaseNotReadyError,
  waitForDatabase,
} from '../../apps/server/src/platform/db/readiness.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { NoteError, parseSigningKey, parseVerifierKey } from '../../apps/server/src/platform/signing/signed-note.ts';

const help = `Verifies the complete audit and the public decision log. Exits with 1 if anything was changed.

  hakiki audit verify --head 1234:5f0c… --checkpoint kept.txt

  --head        P:H   a position and its hash, copied from a line 'audit sealed' of the log; may be given several times
  --checkpoint  file  a signed head of the public log that was saved earlier (/decisions/checkpoint); may be given several times
  --log-key     key   a verifier key of the public log, in addition to those of LOG_SIGNING_KEYS; may be given several times

DATABASE_URL, APP_SECRET (or AUDIT_SECRET), AUDIT_HEAD_FILE and LOG_SIGNING_KEYS are those of the worker.
`;

const STATEMENT_TIMEOUT_MS = 120_000;

function readHead(text: string): RecordedHead {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!position || !hash) throw new AuditIntegrityError(`'${text}' is not a position and a hash.`);
  return { position: Number(position), hash: Buffer.from(hash, 'hex'), source: '--head' };
}

async function* listNotedHeads(given: readonly string[], file: string | undefined): AsyncGenerator<RecordedHead> {
  yield* given.map(readHead);
  if (file && existsSync(file)) yield* readHeads(file);
}

interface VerifyOptions {
  head: string[];
  checkpoint: string[];
  'log-key': string[];
}

/** The worker's own keys, its last signed head, and the options of the command. */
function readTrust({ logSigning }: Settings, options: VerifyOptions): LogTrust {
  const { checkpointFile } = logSigning;
  const files = [...options.checkpoint, ...(checkpointFile && existsSync(checkpointFile) ? [checkpointFile] : [])];
  return {
    keys: [...logSigning.keys.map(parseSigningKey), ...options['log-key'].map(parseVerifierKey)],
    kept: files.map((file) => ({ note: readFileSync(file, 'utf8'), source: file })),
  };
}

async function verify(options: VerifyOptions): Promise<string> {
  const settings = readSettingsOrExit('audit');
  const database = openDatabase(
    { ...settings, databasePoolSize: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
    createLog('silent'),
  );
  try {
    await waitForDatabase(createConnectionCheck(settings.databaseUrl), 0, () => undefined);
    const { secret, headFile } = settings.audit;
    const heads = listNotedHeads(options.head, headFile);
    const found = await verifyAudit(database.db, { key: deriveChainKey(secret), heads });
    if (found.sealed > 0 && found.notedHeads === 0) throw new AuditIntegrityError(formatMissingHeads(headFile));
    const log = await verifyDecisionLog(database, readTrust(settings, options));
    return (
      `The audit is intact: ${found.sealed} entries sealed, ${found.unsealed} waiting ` +
      `(the oldest for ${Math.round(found.oldestUnsealedSeconds)} s), ${found.notedHeads} noted heads found in the chain.\n` +
      `The public log is intact: ${log.lines} lines, ${log.waiting} decisions not entered yet.\n` +
      (log.heads > 0
        ? `It has ${log.heads} signed heads and ${log.unsigned} lines after the newest; ${log.keptHeads} heads saved elsewhere match it.`
        : 'It has no signed heads (docs/runbooks/log-key.md).')
    );
  } finally {
    await database.close();
  }
}

const formatMissingHeads = (file: string | undefined) =>
  'The chain is consistent, but no head saved elsewhere shows its length, so its end may have been cut off: ' +
  `${file ? `${file} is missing or empty` : 'AUDIT_HEAD_FILE is not set'}. Pass a head from the log with --head.`;

try {
  const several = { type: 'string', multiple: true, default: [] as string[] } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { head: several, checkpoint: several, 'log-key': several, help: { type: 'boolean', default: false } },
  });
  // `hakiki audit verify` and `hakiki audit` are the same.
  const isHelp = values.help || positionals.some((word) => word !== 'verify');
  console.log(isHelp ? help : await verify(values));
  if (isHelp && !values.help) process.exitCode = 1;
} catch (error) {
  const isMisuse = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  const expected = [AuditIntegrityError, LogIntegrityError, NoteError, DatabaseNotReadyError];
  if (!expected.some((kind) => error instanceof kind) && !isMisuse) throw error;
  const { message } = error as Error;
  console.error(error instanceof DatabaseNotReadyError ? `Nothing was checked: ${message}.` : message);
  process.exitCode = 1;
}
