/**
 * Audits the public log as an outsider does, with the published script against a real server, and with `hakiki audit
 * verify` on the same database. Then an attacker who owns the database manipulates the log in eight ways.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheControl } from '@hakiki/contract/cache';
import type { LogIndex, LogLine } from '@hakiki/contract/decision-log';
import { logCheckpointPath, logDayCheckpointPath, logFilePath } from '@hakiki/contract/decision-log-values';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { processEnvironment } from '../../../../test/support/process-environment.ts';
import { useServer } from '../../../../test/support/server.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { createLog } from '../../../platform/log/log.ts';
import { formatSigningKey, parseSigningKey, parseVerifierKey } from '../../../platform/signing/signed-note.ts';
import { openCheckpoint } from './checkpoint.ts';
import { appendAll } from './appender.ts';
import { type LogHead, createNextLine, emptyLogHead } from './line.ts';
import { computeLeafHash, MerkleRange, computeMerkleRoot } from './merkle-tree.ts';
import { signHead, startSigning } from './signing.ts';
import * as store from './store.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, replyCacheSeconds: 0 } });

const root = fileURLToPath(new URL('../../../../../../', import.meta.url));
const script = join(root, 'apps/web/public/verify-decision-log.mjs');
const auditCommand = join(root, 'tools/operator/audit-verify.ts');
const folder = mkdtempSync(join(tmpdir(), 'hakiki-log-'));
const storedCheckpointFile = join(folder, 'kept');
const state = join(folder, 'state');
const checkpointFile = join(folder, 'head.checkpoint');
const ORIGIN = 'hakiki.test/decisions';
const signingKey = formatSigningKey(ORIGIN);
const verifierKey = parseSigningKey(signingKey).text;
const today = new Date().toISOString().slice(0, 10);
/** Two full tiles and a partial one. */
const FIRST_LINES = 560;
const LATER_LINES = 40;
const LINES = FIRST_LINES + LATER_LINES;

interface CommandResult {
  code: number;
  output: string;
}

const run = (args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> =>
  new Promise((resolve) => {
    execFile(process.execPath, args, { env: { PATH: process.env['PATH'] ?? '', ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}`.trim() }),
    );
  });
const runScript = (...args: string[]) => run([script, ...args]);
/** Runs the script like an outsider who has stored the key and a checkpoint. */
const auditOutside = () => runScript(server.url, '--key', verifierKey, '--kept', storedCheckpointFile);
const auditInside = (...args: string[]) =>
  run([auditCommand, 'verify', ...args], {
    ...processEnvironment,
    DATABASE_URL: test.url,
    APP_SECRET: 'a secret of the tests, long enough for them'.replaceAll(' ', 'x'),
    AUDIT_HEAD_FILE: join(folder, 'head'),
    LOG_SIGNING_KEYS: signingKey,
  });

async function insertDecisions(count: number): Promise<void> {
  await test.sql(
    `insert into decisions (id, subject, subject_id, from_value, to_value, created_at)
     select id, 'alert', id, 'pending', 'approved', now() from unnest($1::uuid[]) as id`,
    [Array.from({ length: count }, () => uuidv7())],
  );
  await appendAll(test.database);
}
const sign = (keys = [signingKey]) => signHead({ database: test.database, keys, checkpointFile });
/** Signs like an attacker, without comparing with a head from outside the database. */
const signWithoutCheck = (key: string) => signHead({ database: test.database, keys: [key], checkpointFile: undefined });
const fetchText = async (path: string) => (await server.get(path)).text();
const fetchBytes = async (path: string) => Buffer.from(await (await server.get(path)).arrayBuffer());
const readLines = async () => (await fetchText(logFilePath(1))).trimEnd().split('\n');

beforeAll(async () => {
  await insertDecisions(FIRST_LINES);
  await sign();
  writeFileSync(storedCheckpointFile, await fetchText(logCheckpointPath));
  await insertDecisions(LATER_LINES);
  await sign();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the signed head of the public log', () => {
  it('the signed head has origin, size and the RFC 6962 root of the published lines, with a signature [VERD-14]', async () => {
    const response = await server.get(logCheckpointPath);
    expect([response.headers.get('Content-Type'), response.headers.get('Cache-Control')]).toEqual([
      'text/plain; charset=utf-8',
      cacheControl('brief'),
    ]);
    const note = await response.text();
    const key = parseVerifierKey(verifierKey);
    expect(openCheckpoint(note, [key])).toEqual({
      origin: ORIGIN,
      size: LINES,
      root: computeMerkleRoot((await readLines()).map(computeLeafHash)),
      signers: [key],
    });
    expect(await server.json<LogIndex>('/api/decision-log/index')).toMatchObject({
      lines: LINES,
      checkpoint: note,
      keys: [{ key: verifierKey, first: FIRST_LINES, last: LINES }],
      days: [{ day: today, size: LINES, path: logDayCheckpointPath(today) }],
    });
  });

  it('the signed head is published for each day, and an unknown day is not found [VERD-14]', async () => {
    const responseOfToday = await server.get(logDayCheckpointPath(today));
    expect([await responseOfToday.text(), responseOfToday.headers.get('Cache-Control')]).toEqual([
      await fetchText(logCheckpointPath),
      cacheControl('brief'),
    ]);
    for (const day of ['2026-01-01', '2026-02-30', 'today']) {
      expect((await server.get(logDayCheckpointPath(day))).status, day).toBe(404);
    }
  });

  it('the signed head has the root of the published tiles, from which anybody can compute proofs [VERD-14]', async () => {
    const tile = async (path: string) => {
      const bytes = await fetchBytes(`/decisions/tile/${path}`);
      return Array.from({ length: bytes.length / 32 }, (_, index) => bytes.subarray(index * 32, index * 32 + 32));
    };
    const [first, second, partial, above] = await Promise.all(
      ['0/000', '0/001', `0/002.p/${LINES - 512}`, '1/000.p/2'].map(tile),
    );
    expect(above).toEqual([computeMerkleRoot(first!), computeMerkleRoot(second!)]);
    const range = new MerkleRange();
    for (const hash of above!) range.append(hash, 256);
    for (const hash of partial!) range.append(hash);
    const { root: signed } = openCheckpoint(await fetchText(logCheckpointPath), []);
    expect(range.root()).toEqual(signed);

    const response = await server.get('/decisions/tile/entries/002.p/3');
    expect([response.headers.get('Content-Type'), response.headers.get('Cache-Control')]).toEqual([
      'application/octet-stream',
      cacheControl('daily'),
    ]);
    const bundle = Buffer.from(await response.arrayBuffer());
    const lines = (await readLines()).slice(512, 515);
    const expected = lines.map((line) =>
      Buffer.concat([Buffer.of(line.length >> 8, line.length & 255), Buffer.from(line)]),
    );
    expect(bundle).toEqual(Buffer.concat(expected));
    expect(createHash('sha256').update(Buffer.of(0)).update(lines[0]!).digest()).toEqual(partial![0]);
  });

  it('serves no tile beyond the log, and one URL for each tile [VERD-14]', async () => {
    const addresses = [
      ...['0/002', '0/003.p/1', '1/000', '1/001.p/1', '2/000.p/1', '64/000', '00/000', '0/x000/000', '0/0000', '0/00'],
      ...['0/000.p/0', '0/000.p/256', '0/000.p/01', 'entries/003.p/1', 'entries/000.p/256', 'entries/-01', '-1/000'],
    ];
    for (const address of addresses) {
      expect((await server.get(`/decisions/tile/${address}`)).status, address).toBe(404);
    }
    expect(await fetchBytes('/decisions/tile/0/000.p/255')).toEqual(
      (await fetchBytes('/decisions/tile/0/000')).subarray(0, 255 * 32),
    );
  });

  it('the head is signed again only when the log has grown or the keys have changed', async () => {
    const before = await test.sql('select number, size from decision_log_checkpoints order by number');
    await sign();
    expect(before).toEqual([
      { number: '1', size: String(FIRST_LINES) },
      { number: '2', size: String(LINES) },
    ]);
    expect(await test.sql('select number, size from decision_log_checkpoints order by number')).toEqual(before);
    expect(readFileSync(checkpointFile, 'utf8')).toBe(await fetchText(logCheckpointPath));
  });

  it('signed heads cannot be updated, deleted or truncated', async () => {
    for (const table of ['decision_log_nodes', 'decision_log_checkpoints', 'decision_log_signatures']) {
      await expect(test.sql(`delete from ${table}`), table).rejects.toThrow('append-only');
      await expect(test.sql(`truncate ${table} cascade`), table).rejects.toThrow('append-only');
    }
    await expect(test.sql(`update decision_log_checkpoints set note = ''`)).rejects.toThrow('append-only');
  });
});

describe('an audit of an unchanged log', () => {
  it('an audit from outside reports a valid log and stores the checkpoint for the next audit [VERD-14]', async () => {
    const first = await runScript(server.url, '--key', verifierKey, '--state', state);
    const [last] = await test.sql(`select encode(hash, 'hex') as hash from decision_log order by number desc limit 1`);
    const signedRoot = openCheckpoint(await fetchText(logCheckpointPath), []).root.toString('base64');
    const expectedOutput = [
      `Checkpoint of ${ORIGIN}: ${LINES} lines, signed by ${ORIGIN} (key ${verifierKey.split('+')[1]}).`,
      `Lines 1 to ${LINES} form one chain; the last hash is ${String(last!['hash'])}.`,
      `The tree over the first ${LINES} has the signed root ${signedRoot}.`,
    ];
    const advice = 'No earlier checkpoint was given: keep this one, and give it with --kept the next time.';
    expect(first).toEqual({ code: 0, output: [...expectedOutput, advice, 'The log is intact.'].join('\n') });
    expect(readFileSync(state, 'utf8')).toBe(await fetchText(logCheckpointPath));

    const second = await runScript(server.url, '--key', verifierKey, '--state', state, '--kept', storedCheckpointFile);
    const found = [
      `The checkpoint kept in ${storedCheckpointFile} (${FIRST_LINES} lines) is contained in the log.`,
      `The checkpoint kept in ${state} (${LINES} lines) is contained in the log.`,
    ];
    expect(second).toEqual({ code: 0, output: [...expectedOutput, ...found, 'The log is intact.'].join('\n') });
  });

  it('an audit warns an outsider who takes the key from the site itself [VERD-14]', async () => {
    const { code, output } = await runScript(server.url);
    expect(code).toBe(0);
    expect(output).toContain('WARNING: no --key was given.');
    expect(output).toContain(verifierKey);
  });

  it('an audit reads a folder of downloaded files, with lines that are newer than the checkpoint [VERD-14]', async () => {
    const copy = mkdtempSync(join(folder, 'copy-'));
    writeFileSync(join(copy, 'lines-1.jsonl'), await fetchText(logFilePath(1)));
    writeFileSync(join(copy, 'checkpoint'), readFileSync(storedCheckpointFile));
    const { code, output } = await runScript(copy, '--key', verifierKey);
    expect([code, output]).toEqual([0, expect.stringContaining(`${LATER_LINES} later lines are not signed yet.`)]);
    expect(await runScript(copy)).toEqual({
      code: 1,
      output: 'FAULT: No key to check the signature with: give --key.',
    });
  });

  it('an audit from inside reports a valid log [VERD-14]', async () => {
    expect(await auditInside('--checkpoint', storedCheckpointFile)).toEqual({
      code: 0,
      output: expect.stringContaining(
        `The public log is intact: ${LINES} lines, 0 decisions not entered yet.\n` +
          'It has 2 signed heads and 0 lines after the newest; 2 heads saved elsewhere match it.',
      ),
    });
  });

  it('the audit script prints its usage when it is called with wrong arguments', async () => {
    for (const args of [[], ['--key'], ['one', 'two'], [server.url, '--other', 'x']]) {
      expect(await runScript(...args)).toEqual({ code: 2, output: expect.stringContaining('--kept <file>') });
    }
    expect(await runScript('http://127.0.0.1:9', '--key', verifierKey)).toEqual({
      code: 1,
      output: expect.stringMatching(/^FAULT: http:\/\/127\.0\.0\.1:9\/decisions\/checkpoint cannot be reached/),
    });
  });
});

const appendOnlyTables = ['decision_log', 'decision_log_nodes', 'decision_log_checkpoints', 'decision_log_signatures'];

/** Acts as the owner of the tables, whom no trigger stops. Restores everything afterwards. */
async function withManipulation(change: () => Promise<unknown>, then: () => Promise<void>): Promise<void> {
  const file = readFileSync(checkpointFile);
  for (const table of appendOnlyTables) {
    await test.sql(`create table saved_${table} as select * from ${table}`);
    await test.sql(`alter table ${table} disable trigger all`);
  }
  try {
    await change();
    await then();
  } finally {
    for (const table of appendOnlyTables.toReversed()) await test.sql(`delete from ${table}`);
    for (const table of appendOnlyTables) {
      await test.sql(`insert into ${table} select * from saved_${table}; drop table saved_${table}`);
      await test.sql(`alter table ${table} enable trigger all`);
      await test.sql(`alter table ${table} enable always trigger ${table}_append_only`);
    }
    writeFileSync(checkpointFile, file);
  }
}

/** Rewrites the log with consistent hashes. */
async function rewriteLog(change: (line: LogLine) => Partial<LogLine>): Promise<void> {
  const lines = await store.listRange(test.database, 1, LINES);
  await test.sql('create table sources as select number, source_id from decision_log; delete from decision_log');
  let head: LogHead = emptyLogHead;
  const rewritten = lines.map(({ number: _number, previous: _previous, hash: _hash, ...said }, index) => {
    const line = createNextLine(head, { ...said, ...change(lines[index]!) });
    head = line;
    return { ...line, sourceId: null };
  });
  for (let at = 0; at < rewritten.length; at += 200) {
    await store.insertLines(test.database.db, rewritten.slice(at, at + 200));
  }
  await test.sql(`update decision_log l set source_id = s.source_id from sources s where s.number = l.number;
    drop table sources`);
}
const rewriteLine300 = () => rewriteLog(({ number }) => (number === 300 ? { to: 'rejected' } : {}));
const dropHeads = () =>
  test.sql(`delete from decision_log_signatures; delete from decision_log_checkpoints; delete from decision_log_nodes`);

interface Attack {
  title: string;
  change: () => Promise<unknown>;
  /** The output of the outsider's script and of the operator's command. */
  outside: string;
  inside: string | RegExp;
  /** The error of the worker, which would otherwise sign the next head. */
  signingError: string | RegExp;
}

const lostOrChanged = /has lost or changed a line since its head of \d+ lines was signed/;
const headMismatch = (size: number, file: string) =>
  `${file} does not fit: one of the first ${size} lines was changed after it was signed.`;

const attacks: Attack[] = [
  {
    title: 'one line was changed',
    change: () => test.sql(`update decision_log set to_value = 'rejected' where number = 590`),
    outside: 'Line 590 was changed: its hash does not fit its text.',
    inside: 'Line 590 of the public log is not as it was entered.',
    signingError: 'Line 590 of the public log is not as it was entered.',
  },
  {
    title: 'one line was removed',
    change: () => test.sql('delete from decision_log where number = 590'),
    outside: 'Line 590 is missing: line 591 stands in its place.',
    inside: 'Line 590 of the public log is missing.',
    signingError: 'Line 590 of the public log is missing.',
  },
  {
    title: 'two lines were swapped',
    change: () =>
      test.sql(`update decision_log set number = -590 where number = 590;
        update decision_log set number = 590 where number = 591;
        update decision_log set number = 591 where number = -590`),
    outside: 'Line 590 does not follow the line before it.',
    inside: 'Line 590 of the public log is not as it was entered.',
    signingError: 'Line 590 of the public log is not as it was entered.',
  },
  {
    title: 'the end was cut off',
    change: () => test.sql('delete from decision_log where number > 580'),
    outside: `The checkpoint says ${LINES} lines, but there are 580: the end is missing.`,
    inside: `The newest head was signed over ${LINES} lines, but the public log has 580: its end was cut off.`,
    signingError: lostOrChanged,
  },
  {
    title: 'the end was cut off together with its heads',
    change: () =>
      test
        .sql(`delete from decision_log where number > 500; delete from decision_log_signatures;
        delete from decision_log_checkpoints`)
        .then(() => signWithoutCheck(signingKey)),
    outside: `The checkpoint kept in ${storedCheckpointFile} has ${FIRST_LINES} lines, but the log now has 500: its end was cut off.`,
    inside: `The head in ${checkpointFile} was signed over ${LINES} lines, but the public log has 500: its end was cut off.`,
    signingError: lostOrChanged,
  },
  {
    title: 'all lines were rewritten with consistent hashes',
    change: rewriteLine300,
    outside: headMismatch(FIRST_LINES, `The checkpoint kept in ${storedCheckpointFile}`),
    inside: 'The stored hash 1 of level 1 of the public log does not fit the lines.',
    signingError: lostOrChanged,
  },
  {
    title: 'all lines were rewritten and signed with another key',
    change: async () => {
      await rewriteLine300();
      await dropHeads();
      await signWithoutCheck(formatSigningKey(ORIGIN));
    },
    outside: 'The newest checkpoint is signed by none of the keys that you trust.',
    inside: headMismatch(LINES, `The head in ${checkpointFile}`),
    signingError: lostOrChanged,
  },
  {
    title: 'all lines were rewritten and signed with the right key',
    change: async () => {
      await rewriteLine300();
      await dropHeads();
      await signWithoutCheck(signingKey);
    },
    outside: headMismatch(FIRST_LINES, `The checkpoint kept in ${storedCheckpointFile}`),
    inside: headMismatch(LINES, `The head in ${checkpointFile}`),
    signingError: lostOrChanged,
  },
];

describe('an audit of a manipulated log', () => {
  for (const { title, change, outside, inside, signingError } of attacks) {
    it(
      `an audit detects from outside and from inside that ${title}, and no further head is signed [VERD-14]`,
      { timeout: 60_000 },
      () =>
        withManipulation(change, async () => {
          const [fromOutside, fromInside] = await Promise.all([auditOutside(), auditInside()]);
          expect(fromOutside).toEqual({ code: 1, output: expect.stringContaining(`FAULT: ${outside}`) });
          expect(fromInside).toEqual({ code: 1, output: expect.stringMatching(inside) });
          await expect(sign()).rejects.toThrow(signingError);
        }),
    );
  }

  it('an audit reports a valid log again after it was restored [VERD-14]', async () => {
    expect([(await auditOutside()).code, (await auditInside()).code]).toEqual([0, 0]);
  });
});

describe('the keys of the public log', () => {
  const nextKey = formatSigningKey(ORIGIN);
  const nextVerifier = parseSigningKey(nextKey).text;
  const readKeys = async () => (await server.json<LogIndex>('/api/decision-log/index')).keys;

  it('former keys stay listed with what they signed after a rotation [VERD-14]', async () => {
    await sign([nextKey, signingKey]);
    const both = [
      { key: nextVerifier, first: LINES, last: LINES },
      { key: verifierKey, first: FIRST_LINES, last: LINES },
    ];
    expect(await readKeys()).toEqual(both);
    // Both keys sign the same head, so that an outsider who trusts the old key learns the new one.
    for (const key of [verifierKey, nextVerifier]) {
      expect(await runScript(server.url, '--key', key)).toMatchObject({ code: 0 });
    }
    await insertDecisions(1);
    await sign([nextKey]);
    expect(await readKeys()).toEqual([{ ...both[0], last: LINES + 1 }, both[1]]);
    expect(
      await runScript(server.url, '--key', nextVerifier, '--key', verifierKey, '--kept', storedCheckpointFile),
    ).toMatchObject({
      code: 0,
    });
    expect(await runScript(server.url, '--key', verifierKey)).toEqual({
      code: 1,
      output: 'FAULT: The newest checkpoint is signed by none of the keys that you trust.',
    });
    expect(await auditInside()).toEqual({
      code: 1,
      output: expect.stringContaining('is signed by none of the given keys'),
    });
    expect(await auditInside('--log-key', nextVerifier)).toMatchObject({ code: 0 });
  });

  it('keys of another origin start another log, which lost lines of the first one do not block', async () => {
    const otherOriginKey = formatSigningKey(`${ORIGIN}/2`);
    await withManipulation(
      () => test.sql('delete from decision_log where number > 400'),
      async () => {
        await expect(sign([nextKey])).rejects.toThrow(lostOrChanged);
        await sign([otherOriginKey]);
        expect(openCheckpoint(await fetchText(logCheckpointPath), [])).toMatchObject({
          origin: `${ORIGIN}/2`,
          size: 400,
        });
      },
    );
  });
});

describe('a worker that cannot sign', () => {
  const log = createLog('silent');
  const waitUntilUnsigned = async (keys: string[]) => {
    const signing = startSigning({ database: test.database, keys, checkpointFile, log });
    await vi.waitFor(() => expect(signing.secondsUnsigned()).toBeGreaterThan(0), { timeout: 5000 });
    await signing.stop();
  };

  it('a worker that cannot sign reports for the alarm how long the head was not signed', async () => {
    await waitUntilUnsigned([]);
    await withManipulation(
      () => test.sql('delete from decision_log where number > 400'),
      () => waitUntilUnsigned([signingKey]),
    );
    const signing = startSigning({ database: test.database, keys: [signingKey], checkpointFile, log });
    await signing.stop();
    expect(signing.secondsUnsigned()).toBe(0);
  });
});
