/** Baseline: the minimal Node server that runs the same transaction for each POST, with new ids. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';
import { type StatementTemplate, fillTemplate } from './transaction-template.ts';

const draft = JSON.parse(readFileSync(process.env['DRAFT']!, 'utf8')) as StatementTemplate[];
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const reply = Buffer.from(JSON.stringify({ message: 'x'.repeat(800) }));

async function runTransaction(): Promise<void> {
  const client = await pool.connect();
  try {
    for (const { text, values } of fillTemplate(draft)) await client.query(text, [...values]);
  } finally {
    client.release();
  }
}

createServer((request, response) => {
  request.resume();
  if (request.method !== 'POST') {
    response.writeHead(request.url === '/healthz' ? 200 : 404).end();
    return;
  }
  runTransaction().then(
    () => response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': reply.length }).end(reply),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
