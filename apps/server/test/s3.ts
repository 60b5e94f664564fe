/** A real S3 server on a free port, with one empty bucket. It refuses a wrong secret. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll } from 'vitest';
import type { Settings } from '../src/platform/config/settings.ts';

type S3Settings = NonNullable<Settings['evidence']['s3']>;

export function useS3(): { readonly settings: S3Settings; stop: () => Promise<void> } {
  const bucket = 'evidence';
  let server: S3rver | undefined;
  let folder = '';
  let port = 0;

  const stop = async () => {
    const stopped = server;
    server = undefined;
    await stopped?.close();
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hakiki-s3-'));
    server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: bucket }],
    });
    ({ port } = await server.run());
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });

  return {
    get settings() {
      const endpoint = `http://127.0.0.1:${port}`;
      return { endpoint, region: 'us-east-1', bucket, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
    },
    stop,
  };
}
