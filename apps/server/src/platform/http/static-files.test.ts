import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { useServer } from '../../../test/support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakiki-static-'));
const script = 'console.log("hello");'.repeat(200);
mkdirSync(join(folder, 'client', 'assets'), { recursive: true });
writeFileSync(join(folder, 'secret.txt'), 'not for you');
writeFileSync(join(folder, 'client', 'favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'client', 'service-worker.js'), script);
writeFileSync(join(folder, 'client', 'assets', 'app-abc123.js'), script);
writeFileSync(join(folder, 'client', 'assets', 'app-abc123.js.br'), brotliCompressSync(script));
afterAll(() => rmSync(folder, { recursive: true }));

describe('serving built files', () => {
  const server = useServer(useDatabase(), { staticFolder: join(folder, 'client') });

  it('caches files with a hash in their name for a year, and others for an hour', async () => {
    const asset = await server.get('/assets/app-abc123.js');
    expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect((await server.get('/favicon.svg')).headers.get('Cache-Control')).toBe('public, max-age=3600');
  });

  it('sends the service worker with revalidation, and lets it fetch only from this site [WARN-14]', async () => {
    const { headers } = await server.get('/service-worker.js');
    expect(headers.get('Cache-Control')).toBe('no-cache');
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; connect-src 'self'",
    );
  });

  it('sends the compressed file of the build', async () => {
    const response = await server.get('/assets/app-abc123.js', { headers: { 'Accept-Encoding': 'br' } });
    expect(response.headers.get('Content-Encoding')).toBe('br');
    expect(response.headers.get('Content-Length')).toBe(String(brotliCompressSync(script).length));
    expect(await response.text()).toBe(script);
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/app-abc123.js.br',
  ])('does not leave its folder for %s', async (path) => {
    const response = await server.get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('not for you');
  });
});
