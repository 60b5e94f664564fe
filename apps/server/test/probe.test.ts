/**
 * Runs `hakiki probe` against a site over TLS that works, and with problems. e2e/probe.spec.ts runs it against the
 * real site.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../tools/pg.ts';
import { parseMetrics, parseSamples } from './support/prometheus-text.ts';
import { processEnvironment } from './support/process-environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakiki-probe-'));
const command = join(import.meta.dirname, '../../../ops/bin/hakiki');
const at = (name: string) => join(folder, name);

interface FakeResponse {
  status?: number;
  type?: string;
  body?: string;
  /** The server never responds. */
  hangs?: true;
}

const page = (body: string): FakeResponse => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html><head><link rel="stylesheet" href="/assets/site.css"></head><h1>Here</h1>${body}</html>`,
});
const json = (value: unknown): FakeResponse => ({ type: 'application/json', body: JSON.stringify(value) });

const workingResponses: Record<string, FakeResponse> = {
  '/': page(''),
  '/assets/site.css': { type: 'text/css', body: 'h1{}' },
  '/directory': page('<a href="/provider/one-1">One</a>'),
  '/api/providers/one-1': json({ name: 'One & Co' }),
  '/directory?search=One%20%26%20Co': page('<a href="/provider/one-1">One</a>'),
  '/provider/one-1': page(''),
  '/api/lookup?search=One%20%26%20Co': json({ matches: 1 }),
  '/api/lookup?search=probe': json({ matches: 0 }),
  '/alerts': page(''),
  '/api/fraud-alerts/active': json([]),
  '/report-scam': page('<form method="post"></form>'),
};
let responses: Record<string, FakeResponse> = workingResponses;
const requests: string[] = [];

function makeCertificate(name: string, days: number): { key: Buffer; cert: Buffer } {
  const commandArguments = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    `${days}`,
  ];
  const files = ['-keyout', at(`${name}.key`), '-out', at(`${name}.crt`)];
  execFileSync(
    'openssl',
    [...commandArguments, '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', ...files],
    {
      stdio: 'pipe',
    },
  );
  return { key: readFileSync(at(`${name}.key`)), cert: readFileSync(at(`${name}.crt`)) };
}

let server: Server;
let expiringCertificate: { key: Buffer; cert: Buffer };
let validCertificate: { key: Buffer; cert: Buffer };
beforeAll(async () => {
  validCertificate = makeCertificate('long', 90);
  expiringCertificate = makeCertificate('soon', 3);
  server = createServer(validCertificate, (request, response) => {
    const url = (request.url ?? '').replace(/(\?search=probe)%20.+/, '$1');
    requests.push(`${request.method} ${url}`);
    const { status = 200, type = '', body = '', hangs } = responses[url] ?? { status: 404 };
    if (!hangs) response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  responses = workingResponses;
  server.setSecureContext(validCertificate);
  requests.length = 0;
});

const address = () => `https://localhost:${(server.address() as AddressInfo).port}`;
const probe = (commandArguments: readonly string[], trusted = 'long') =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...processEnvironment, NODE_EXTRA_CA_CERTS: at(`${trusted}.crt`) };
    execFile(command, ['probe', ...commandArguments], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
const findLine = (output: string, step: string) => output.split('\n').find((line) => line.startsWith(`  ${step} `));

describe('hakiki probe', { timeout: 120_000 }, () => {
  it('hakiki probe runs each check once, sends no form, and reports that everything works, also in a file for Prometheus [OPS-07]', async () => {
    const { code, output } = await probe([address(), '--metrics', at('well.prom')]);
    expect(output.replaceAll(/ +\d+ ms/g, '  N ms')).toBe(`  certificate   works  N ms  good for 89 more days
  home page     works  N ms
  style sheet   works  N ms
  directory     works  N ms
  search        works  N ms
  provider      works  N ms
  check         works  N ms
  fresh answer  works  N ms
  alerts        works  N ms
  report form   works  N ms

Everything a visitor does works at ${address()}.
`);
    expect(code).toBe(0);
    expect(requests).toEqual(Object.keys(workingResponses).map((path) => `GET ${path}`));
    const text = readFileSync(at('well.prom'), 'utf8');
    const { host } = new URL(address());
    const steps = parseSamples(text).filter(({ name }) => name === 'hakiki_probe_success');
    expect(steps).toHaveLength(10);
    for (const { labels, value } of steps) expect([labels['site'], value]).toEqual([host, 1]);
    const finished = parseSamples(text).find(({ name }) => name === 'hakiki_probe_finished_seconds');
    expect(Math.abs(Date.now() / 1000 - finished!.value)).toBeLessThan(60);
    const runbook = readFileSync(join(import.meta.dirname, '../../../docs/runbooks/metrics.md'), 'utf8');
    const listed = [...runbook.matchAll(/^\| `(hakiki_probe_\w+)` \| (\w+) \| ([^|]*)\| (.+?) \|$/gm)].map(
      ([, name, type, labels = '', help]) => ({
        name,
        type,
        help,
        labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
      }),
    );
    expect(parseMetrics(text)).toEqual(listed);
    execFileSync('promtool', ['check', 'metrics'], { input: text, stdio: 'pipe' });
  });

  /** Several independent problems at once: each has its own message. */
  it.each<{ where: string; wrong: Record<string, FakeResponse>; told: Record<string, string> }>([
    {
      where: 'when the home page fails and the directory is empty',
      wrong: { '/': { status: 502 }, '/directory': page('') },
      told: {
        'home page': '/ answers 502 instead of 200',
        'style sheet': 'the home page names no style sheet',
        directory: 'the directory lists no provider',
        search: 'not tried, since the directory named no provider',
        provider: 'not tried, since the directory named no provider',
        check: 'not tried, since the directory named no provider',
      },
    },
    {
      where: 'when responses are wrong',
      wrong: {
        '/assets/site.css': { status: 404 },
        '/provider/one-1': { status: 500 },
        '/api/lookup?search=One%20%26%20Co': json({ matches: 0 }),
        '/api/fraud-alerts/active': json({}),
        '/report-scam': page(''),
      },
      told: {
        'style sheet': '/assets/site.css answers 404 instead of 200',
        provider: '/provider/one-1 answers 500 instead of 200',
        check: 'the check of a listed provider finds nothing',
        alerts: '/api/fraud-alerts/active is no list',
        'report form': '/report-scam has no form to send',
      },
    },
    {
      where: 'when responses are incomplete or missing',
      wrong: {
        '/': { type: 'text/html', body: '<link href="/assets/site.css"><h1>cut o' },
        '/directory?search=One%20%26%20Co': page(''),
        '/api/lookup?search=probe': { type: 'application/json', body: '{' },
        '/report-scam': { hangs: true },
      },
      told: {
        'home page': '/ is not a whole page with a heading',
        'style sheet': 'the home page names no style sheet',
        search: 'the search does not find a provider by its name',
        'fresh answer': 'what was answered cannot be read',
        'report form': '/report-scam could not be read: no answer within 8 s',
      },
    },
  ])('hakiki probe names exactly the failed steps $where', async ({ wrong, told }) => {
    responses = { ...workingResponses, ...wrong };
    const { code, output } = await probe([address(), '--metrics', at('wrong.prom')]);
    for (const [step, commandArguments] of Object.entries(told))
      expect(findLine(output, step)).toContain(commandArguments);
    const failing = output.split('\n').filter((line) => line.includes(' FAILS '));
    expect(failing).toHaveLength(Object.keys(told).length);
    expect(output).toContain(`\n${failing.length} of 10 steps do not work at https:`);
    expect(code).toBe(1);
    const failed = parseSamples(readFileSync(at('wrong.prom'), 'utf8')).filter(
      ({ name, value }) => name === 'hakiki_probe_success' && value === 0,
    );
    expect(failed.map(({ labels }) => labels['step'])).toEqual(Object.keys(told));
  });

  it('hakiki probe reports an untrusted certificate, a certificate that expires soon, and an unreachable server', async () => {
    expect(findLine((await probe([address()], 'soon')).output, 'certificate')).toContain(
      'browsers do not believe the certificate',
    );
    server.setSecureContext(expiringCertificate);
    expect(findLine((await probe([address()], 'soon')).output, 'certificate')).toContain(
      'the certificate ends in 2 days and was not renewed',
    );
    const { code, output } = await probe([`https://localhost:${await findFreePort()}`]);
    expect(findLine(output, 'certificate')).toContain('no certificate is served');
    expect(findLine(output, 'home page')).toContain('/ could not be read: ECONNREFUSED');
    expect(code).toBe(1);
  });

  it('hakiki probe counts a slow response as a failure', async () => {
    const { code, output } = await probe([address(), '--slow', '0.0001']);
    expect(findLine(output, 'home page')).toContain('it works, and takes more than 0.0001 s');
    expect(code).toBe(1);
  });

  it.each([[[]], [['hakiki.example']], [['ftp://hakiki.example']], [['https://a.example', 'https://b.example']]])(
    'hakiki probe prints its usage when called with %j',
    async (commandArguments) => {
      const { code, output } = await probe(commandArguments);
      expect(output).toContain('hakiki probe https://hakiki.example');
      expect(code).toBe(2);
    },
  );
});
