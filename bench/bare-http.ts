/** Baseline: the minimal Node server that sends the same bytes. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const wire = JSON.parse(readFileSync(process.env['WIRE']!, 'utf8')) as {
  path: string;
  headers: string[];
  body: string;
};
const body = Buffer.from(wire.body, 'base64');

createServer((request, response) => {
  if (request.url === wire.path) response.writeHead(200, wire.headers).end(body);
  else response.writeHead(request.url === '/healthz' ? 200 : 404).end();
}).listen(Number(process.env['PORT']), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
