/** A real S3 server on a free port, with one empty bucket. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Settings } from '../../src/platform/config/settings.ts';
import { bucketSettings, startS3Server } from './bucket.ts';

type S3Settings = NonNullable<Settings['evidence']['s3']>;

export function useS3(): { readonly settings: S3Settings; stop: () => Promise<void> } {
  let server: Awaited<ReturnType<typeof startS3Server>> | undefined;
  let folder = '';
  let endpoint = '';

  const stop = async () => {
    const stopped = server;
    server = undefined;
    await stopped?.stop();
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hakiki-s3-'));
    server = await startS3Server(folder);
    ({ endpoint } = server);
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });

  return {
    get settings() {
      return { endpoint, region: 'us-east-1', ...bucketSettings };
    },
    stop,
  };
}
