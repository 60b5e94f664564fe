/** The real server on a free port, with the test file's own database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { CreateWebHandler } from '@hakiki/contract/web-handler';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { readSettings, type Settings } from '../../src/platform/config/settings.ts';
import { logOptions } from '../../src/platform/log/log.ts';
import { type StartedServer, startServer, type StartServerOptions } from '../../src/start-server.ts';
import type { TestDatabase } from './database.ts';

export interface TestServer {
  readonly url: string;
  readonly running: StartedServer;
  /** Every log line so far. */
  readonly log: Record<string, unknown>[];
  get: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends JSON, as the web pages do. */
  post: (
    path: string,
    body: unknown,
    init?: { method?: 'POST' | 'PUT' | 'DELETE'; headers?: Record<string, string> },
  ) => Promise<Response>;
  json: <Body = unknown>(path: string) => Promise<Body>;
}

/** A merchant without a running PayFast: enough to sign forms and to receive notifications. */
export const payfastMerchant = { id: '10027938', key: 'q1cd2rdny4a53', passphrase: 'played-by-a-server' };

type Options = Partial<Omit<StartServerOptions, 'settings' | 'log'>> & { settings?: Partial<Settings> };

const noPages: CreateWebHandler = () => () => Promise.resolve(new Response('no such page', { status: 404 }));

export const collectLogLines = (log: Record<string, unknown>[]): Writable =>
  new Writable({
    write(line: Buffer, _, done) {
      log.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  });

export function useServer(test: Pick<TestDatabase, 'url'>, options: Options = {}): TestServer {
  let running: StartedServer | undefined;
  let evidenceFolder = '';
  const log: Record<string, unknown>[] = [];
  beforeAll(async () => {
    evidenceFolder = await mkdtemp(join(tmpdir(), 'hakiki-evidence-'));
    const defaults = readSettings({
      NODE_ENV: 'test',
      DATABASE_URL: test.url,
      PORT: '0',
      DRAIN_SECONDS: '0',
      EVIDENCE_FOLDER: evidenceFolder,
      PAYFAST_MERCHANT_ID: payfastMerchant.id,
      PAYFAST_MERCHANT_KEY: payfastMerchant.key,
      PAYFAST_PASSPHRASE: payfastMerchant.passphrase,
      PAYFAST_SITE_URL: 'http://127.0.0.1:9',
      PAYFAST_API_URL: 'http://127.0.0.1:9',
    });
    running = await startServer({
      createWebHandler: noPages,
      ...options,
      settings: { ...defaults, publicUrl: 'http://hakiki.test', ...options.settings },
      log: pino(logOptions('info'), collectLogLines(log)),
    });
    await running.ready;
  });
  afterAll(async () => {
    await running?.stop();
    await rm(evidenceFolder, { recursive: true });
  });

  const getRunning = () => {
    if (!running) throw new Error('The server runs only while tests run.');
    return running;
  };
  const url = () => `http://127.0.0.1:${getRunning().port}`;
  return {
    log,
    get url() {
      return url();
    },
    get running() {
      return getRunning();
    },
    get: (path, init) => fetch(url() + path, init),
    post: (path, body, { method = 'POST', headers = {} } = {}) => {
      const init: RequestInit = {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        redirect: 'manual',
        body: JSON.stringify(body),
      };
      return fetch(url() + path, init);
    },
    json: async <Body>(path: string) => (await (await fetch(url() + path)).json()) as Body,
  };
}
