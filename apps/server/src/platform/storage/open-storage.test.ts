import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useS3 } from '../../../test/support/s3.ts';
import { openStorage } from './open-storage.ts';

const s3 = useS3();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hakiki-storage-'));
});
afterAll(() => rm(folder, { recursive: true }));

const kinds = {
  'a folder': () => openStorage({ folder, s3: undefined }),
  'a folder with a copy': () =>
    openStorage({ folder: join(folder, 'main'), copyFolder: join(folder, 'copy'), s3: undefined }),
  S3: () => openStorage({ folder: '/nowhere', s3: s3.settings }),
};

describe.for(Object.entries(kinds))('files in %s', ([, open]) => {
  it('returns a file unchanged until it is deleted', async () => {
    const storage = open();
    const bytes = randomBytes(300_000);
    await storage.put('one', bytes);
    await storage.put('two', Buffer.alloc(0));
    expect(await storage.get('one')).toEqual(bytes);
    expect(await storage.get('two')).toHaveLength(0);
    await storage.delete('one');
    expect(await storage.get('one')).toBeUndefined();
    expect(await storage.get('two')).toHaveLength(0);
  });

  it('replaces a file by a newer one of the same name', async () => {
    const storage = open();
    await storage.put('same', Buffer.from('first'));
    await storage.put('same', Buffer.from('second'));
    expect(await storage.get('same')).toEqual(Buffer.from('second'));
  });

  it('returns undefined for a missing file, and deletes it without an error', async () => {
    const storage = open();
    expect(await storage.get('never')).toBeUndefined();
    await expect(storage.delete('never')).resolves.toBeUndefined();
  });

  it('stores a file of 10 MB', async () => {
    const storage = open();
    const bytes = randomBytes(10 * 1024 * 1024);
    await storage.put('large', bytes);
    expect(bytes.equals((await storage.get('large')) ?? Buffer.alloc(0))).toBe(true);
  });
});

describe('storing in a folder', () => {
  it('creates files that only their owner can read, and leaves no partial files', async () => {
    const storage = kinds['a folder']();
    await storage.put('closed', Buffer.from('x'));
    const inner = join(folder, 'ed');
    expect((await stat(inner)).mode & 0o777).toBe(0o700);
    expect((await stat(join(inner, 'closed'))).mode & 0o777).toBe(0o600);
    expect(await readdir(inner)).toEqual(['closed']);
  });

  it.for(['../closed', 'a/b', '', '.', 'closed.part'])('rejects the file name %j', async (name) => {
    await expect(async () => kinds['a folder']().get(name)).rejects.toThrow('A file cannot have this name.');
  });
});

describe('storing in S3', () => {
  it('rejects a wrong secret key', async () => {
    const wrong = openStorage({ folder: '/nowhere', s3: { ...s3.settings, secretAccessKey: 'guessed' } });
    await expect(wrong.put('one', Buffer.from('x'))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  });

  it('throws an error when S3 is down', { timeout: 20_000 }, async () => {
    const storage = kinds.S3();
    await storage.put('before', Buffer.from('x'));
    await s3.stop();
    await expect(storage.put('after', Buffer.from('x'))).rejects.toThrow();
    await expect(storage.get('before')).rejects.toThrow();
  });
});

describe('storing in a folder of a group', () => {
  it('gives access to the group, and to nobody else', async () => {
    const shared = join(folder, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o2770);
    await openStorage({ folder: shared, s3: undefined }).put('ours', Buffer.from('x'));
    const others = 0o007;
    const modes = [(await stat(join(shared, 'rs'))).mode, (await stat(join(shared, 'rs/ours'))).mode];
    expect(modes.map((mode) => mode & others)).toEqual([0, 0]);
    expect(modes.map((mode) => mode & 0o040)).toEqual([0o040, 0o040]);
  });
});

describe('storing in a folder with a copy', () => {
  const copy = () => openStorage({ folder: join(folder, 'copy'), s3: undefined });
  const deletedCopies = () => openStorage({ folder: join(folder, 'copy/deleted'), s3: undefined });

  it('stores a file in both folders before it is acknowledged, or in none [OPS-03]', async () => {
    await kinds['a folder with a copy']().put('both', Buffer.from('x'));
    expect(await copy().get('both')).toEqual(Buffer.from('x'));
    expect((await stat(join(folder, 'copy/th/both'))).mode & 0o777).toBe(0o600);
    const file = join(folder, 'no-folder');
    await writeFile(file, '');
    const storage = openStorage({ folder: join(folder, 'main'), copyFolder: file, s3: undefined });
    await expect(storage.put('half', Buffer.from('x'))).rejects.toThrow('ENOTDIR');
    expect(await storage.get('half')).toBeUndefined();
  });

  it('moves the copy of a deleted file aside, as long as backups refer to it [OPS-03]', async () => {
    const storage = kinds['a folder with a copy']();
    await storage.put('gone', Buffer.from('x'));
    await storage.delete('gone');
    expect([await storage.get('gone'), await copy().get('gone'), await deletedCopies().get('gone')]).toEqual([
      undefined,
      undefined,
      Buffer.from('x'),
    ]);
  });
});
