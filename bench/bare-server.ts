/**
 * Baseline: the minimal Node server that sends the same bytes as the product, runs the same SQL, or runs the same
 * transaction for each POST, with new ids.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';
import type { RecordedStatement } from './calls.ts';
import { fillTemplate, type StatementTemplate } from './transaction-template.ts';

export type BareWork =
  | { kind: 'bytes'; path: string; headers: string[]; base64: string }
  /** `/7` runs the statements recorded for the eighth call. */
  | { kind: 'reads'; calls: RecordedStatement[][] }
  | { kind: 'transaction'; template: StatementTemplate[] };

const work = JSON.parse(readFileSync(process.env['WORK']!, 'utf8')) as BareWork;
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  options: '-c pg_trgm.word_similarity_threshold=0.45',
});
const reply = Buffer.from(
  work.kind === 'bytes' ? work.base64 : JSON.stringify({ message: 'x'.repeat(800) }),
  work.kind === 'bytes' ? 'base64' : 'utf8',
);
const json = (body: string | Buffer) => [
  'Content-Type',
  'application/json',
  'Content-Length',
  String(Buffer.byteLength(body)),
];

async function runStatements(statements: RecordedStatement[]): Promise<string> {
  let rows: unknown[] = [];
  for (const statement of statements) ({ rows } = await pool.query(statement));
  return JSON.stringify(rows);
}

async function runTransaction(template: StatementTemplate[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const { text, values } of fillTemplate(template)) await client.query(text, [...values]);
  } finally {
    client.release();
  }
}

createServer((request, response) => {
  const fail = (error: unknown) => response.writeHead(500).end(String(error));
  if (request.url === '/healthz') {
    response.writeHead(200).end();
  } else if (work.kind === 'bytes') {
    if (request.url === work.path) response.writeHead(200, work.headers).end(reply);
    else response.writeHead(404).end();
  } else if (work.kind === 'reads') {
    runStatements(work.calls[Number(request.url!.slice(1))]!).then(
      (body) => response.writeHead(200, json(body)).end(body),
      fail,
    );
  } else {
    request.resume();
    runTransaction(work.template).then(() => response.writeHead(201, json(reply)).end(reply), fail);
  }
}).listen(Number(process.env['PORT']), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
