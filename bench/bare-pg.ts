/** Baseline: the minimal Node server that runs the same SQL. `/7` runs the statements recorded for the eighth call. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';
import type { RecordedStatement } from './calls.ts';

const calls = JSON.parse(readFileSync(process.env['CALLS']!, 'utf8')) as RecordedStatement[][];
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  options: '-c pg_trgm.word_similarity_threshold=0.45',
});

async function runStatements(statements: RecordedStatement[]): Promise<string> {
  let rows: unknown[] = [];
  for (const statement of statements) ({ rows } = await pool.query(statement));
  return JSON.stringify(rows);
}

createServer((request, response) => {
  const statements = calls[Number(request.url!.slice(1))];
  if (!statements) {
    response.writeHead(request.url === '/healthz' ? 200 : 404).end();
    return;
  }
  void runStatements(statements).then((body) => {
    response
      .writeHead(200, ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body))])
      .end(body);
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
