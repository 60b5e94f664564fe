import { request as httpRequest } from 'node:http';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvidenceFile } from '@hakiki/contract/filings';
import { evidenceLimits } from '@hakiki/contract/limits';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { watchChildProcesses } from '../../../test/support/child-processes.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { createReporter } from '../../../test/support/reporter.ts';
import { useS3 } from '../../../test/support/s3.ts';
import { useServer } from '../../../test/support/server.ts';
import { readSettings } from '../../platform/config/settings.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { createEvidenceService } from './service.ts';
import { createSignedUrls } from './signed-urls.ts';

const test = useDatabase();
const secret = 'a test secret that is long enough';
const folder = mkdtempSync(join(tmpdir(), 'hakiki-evidence-'));
const server = useServer(test, {
  settings: { appSecret: secret, rateLimitScale: 1000, evidence: { folder, s3: undefined } },
});
afterAll(() => rmSync(folder, { recursive: true }));
const reporter = createReporter(server);

const TOO_OLD_MS = (evidenceLimits.linkMinutes + 1) * 60_000;
const pdf = Buffer.from('%PDF-1.7\nan invented page\n%%EOF\n');

/** A rotated picture with EXIF data and a GPS position, as a phone takes it. */
const photo = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .withExif({
      IFD0: { Make: 'Demo phone', Artist: 'Amina Demo' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1' },
    })
    .withMetadata({ orientation: 6 });

const announceFile = (code: string, name = 'proof.jpg', bytes = 1000) =>
  server.post('/api/filings/evidence', { code, name, bytes });

async function createUploadLink(code: string, name?: string): Promise<{ id: string; uploadUrl: string }> {
  const response = await announceFile(code, name);
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string; uploadUrl: string };
}

const put = (url: string, bytes: Uint8Array) =>
  fetch(server.url + url, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });

/** Announces a large body and sends none of it: a server that reads the body first would wait forever. */
const sendHeadersOnly = (url: string) =>
  new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const request = httpRequest(
      server.url + url,
      { method: 'PUT', headers: { 'content-type': 'application/octet-stream', 'content-length': '9000000' } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          request.destroy();
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
        });
      },
    );
    request.on('error', reject);
    request.flushHeaders();
  });

async function uploadFile(code: string, bytes: Uint8Array, name?: string): Promise<EvidenceFile> {
  const { uploadUrl } = await createUploadLink(code, name);
  const response = await put(uploadUrl, bytes);
  expect(response.status).toBe(201);
  return (await response.json()) as EvidenceFile;
}

const download = async (url: string) => Buffer.from(await (await server.get(url)).arrayBuffer());

describe('evidence files', () => {
  it('an invalid upload link is rejected before the body is read', async () => {
    const { receipt } = await reporter.reportScam();
    const { id, uploadUrl } = await createUploadLink(receipt.code);
    const expectedError = {
      status: 400,
      body: { message: 'This link may be invalid or expired. Please ask for a new one.', code: 'LINK_INVALID' },
    };
    expect(await sendHeadersOnly(`/api/evidence/${id}?ticket=1790000000000.${'x'.repeat(43)}`)).toEqual(expectedError);
    expect(await sendHeadersOnly(`${uploadUrl.slice(0, -1)}${uploadUrl.endsWith('A') ? 'Q' : 'A'}`)).toEqual(
      expectedError,
    );
    expect(await sendHeadersOnly(uploadUrl.replace(id, '01890000-0000-7000-8000-000000000000'))).toEqual(expectedError);
  });

  it('a file that is sent again because its reply was lost is stored once [DEC-89]', async () => {
    const { item, receipt } = await reporter.reportScam();
    const jpeg = await photo().jpeg().toBuffer();
    const { uploadUrl } = await createUploadLink(receipt.code, 'chat.jpg');
    const sendAgain = async (url: string) => (await (await put(url, jpeg)).json()) as EvidenceFile;
    const first = await sendAgain(uploadUrl);
    const sameFile = { ...first, url: expect.any(String) };
    expect(await sendAgain(uploadUrl)).toEqual(sameFile);
    // After a reload the page announces the file again.
    expect(await uploadFile(receipt.code, jpeg, 'chat.jpg')).toEqual(sameFile);
    const links = await Promise.all([1, 2, 3].map(() => createUploadLink(receipt.code, 'page.pdf')));
    const files = await Promise.all(links.map((link) => put(link.uploadUrl, pdf)));
    expect(files.map(({ status }) => status)).toEqual([201, 201, 201]);
    const { evidence } = await reporter.lookUpReceipt(receipt.code);
    expect(evidence.map(({ name }) => name)).toEqual(['chat.jpg', 'page.pdf']);
    for (const { url, bytes } of evidence) expect(await download(url)).toHaveLength(bytes);
    const rows = await test.sql('select id from evidence_files where filing_id = $1', [item.id]);
    expect(rows).toHaveLength(2);
    const audited = await test.sql(
      "select from audit_entries where action = 'filing.evidence-added' and subject = $1",
      [item.id],
    );
    expect(audited).toHaveLength(2);
  });

  it('the same file in another report, and another file of the same size, are stored as well', async () => {
    const { receipt } = await reporter.reportScam();
    const other = await reporter.reportScam();
    const first = await uploadFile(receipt.code, pdf);
    expect((await uploadFile(other.receipt.code, pdf)).id).not.toBe(first.id);
    const changed = Buffer.from(pdf.toString().replace('invented', 'iNvented'));
    expect((await uploadFile(receipt.code, changed)).id).not.toBe(first.id);
    expect((await reporter.lookUpReceipt(receipt.code)).evidence).toHaveLength(2);
  });

  it('a reporter with the receipt adds a file, which is listed with the report and downloaded by its link', async () => {
    const { item, receipt } = await reporter.reportScam();
    const added = await uploadFile(receipt.code, await photo().jpeg().toBuffer(), 'chat “one”.jpg');
    expect(added).toEqual({
      id: expect.any(String),
      name: 'chat “one”.jpg',
      type: 'image/jpeg',
      bytes: expect.any(Number),
      url: expect.stringMatching(/^\/api\/evidence\/[\w-]{36}\?ticket=\d{13}\.[\w-]{43}$/),
    });
    const { evidence } = await reporter.lookUpReceipt(receipt.code);
    expect(evidence).toEqual([{ ...added, url: expect.any(String) }]);

    const response = await server.get(evidence[0]?.url ?? '');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual(
      expect.objectContaining({
        'content-type': 'image/jpeg',
        'content-disposition': "inline; filename*=UTF-8''chat%20%E2%80%9Cone%E2%80%9D.jpg",
        'cache-control': expect.stringContaining('no-store'),
        'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
        'x-content-type-options': 'nosniff',
      }),
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes).toHaveLength(added.bytes);
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    const auditEntries = await server.running.services.audit.listBySubject(test.database.db, item.id, 5);
    expect(auditEntries[0]).toEqual(
      expect.objectContaining({ action: 'filing.evidence-added', detail: { file: added.id } }),
    );
  });

  it('a stored picture has no metadata about place, time or author, and is rotated upright', async () => {
    const { receipt } = await reporter.reportScam();
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const original = await photo().toFormat(format).toBuffer();
      expect((await sharp(original).metadata()).exif?.toString('latin1'), format).toContain('Amina Demo');
      const { url, type } = await uploadFile(receipt.code, original);
      const bytes = await download(url);
      const metadata = await sharp(bytes).metadata();
      expect(type).toBe(`image/${format}`);
      expect(metadata.format).toBe(format);
      expect([metadata.width, metadata.height]).toEqual([300, 400]);
      expect([metadata.exif, metadata.orientation, metadata.xmp, metadata.iptc, metadata.icc]).toEqual(
        Array.from({ length: 5 }),
      );
      expect(bytes.includes('Amina')).toBe(false);
      expect(bytes.includes('Demo phone')).toBe(false);
    }
  });

  it('a picture larger than a screen is scaled down', async () => {
    const { receipt } = await reporter.reportScam();
    const { url } = await uploadFile(receipt.code, await photo(5000, 1000).jpeg().toBuffer());
    const { width, height } = await sharp(await download(url)).metadata();
    expect([width, height]).toEqual([512, 2560]);
  });

  it('a PDF is accepted and served as a download only', async () => {
    const { receipt } = await reporter.reportScam();
    const { url, type } = await uploadFile(receipt.code, pdf, 'statement.pdf');
    expect(type).toBe('application/pdf');
    const response = await server.get(url);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''statement.pdf");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
  });

  it('a file that is neither picture nor PDF by content is rejected, does not count, and uses up its link', async () => {
    const { receipt } = await reporter.reportScam();
    const jpeg = await photo().jpeg().toBuffer();
    const refused: Record<string, Uint8Array> = {
      'an empty file': Buffer.alloc(0),
      'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
      'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
      'a GIF': await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
        .gif()
        .toBuffer(),
      'a TIFF': await photo().tiff().toBuffer(),
      'a program': Buffer.concat([Buffer.from('MZ'), randomBytes(200)]),
      'the beginning of a picture': Buffer.concat([jpeg.subarray(0, 20), randomBytes(500)]),
      'half a picture': jpeg.subarray(0, jpeg.length / 2),
      'an SVG in a PNG’s clothes': Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('<svg/>')]),
      'a late PDF': Buffer.concat([Buffer.from('x'), pdf]),
    };
    for (const [description, bytes] of Object.entries(refused)) {
      const { uploadUrl } = await createUploadLink(receipt.code, 'proof.jpg');
      expect(await summarizeResponse(await put(uploadUrl, bytes)), description).toBe('400 FILE_REFUSED');
      expect(await summarizeResponse(await put(uploadUrl, bytes)), description).toBe('400 LINK_INVALID');
    }
    expect((await reporter.lookUpReceipt(receipt.code)).evidence).toEqual([]);
  });

  it('a file has at most 10 MB', async () => {
    const { receipt } = await reporter.reportScam();
    const maxSizeFile = Buffer.concat([pdf, Buffer.alloc(evidenceLimits.fileBytes - pdf.length)]);
    expect((await uploadFile(receipt.code, maxSizeFile)).bytes).toBe(evidenceLimits.fileBytes);
    const { uploadUrl } = await createUploadLink(receipt.code);
    expect(await summarizeResponse(await put(uploadUrl, Buffer.concat([maxSizeFile, Buffer.alloc(1)])))).toBe(
      '413 TOO_LARGE',
    );
    expect(await summarizeResponse(await announceFile(receipt.code, 'a.pdf', evidenceLimits.fileBytes + 1))).toBe(
      '400 INVALID_INPUT',
    );
    expect(await summarizeResponse(await announceFile(receipt.code, '  '))).toBe('400 INVALID_INPUT');
  });

  it('a report has at most ten files, also with concurrent announcements', async () => {
    const { receipt } = await reporter.reportScam();
    const announced = await Promise.all(Array.from({ length: 25 }, () => announceFile(receipt.code)));
    const links = announced.filter(({ ok }) => ok);
    expect(links).toHaveLength(evidenceLimits.files);
    expect(await summarizeResponse(announced.find(({ ok }) => !ok) ?? Response.error())).toBe('409 TOO_MANY_FILES');
    const files = await Promise.all(
      links.map(async (response, index) =>
        put(((await response.json()) as { uploadUrl: string }).uploadUrl, Buffer.from(`${pdf.toString()}${index}`)),
      ),
    );
    expect(files.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect((await reporter.lookUpReceipt(receipt.code)).evidence).toHaveLength(10);
    expect(await summarizeResponse(await announceFile(receipt.code))).toBe('409 TOO_MANY_FILES');
  });

  it('an announced file whose link has expired does not count', async () => {
    const { item, receipt } = await reporter.reportScam();
    for (let index = 0; index < 10; index += 1) await createUploadLink(receipt.code);
    expect(await summarizeResponse(await announceFile(receipt.code))).toBe('409 TOO_MANY_FILES');
    await test.sql("update evidence_files set created_at = now() - interval '11 minutes' where filing_id = $1", [
      item.id,
    ]);
    expect((await announceFile(receipt.code)).status).toBe(201);
  });

  it('a visitor without a receipt cannot add files', async () => {
    expect(await summarizeResponse(await announceFile('0000-0000-0000-0000-0000'))).toBe('404 FILING_NOT_FOUND');
  });

  it('a stored file and its name in the database are encrypted', async () => {
    const { receipt } = await reporter.reportScam();
    const { id, url } = await uploadFile(receipt.code, pdf, 'statement of Amina.pdf');
    const stored = await readFile(join(folder, id.slice(-2), id));
    expect(stored).toHaveLength(pdf.length + 5 + 28);
    expect(stored.includes('invented page')).toBe(false);
    const [row] = await test.sql('select sealed_name from evidence_files where id = $1', [id]);
    expect(String(row?.['sealed_name'])).not.toContain('Amina');
    expect(await download(url)).toEqual(pdf);
  });
});

describe('signed links to evidence', () => {
  const tickets = createSignedUrls(secret);

  it('a signed link is valid for one file, one purpose and a few minutes', async () => {
    const { receipt } = await reporter.reportScam();
    const { id, uploadUrl } = await createUploadLink(receipt.code);
    const other = await createUploadLink(receipt.code);
    const ticketOf = (url: string) => new URL(url, server.url).searchParams.get('ticket') ?? '';
    const refused = '400 LINK_INVALID';
    const tooOld = tickets.createUrl('upload', id, new Date(Date.now() - TOO_OLD_MS));
    for (const url of [
      tooOld,
      `/api/evidence/${id}?ticket=${ticketOf(other.uploadUrl)}`,
      tickets.createUrl('download', id, new Date()),
      createSignedUrls('another test secret, long enough').createUrl('upload', id, new Date()),
      `/api/evidence/${id}?ticket=`,
      uploadUrl.replace(/ticket=\d{13}/, `ticket=${Date.now() + 9_000_000}`),
    ]) {
      expect(await summarizeResponse(await put(url, pdf)), url).toBe(refused);
    }
    expect(await summarizeResponse(await server.get(tickets.createUrl('download', id, new Date())))).toBe(refused);

    expect((await put(uploadUrl, pdf)).status).toBe(201);
    expect(await summarizeResponse(await server.get(uploadUrl))).toBe(refused);
    expect(
      await summarizeResponse(await server.get(tickets.createUrl('download', id, new Date(Date.now() - TOO_OLD_MS)))),
    ).toBe(refused);
    expect((await server.get(tickets.createUrl('download', id, new Date()))).status).toBe(200);
  });

  it('a signed link expires by the clock of the database', () => {
    const now = new Date();
    const ticket = tickets.createUrl('download', 'one', now).split('ticket=')[1] ?? '';
    const afterMs = (ms: number) => new Date(now.getTime() + ms);
    expect(tickets.isValid('download', 'one', ticket, afterMs(evidenceLimits.linkMinutes * 60_000 - 1))).toBe(true);
    expect(tickets.isValid('download', 'one', ticket, afterMs(evidenceLimits.linkMinutes * 60_000))).toBe(false);
  });
});

describe('concurrent uploads', () => {
  it('of concurrent uploads by one link exactly one is stored', async () => {
    const { receipt } = await reporter.reportScam();
    const { uploadUrl } = await createUploadLink(receipt.code);
    const jpeg = await photo(2000, 1500).jpeg().toBuffer();
    const responses = await Promise.all([jpeg, pdf, jpeg, pdf, pdf].map((bytes) => put(uploadUrl, bytes)));
    const accepted = responses.filter(({ status }) => status === 201);
    const { evidence } = await reporter.lookUpReceipt(receipt.code);
    expect(evidence).toHaveLength(1);
    const [stored] = evidence;
    for (const response of accepted) expect(((await response.json()) as EvidenceFile).id).toBe(stored?.id);
    const bytes = await download(stored?.url ?? '');
    expect(bytes).toHaveLength(stored?.bytes ?? 0);
    expect(bytes.subarray(0, 5).toString() === '%PDF-').toBe(stored?.type === 'application/pdf');
  });

  it('six concurrent pictures are re-encoded two at a time, and all are accepted', { timeout: 20_000 }, async () => {
    const { receipt } = await reporter.reportScam();
    const jpeg = await photo(1600, 1200).jpeg().toBuffer();
    const links = await Promise.all(Array.from({ length: 6 }, () => createUploadLink(receipt.code)));
    const watch = watchChildProcesses('redraw-picture');
    const responses = await Promise.all(links.map(({ uploadUrl }) => put(uploadUrl, jpeg)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    expect(watch.stop().atOnce).toBe(2);
  });

  it('a reporter can upload by the same link again after the storage failed', async () => {
    const { receipt } = await reporter.reportScam();
    const { id, uploadUrl } = await createUploadLink(receipt.code);
    // A folder at the path of the file makes the storage fail.
    const blockingFolder = join(folder, id.slice(-2), id);
    mkdirSync(blockingFolder, { recursive: true });
    expect((await put(uploadUrl, pdf)).status).toBe(500);
    rmdirSync(blockingFolder);
    expect((await put(uploadUrl, pdf)).status).toBe(201);
  });
});

describe('purging files that were never uploaded', () => {
  it('an announced file that was never uploaded is deleted after a day with its bytes; uploaded files stay', async () => {
    const { item, receipt } = await reporter.reportScam();
    const arrived = await uploadFile(receipt.code, pdf);
    const neverUploaded = await createUploadLink(receipt.code);
    const recentLink = await createUploadLink(receipt.code);
    const storage = openStorage({ folder, s3: undefined });
    await storage.put(neverUploaded.id, Buffer.from('stored, and the process died before it was noted'));
    await test.sql(
      "update evidence_files set created_at = now() - interval '25 hours' where id <> $1 and filing_id = $2",
      [recentLink.id, item.id],
    );
    await server.running.services.evidence.deleteNeverUploaded();
    const rows = await test.sql('select id from evidence_files where filing_id = $1 order by id', [item.id]);
    expect(rows.map(({ id }) => id)).toEqual([arrived.id, recentLink.id]);
    expect(await storage.get(neverUploaded.id)).toBeUndefined();
    expect(await download((await reporter.lookUpReceipt(receipt.code)).evidence[0]?.url ?? '')).toEqual(pdf);
  });
});

describe('evidence in S3', () => {
  const s3 = useS3();

  it('a file in S3 is encrypted and can be read back', async () => {
    const settings = {
      ...readSettings({ NODE_ENV: 'test', APP_SECRET: secret }),
      evidence: { folder: '/nowhere', s3: s3.settings },
    };
    const { database, services } = server.running;
    const evidence = createEvidenceService({ database, audit: services.audit, settings });
    const { item } = await reporter.reportScam();
    const announced = await evidence.announce(item.id, { name: 'a', bytes: 1 }, new Date());
    const ticket = announced.uploadUrl.split('ticket=')[1] ?? '';
    const { url } = await evidence.store({ kind: 'visitor' }, announced.id, ticket, pdf);
    const read = await evidence.read(announced.id, url.split('ticket=')[1] ?? '');
    expect(Buffer.from(read.bytes)).toEqual(pdf);
    const stored = await openStorage(settings.evidence).get(announced.id);
    expect(stored).toHaveLength(pdf.length + 5 + 28);
    expect(stored?.includes('invented page')).toBe(false);
  });
});
