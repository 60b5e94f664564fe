/** Starts the measured processes: the product as in production, and the baseline servers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateKeyPair } from '../apps/server/src/platform/sealing/sealed-box.ts';
import { type Nginx, startNginx } from '../ops/nginx/edge.ts';
import { type Cluster, findFreePort } from '../tools/pg.ts';
import type { BareWork } from './bare-server.ts';

/** The input of every part of a run. */
export interface Run {
  cluster: Cluster;
  sizes: readonly [number, ...number[]];
  pace: { seconds: number; rounds: number };
  /** For files of the baseline servers. */
  folder: string;
  say: (text: string) => void;
}

export const browser = { 'Accept-Encoding': 'br' };

export interface Running {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

export async function withServer<Server extends { stop: () => Promise<void> }>(
  starting: Promise<Server>,
  work: (server: Server) => Promise<void>,
): Promise<void> {
  const server = await starting;
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

const root = join(import.meta.dirname, '..');

async function startNode(script: string, env: Record<string, string>): Promise<Running> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [join(root, script)], {
    env: { PATH: process.env['PATH'] ?? '', ENV_FILE: devNull, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${script} exited with ${child.exitCode}`);
    const answered = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answered) return { url, pid: child.pid!, stop };
    await sleep(50);
  }
  await stop();
  throw new Error(`${script} did not respond`);
}

/** With default settings, like a deployment that sets only what is required. */
export const startProduct = (databaseUrl: string, settings: Record<string, string> = {}): Promise<Running> =>
  startNode('apps/server/src/main.ts', {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'a secret that only the benchmark knows',
    PUBLIC_URL: 'https://hakiki.example',
    REPORTER_PUBLIC_KEY: generateKeyPair().publicKey,
    EVIDENCE_FOLDER: join(tmpdir(), 'hakiki-bench-evidence'),
    DRAIN_SECONDS: '0',
    // All clients have one address here.
    RATE_LIMIT_SCALE: '1000',
    ...settings,
  });

/** Baseline: bare node:http, with bare pg where the work needs a database. */
export const startBareServer = (folder: string, work: BareWork, databaseUrl = ''): Promise<Running> => {
  const file = join(folder, 'work.json');
  writeFileSync(file, JSON.stringify(work));
  return startNode('bench/bare-server.ts', { WORK: file, DATABASE_URL: databaseUrl });
};

/** The main settings of the edge, and what nginx requires. */
const bareMain = (folder: string, inside: string): string => `
${process.getuid?.() === 0 ? 'user www-data;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 16384; multi_accept on; }
http {
  access_log off;
  sendfile off;
  server_tokens off;
  open_file_cache max=20000 inactive=60s;
  open_file_cache_valid 10s;
  keepalive_requests 10000;
  client_body_temp_path ${folder}/unused;
  proxy_temp_path ${folder}/unused;
  fastcgi_temp_path ${folder}/unused;
  uwsgi_temp_path ${folder}/unused;
  scgi_temp_path ${folder}/unused;
  ${inside}
}
`;

/** Baseline: nginx that serves the recorded bytes as a file, with the main settings of the edge. */
export const startBareNginx = (path: string, { headers, body }: RecordedResponse): Promise<Nginx> =>
  startNginx((folder, listen) => {
    const file = join(folder, 'nginx.conf');
    writeFileSync(join(folder, 'body'), body);
    // nginx writes these two headers itself.
    const own = Object.entries(headers).filter(([name]) => !/^content-(type|length)$/.test(name));
    const server = `server {
    listen ${listen};
    location = ${new URL(path, 'http://localhost').pathname} {
      alias ${folder}/body;
      types { }
      default_type "${headers['content-type']}";
      etag off;
      max_ranges 0;
      add_header Last-Modified "";
      ${own.map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`).join('\n      ')}
    }
  }`;
    writeFileSync(file, bareMain(folder, server));
    return file;
  });

/** Baseline: the bare cache of nginx in front of the given server, with the main settings of the edge. */
export const startBareCache = (originUrl: string): Promise<Nginx> =>
  startNginx((folder, listen) => {
    const file = join(folder, 'nginx.conf');
    const server = `proxy_cache_path ${folder}/cache levels=1:2 keys_zone=kept:16m use_temp_path=off;
  server {
    listen ${listen};
    location / {
      proxy_pass ${originUrl};
      proxy_cache kept;
      proxy_cache_key $uri$is_args$args;
      proxy_cache_valid 200 1h;
      proxy_ignore_headers Cache-Control Expires Vary;
    }
  }`;
    writeFileSync(file, bareMain(folder, server));
    return file;
  });

/** A response of the product as raw bytes, for the baseline servers. */
export interface RecordedResponse {
  headers: Record<string, string>;
  body: Buffer;
}

/** Every server writes these headers itself, with different values. */
const ownHeaders = /^(date|connection|keep-alive|server)$/;

export async function recordResponse(url: string, headers: Record<string, string>): Promise<RecordedResponse> {
  const outgoing = request(url, { headers, agent: false });
  outgoing.end();
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  if (reply.statusCode !== 200) throw new Error(`${url} responded ${reply.statusCode}`);
  const recordedHeaders = Object.entries(reply.headers).filter(([name]) => !ownHeaders.test(name));
  return {
    headers: Object.fromEntries(recordedHeaders.map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(parts),
  };
}
