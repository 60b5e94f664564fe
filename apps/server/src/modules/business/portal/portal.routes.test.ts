/** The business portal, and what moderators and visitors see of it. */
import type { UserId } from '@hakiki/contract/accounts';
import type { BusinessAccount, BusinessProfile, BusinessAnalytics, OwnDocument } from '@hakiki/contract/business';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import type { listProfileChanges } from '@hakiki/contract/business-admin';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { toInvalidInputReply, expectedReply } from '../../../../test/support/expected-replies.ts';
import {
  makeBusiness,
  makeBusinessDocument,
  makeProvider,
  makeReport,
  makeReview,
  makeSession,
  makeUser,
} from '../../../../test/support/factories.ts';
import { makePng } from '../../../../test/support/hostile-images.ts';
import { PHOTO_CAMERA_MAKE, makePhoto } from '../../../../test/support/photo.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'hakiki-documents-'));
afterAll(() => rmSync(folder, { recursive: true }));
const server = useServer(test, { settings: { rateLimitScale: 1000, evidence: { folder, s3: undefined } } });
const { putAsShownWithReason, getJson } = createConsoleClient(server);
const db = () => test.database.db;

let admin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
});

interface Person {
  id: UserId;
  email: string;
  cookie: string;
}
const makePerson = async (overrides: Parameters<typeof makeUser>[1] = {}): Promise<Person> => {
  const { id, email } = await makeUser(db(), { userType: 'business', businessName: 'Demo Kora Ltd', ...overrides });
  return { id, email, cookie: (await makeSession(db(), { userId: id })).cookie };
};
const request = ({ cookie }: Person, path: string) => server.get(`/api/business/${path}`, { headers: { cookie } });
const get = async <Body>(person: Person, path: string) => (await (await request(person, path)).json()) as Body;
const save = ({ cookie }: Person, path: string, body: object) =>
  server.post(`/api/business/${path}`, body, { method: 'PUT', headers: { cookie } });
const saveProfile = async (person: Person, body: object) => {
  const response = await save(person, 'profile', body);
  expect(response.status).toBe(200);
  return (await response.json()) as BusinessProfile;
};
const readAccount = (person: Person) => get<BusinessAccount>(person, 'account');
const profile = {
  companyName: 'Demo Kora Exchange',
  contactEmail: 'office@kora.example',
  website: 'https://kora.example',
  businessType: 'Exchange',
  description: 'Buys and sells coins in two countries.',
  countries: ['kenya', 'Ghana'],
  licenseInfo: 'LIC-1',
};

type File = [name: string, content: Buffer | string];
async function send({ cookie }: Person, ...files: File[]) {
  const form = new FormData();
  for (const [name, content] of files) form.append('files', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return server.get('/api/business/documents', { method: 'POST', headers: { cookie }, body: form });
}
const sendOk = async (person: Person, ...files: File[]) => {
  const response = await send(person, ...files);
  expect(response.status).toBe(201);
  return (await response.json()) as OwnDocument[];
};
const PDF = '%PDF-1.7 a licence';
/** Creates a ZIP with a directory of these names. */
function zip(...names: string[]): Buffer {
  const local = Buffer.from('PK\x03\x04 content', 'latin1');
  const entries = names.map((name) => {
    const head = Buffer.alloc(46);
    head.write('PK\x01\x02', 'latin1');
    head.writeUInt16LE(name.length, 28);
    return Buffer.concat([head, Buffer.from(name, 'latin1')]);
  });
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}
const DOCX = zip('[Content_Types].xml', 'word/document.xml');
const ole = (...names: string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(512),
    ...names.map((name) => Buffer.from(name, 'utf16le')),
  ]);

describe('the account of a business', () => {
  it('shows the data of the sign-up until the member saves something [ENT-30] [REAL-18] [BIZ-03] [BIZ-11]', async () => {
    const person = await makePerson({ subscriptionTier: 'api', subscriptionStatus: 'active' });
    expect(await readAccount(person)).toEqual({
      companyName: 'Demo Kora Ltd',
      contactEmail: person.email,
      businessType: 'Other',
      verificationStatus: 'pending',
      subscriptionType: 'api',
      paymentStatus: 'pending',
      annualFee: 2_500_000,
      apiAccessLevel: 'api',
      providerId: null,
      role: null,
    });
  });

  it('stores the account on the first save, and the member becomes the owner [REAL-18] [BIZ-04]', async () => {
    const person = await makePerson();
    const input = { companyName: ' Demo Kora Holding ', contactEmail: 'Office@Kora.example', businessType: 'Broker' };
    expect(await (await save(person, 'account', input)).json()).toEqual({
      companyName: 'Demo Kora Holding',
      contactEmail: 'office@kora.example',
      businessType: 'Broker',
      verificationStatus: 'pending',
      subscriptionType: 'free',
      paymentStatus: 'pending',
      annualFee: 2_500_000,
      apiAccessLevel: 'none',
      providerId: null,
      role: 'owner',
    });
    expect(await readAccount(person)).toEqual(
      expectedReply('GET /api/business/account', { ...input, ...(await readAccount(person)) }),
    );
    const entries = await test.sql(
      `select a.action from audit_entries a join business_members m on m.business_id::text = a.subject
       where m.user_id = $1 order by a.id`,
      [person.id],
    );
    expect(entries).toEqual([{ action: 'business.founded' }, { action: 'business.account-saved' }]);
  });

  it('creates one business from two concurrent first saves', async () => {
    const person = await makePerson();
    const both = await Promise.all([save(person, 'profile', profile), save(person, 'account', profile)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await test.sql('select role from business_members where user_id = $1', [person.id])).toEqual([
      { role: 'owner' },
    ]);
    expect(await test.sql(`select from businesses where contact_email = 'office@kora.example'`)).not.toHaveLength(0);
  });

  it('requires a company name and an email address [DEC-76]', async () => {
    const response = await save(await makePerson(), 'account', { companyName: ' ', contactEmail: 'kora' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(
      toInvalidInputReply({
        companyName: 'Company name is required',
        contactEmail: 'Please enter a valid email address',
      }),
    );
  });
});

describe('the profile of a business', () => {
  it('submits a provider on the first save of the profile [REAL-18]', async () => {
    const person = await makePerson();
    const first = await saveProfile(person, profile);
    expect(first).toEqual({
      providerId: expect.any(String),
      listing: 'pending',
      verdict: 'Pending',
      contactEmail: 'office@kora.example',
      businessType: 'Exchange',
      companyName: 'Demo Kora Exchange',
      website: 'https://kora.example',
      description: 'Buys and sells coins in two countries.',
      countries: ['kenya', 'ghana'],
      licenseInfo: 'LIC-1',
      established: null,
      userCount: null,
      securityFeatures: [],
      insurance: null,
      logoUrl: null,
      waiting: null,
      lastDecision: null,
      role: 'owner',
    });
    expect((await readAccount(person)).providerId).toBe(first.providerId);
    expect((await server.get(`/api/providers/${first.providerId}`)).status).toBe(404);
    const ownFilings = await server.get('/api/my-filings', { headers: { cookie: person.cookie } });
    expect(await ownFilings.json()).toEqual(
      expectedReply('GET /api/my-filings', [{ id: first.providerId, kind: 'submission', title: 'Demo Kora Exchange' }]),
    );
  });

  it.each([
    [{ ...profile, website: 'ftp://kora.example' }, { website: 'Please enter a valid URL' }],
    [{ ...profile, website: 'kora' }, { website: 'Please enter a valid URL' }],
    [{ ...profile, companyName: '' }, { companyName: 'Company name is required' }],
    [{ ...profile, contactEmail: '' }, { contactEmail: 'Please enter a valid email address' }],
  ])('rejects the profile %j [DEC-76] [BIZ-07]', async (given, fields) => {
    const response = await save(await makePerson(), 'profile', given);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(toInvalidInputReply(fields));
  });

  it('accepts a profile without website and optional fields [DEC-76]', async () => {
    const minimal = { companyName: 'Demo Least', contactEmail: 'a@least.example', website: '' };
    expect(await saveProfile(await makePerson(), minimal)).toEqual(
      expectedReply('PUT /api/business/profile', {
        companyName: 'Demo Least',
        website: null,
        description: '',
        countries: [],
        licenseInfo: null,
        established: null,
        userCount: null,
        securityFeatures: [],
        insurance: null,
        listing: 'pending',
        waiting: null,
        lastDecision: null,
        verdict: 'Pending',
      }),
    );
  });

  it('a business proposes its facts, which are public after an administrator approves; it cannot confirm its own features [REAL-07] [FILL-01] [PROV-03] [PROV-16]', async () => {
    const person = await makePerson();
    const { id } = await makeProvider(db(), {
      securityFeatures: [
        { name: 'Cold storage', state: 'confirmed' },
        { name: 'Bug bounty', state: 'not_confirmed' },
      ],
      insurance: 'Up to R100,000',
    });
    await makeBusiness(db(), { providerId: id, members: [{ userId: person.id, role: 'owner' }] });
    const { companyName } = await get<BusinessProfile>(person, 'profile');
    const facts = { established: '2019', userCount: '120,000', insurance: '' };
    const proposed = await saveProfile(person, {
      companyName,
      contactEmail: person.email,
      ...facts,
      securityFeatures: 'Cold storage\r\nSecond factor for withdrawals\n',
    });
    const accepted = {
      established: 2019,
      userCount: 120_000,
      insurance: null,
      securityFeatures: [
        { name: 'Cold storage', state: 'confirmed' },
        { name: 'Second factor for withdrawals', state: 'not_confirmed' },
      ],
    };
    expect(proposed.waiting?.changes).toEqual(accepted);
    const path = `/api/providers/${id}`;
    expect(await server.json(path)).toEqual(
      expectedReply('GET /api/providers/:id', { insurance: 'Up to R100,000', userCount: null }),
    );

    const changes = await getJson<ReplyOf<typeof listProfileChanges>>(admin, '/api/admin/profile-changes?limit=100');
    const change = changes.find(({ providerId }) => providerId === id)!;
    expect(change.changes).toEqual([
      { field: 'established', from: '', to: '2019' },
      { field: 'userCount', from: '', to: '120000' },
      {
        field: 'securityFeatures',
        from: 'Cold storage, Bug bounty',
        to: 'Cold storage, Second factor for withdrawals',
      },
      { field: 'insurance', from: 'Up to R100,000', to: '' },
    ]);
    const approved = await putAsShownWithReason(admin, `/api/admin/profile-changes/${change.id}/approve`);
    expect(approved.status).toBe(200);
    expect(await server.json(path)).toEqual(expectedReply('GET /api/providers/:id', accepted));
    expect(await get<BusinessProfile>(person, 'profile')).toEqual(
      expectedReply('GET /api/business/profile', { ...accepted, waiting: null }),
    );

    // A business that sends nothing about its facts leaves them as they are.
    expect((await saveProfile(person, { companyName, contactEmail: person.email })).waiting).toBeNull();
    const wrong = { companyName, contactEmail: person.email, userCount: 'many', established: '1066' };
    expect((await save(person, 'profile', wrong)).status).toBe(400);
  });

  it('a business proposes a logo, which only it and administrators see until it is approved; a rejected or replaced one is deleted [FILL-01] [PROV-01]', async () => {
    const person = await makePerson();
    const otherBusiness = await makePerson();
    const provider = await makeProvider(db());
    await makeBusiness(db(), { providerId: provider.id, members: [{ userId: person.id, role: 'owner' }] });
    await makeBusiness(db(), {
      providerId: (await makeProvider(db())).id,
      members: [{ userId: otherBusiness.id, role: 'owner' }],
    });
    const photo = await makePhoto({ width: 300, height: 200 });
    const propose = async (picture: Buffer, { cookie }: { cookie: string } = person) =>
      fetch(`${server.url}/api/business/logo`, {
        method: 'PUT',
        headers: { cookie, origin: server.url, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(picture),
      });
    const proposeOk = async () => {
      const { waiting } = (await (await propose(photo)).json()) as BusinessProfile;
      return waiting!.changes.logoUrl!;
    };
    const readStatus = async (path: string, cookie = '') => (await server.get(path, { headers: { cookie } })).status;
    const findChange = async () =>
      (await getJson<ReplyOf<typeof listProfileChanges>>(admin, '/api/admin/profile-changes?limit=100')).find(
        ({ providerId }) => providerId === provider.id,
      );
    const countLogos = async () =>
      (await test.sql('select count(*)::int as n from provider_logos where provider_id = $1', [provider.id]))[0]!['n'];

    expect(await summarizeResponse(await propose(Buffer.from('%PDF-1.7 nothing')))).toBe('400 LOGO_REFUSED');
    expect(await summarizeResponse(await propose(photo, await makePerson()))).toBe('404 PROVIDER_NOT_FOUND');

    // Saving the form keeps the logo that waits, and another logo replaces it.
    await proposeOk();
    const { companyName } = await get<BusinessProfile>(person, 'profile');
    await saveProfile(person, { companyName, contactEmail: person.email, description: 'Sells coins in Nairobi.' });
    const ownPath = await proposeOk();
    expect((await get<BusinessProfile>(person, 'profile')).waiting?.changes).toEqual({
      description: 'Sells coins in Nairobi.',
      logoUrl: ownPath,
    });
    expect(await countLogos()).toBe(1);
    const id = ownPath.split('/').at(-1)!;
    const change = (await findChange())!;
    expect(change.changes.find(({ field }) => field === 'logoUrl')).toEqual({
      field: 'logoUrl',
      from: '',
      to: `/api/admin/proposed-logos/${id}`,
    });
    expect([
      await readStatus(ownPath, person.cookie),
      await readStatus(`/api/admin/proposed-logos/${id}`, admin.cookie),
      await readStatus(ownPath, otherBusiness.cookie),
      await readStatus(`/api/logos/${id}`),
    ]).toEqual([200, 200, 404, 404]);
    const logoUrlOf = async () =>
      (await server.json<{ logoUrl: string | null }>(`/api/providers/${provider.id}`)).logoUrl;
    expect(await logoUrlOf()).toBeNull();

    const approve = (changeId: string) => putAsShownWithReason(admin, `/api/admin/profile-changes/${changeId}/approve`);
    expect((await approve(change.id)).status).toBe(200);
    expect(await logoUrlOf()).toBe(`/api/logos/${id}`);
    expect(await readStatus(`/api/logos/${id}`)).toBe(200);

    // A rejected logo is deleted, and the public one stays.
    await proposeOk();
    expect(await countLogos()).toBe(2);
    const rejected = await putAsShownWithReason(admin, `/api/admin/profile-changes/${(await findChange())!.id}/reject`);
    expect(rejected.status).toBe(200);
    expect([await logoUrlOf(), await countLogos()]).toEqual([`/api/logos/${id}`, 1]);

    // An administrator's new logo does not delete the one that waits, which then replaces it.
    const newest = await proposeOk();
    const set = await fetch(`${server.url}/api/admin/providers/${provider.id}/logo`, {
      method: 'PUT',
      headers: { cookie: admin.cookie, origin: server.url, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(photo),
    });
    expect(set.status).toBe(200);
    expect((await approve((await findChange())!.id)).status).toBe(200);
    expect([await logoUrlOf(), await countLogos()]).toEqual([`/api/logos/${newest.split('/').at(-1)}`, 1]);
  });

  it('changes the public listing only after a moderator approves, and shows the pending change until then [REAL-18]', async () => {
    const person = await makePerson();
    const provider = await makeProvider(db(), { name: 'Demo Old Name', website: 'https://old.example' });
    await makeBusiness(db(), { providerId: provider.id, members: [{ userId: person.id, role: 'owner' }] });
    const input = { companyName: 'Demo New Name', contactEmail: 'new@kora.example', website: 'https://old.example' };
    const waiting = await saveProfile(person, input);
    expect(waiting).toEqual(
      expectedReply('PUT /api/business/profile', {
        providerId: provider.id,
        companyName: 'Demo Old Name',
        contactEmail: 'new@kora.example',
        listing: 'approved',
        licenseInfo: null,
        lastDecision: null,
        waiting: { since: expect.any(String), changes: { companyName: 'Demo New Name' } },
      }),
    );
    expect(await server.json(`/api/providers/${provider.id}`)).toEqual(
      expectedReply('GET /api/providers/:id', { name: 'Demo Old Name' }),
    );

    // The same request again changes nothing; another one replaces it.
    expect((await saveProfile(person, input)).waiting).toEqual(waiting.waiting);
    await saveProfile(person, { ...input, description: 'Sells coins.' });
    const [change, ...others] = await test.sql(
      `select id, changes from profile_changes where provider_id = $1 and status = 'pending'`,
      [provider.id],
    );
    expect(others).toEqual([]);
    expect(change?.['changes']).toEqual({ name: 'Demo New Name', description: 'Sells coins.' });
    expect(
      (await putAsShownWithReason(admin, `/api/admin/profile-changes/${String(change?.['id'])}/approve`)).status,
    ).toBe(200);
    expect(await get(person, 'profile')).toEqual(
      expectedReply('GET /api/business/profile', {
        companyName: 'Demo New Name',
        description: 'Sells coins.',
        website: 'https://old.example',
        licenseInfo: null,
        waiting: null,
        lastDecision: { status: 'approved', decidedAt: expect.any(String) },
      }),
    );

    // Saving the current values removes the pending change.
    expect((await saveProfile(person, { ...input, description: 'Other words.' })).waiting).not.toBeNull();
    expect((await saveProfile(person, { ...input, description: 'Sells coins.' })).waiting).toBeNull();
  });

  it('submits the listing again after a rejection', async () => {
    const person = await makePerson();
    const { providerId } = await saveProfile(person, profile);
    await test.sql(`update providers set review_state = 'rejected' where id = $1`, [providerId]);
    expect((await readAccount(person)).verificationStatus).toBe('rejected');
    const renewed = await saveProfile(person, profile);
    expect(renewed.listing).toBe('pending');
    expect(renewed.providerId).not.toBe(providerId);
  });
});

describe('documents of a business', () => {
  it('accepts several documents at once, checked by name and content, as pending [REAL-19] [BIZ-05] [BIZ-06]', async () => {
    const person = await makePerson();
    const photo = await makePhoto({ width: 60, height: 40 });
    const accepted = await sendOk(
      person,
      ['Licence.PDF', PDF],
      ['letter.doc', ole('WordDocument')],
      ['letter.docx', DOCX],
      ['office.jpg', photo],
      ['stamp.png', makePng({ width: 60, height: 40 })],
    );
    expect(accepted).toEqual(
      [
        ['Licence.PDF', 'application/pdf'],
        ['letter.doc', 'application/msword'],
        ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
        ['office.jpg', 'image/jpeg'],
        ['stamp.png', 'image/png'],
      ].map(([name, type]) => ({
        id: expect.any(String),
        name,
        kind: 'other',
        type,
        bytes: expect.any(Number),
        version: 1,
        isCurrent: true,
        status: 'pending',
        reason: null,
        validUntil: null,
        isOver: false,
        createdAt: expect.any(String),
      })),
    );
    const listed = await get<OwnDocument[]>(person, 'documents');
    expect(listed.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual(
      accepted.toSorted((one, other) => one.id.localeCompare(other.id)),
    );

    // Stored files are encrypted, and pictures have lost their metadata.
    for (const { id } of accepted) {
      const stored = await readFile(join(folder, id.slice(-2), id));
      expect(stored.includes('a licence') || stored.includes('WordDocument') || stored.includes('JFIF')).toBe(false);
    }
    const file = await server.get(`/api/admin/documents/${accepted[3]!.id}/file`, {
      headers: { cookie: admin.cookie },
    });
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    expect(file.headers.get('content-disposition')).toBe(`inline; filename*=UTF-8''office.jpg`);
    const shown = Buffer.from(await file.arrayBuffer());
    expect(shown.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(shown.includes(PHOTO_CAMERA_MAKE)).toBe(false);
    const saveAs = await server.get(`/api/admin/documents/${accepted[0]!.id}/file`, {
      headers: { cookie: admin.cookie },
    });
    expect(saveAs.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''Licence.PDF`);
    expect(await saveAs.text()).toBe(PDF);
  });

  it.each<[string, File]>([
    ['a program called .pdf', ['licence.pdf', 'MZ\x90 program']],
    ['a PDF called .png', ['licence.png', PDF]],
    ['a picture that cannot be drawn', ['office.jpg', Buffer.from('ffd8ffe000104a46', 'hex')]],
    ['an unknown ending', ['licence.exe', PDF]],
    ['a web page', ['licence.html', '<script>']],
    ['an archive called .docx', ['licence.docx', zip('virus.exe')]],
    [
      'a document with macros',
      ['licence.docx', zip('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin')],
    ],
    ['an old document with macros', ['licence.doc', ole('WordDocument', '_VBA_PROJECT')]],
    ['a table called .doc', ['licence.doc', ole('Workbook')]],
    ['nothing', ['licence.pdf', '']],
    ['more than 10 MB', ['licence.pdf', Buffer.concat([Buffer.from(PDF), Buffer.alloc(10 * 1024 * 1024)])]],
  ])('rejects %s and all files of the same request [REAL-19] [BIZ-05]', async (_, file) => {
    const person = await makePerson();
    const response = await send(person, ['good.pdf', PDF], file);
    expect(await response.json()).toEqual({
      code: 'DOCUMENT_REFUSED',
      message: 'We accept .pdf, .doc, .docx, .jpg and .png files up to 10 MB. The content must match the file name.',
      fields: { [file[0]]: 'The content does not match the name, or the file is too large.' },
      fieldErrors: { [file[0]]: { code: 'FILE_NOT_AS_NAMED' } },
    });
    expect(await get(person, 'documents')).toEqual([]);
  });

  it('keeps what a document proves, for the business and for the console [REAL-19]', async () => {
    const person = await makePerson();
    const form = new FormData();
    form.append('files', new Blob([PDF]), 'certificate.pdf');
    const headers = { cookie: person.cookie };
    const sent = await server.get('/api/business/documents?kind=registration', { method: 'POST', headers, body: form });
    const stored = (await sent.json()) as { name: string; kind: string }[];
    expect(stored.map(({ name, kind }) => ({ name, kind }))).toEqual([
      { name: 'certificate.pdf', kind: 'registration' },
    ]);
    const waiting = await getJson<{ name: string; kind: string }[]>(admin, '/api/admin/documents?limit=100');
    expect(waiting.filter(({ name }) => name === 'certificate.pdf').map(({ kind }) => kind)).toEqual(['registration']);
    const unknown = await server.get('/api/business/documents?kind=passport', { method: 'POST', headers, body: form });
    expect(unknown.status).toBe(400);
  });

  it('rejects a request that is no form with files', async () => {
    const person = await makePerson();
    const headers = { cookie: person.cookie, 'content-type': 'application/json' };
    const json = await server.get('/api/business/documents', { method: 'POST', headers, body: '{}' });
    expect(await json.json()).toEqual(toInvalidInputReply({ files: 'Must be sent as multipart/form-data.' }));
    expect(await (await send(person)).json()).toEqual(toInvalidInputReply({ files: 'Choose at least one file.' }));
  });

  it('gives the listing its badge when all documents are approved, and removes it again [REAL-19] [DEC-07]', async () => {
    const person = await makePerson();
    const provider = await makeProvider(db());
    await makeBusiness(db(), { providerId: provider.id, members: [{ userId: person.id, role: 'owner' }] });
    const [licence, letterDocument] = await sendOk(person, ['licence.pdf', PDF], ['letter.pdf', PDF]);
    const decide = async (id: string, action: 'approve' | 'reject', body: object = {}) => {
      const response = await putAsShownWithReason(admin, `/api/admin/documents/${id}/${action}`, body);
      expect(response.status, action).toBe(200);
    };
    const badges = async () => {
      const rows = await test.sql(
        'select c.name from provider_certifications held join certifications c on c.id = certification_id where provider_id = $1',
        [provider.id],
      );
      return rows.map((row) => row['name']);
    };
    const readStatus = async () => ({ status: (await readAccount(person)).verificationStatus, badges: await badges() });
    const verified = { status: 'verified', badges: ['Compliance badge'] };

    await decide(licence!.id, 'approve');
    expect(await readStatus()).toEqual({ status: 'pending', badges: [] });
    await decide(letterDocument!.id, 'approve');
    expect(await readStatus()).toEqual(verified);
    expect(await server.json(`/api/providers/${provider.id}`)).toEqual(
      expectedReply('GET /api/providers/:id', {
        certifications: [{ certification: expect.objectContaining({ name: 'Compliance badge', icon: 'FileCheck' }) }],
      }),
    );

    // Rejected later, with a reason that the business reads.
    await decide(licence!.id, 'reject', { reason: 'The licence was withdrawn.' });
    expect(await readStatus()).toEqual({ status: 'rejected', badges: [] });
    expect((await get<OwnDocument[]>(person, 'documents')).find(({ id }) => id === licence!.id)).toEqual(
      expectedReply('GET /api/business/documents', {
        status: 'rejected',
        reason: 'The licence was withdrawn.',
        validUntil: null,
      }),
    );
    expect(
      await summarizeResponse(await putAsShownWithReason(admin, `/api/admin/documents/${licence!.id}/approve`)),
    ).toBe('409 ALREADY_DECIDED');

    // A new version replaces the old one and is decided separately.
    const [renewed] = await sendOk(person, ['LICENCE.pdf', `${PDF} renewed`]);
    expect(renewed).toEqual(
      expectedReply('GET /api/business/documents', {
        version: 2,
        isCurrent: true,
        status: 'pending',
        reason: null,
        validUntil: null,
      }),
    );
    expect(await readStatus()).toEqual({ status: 'pending', badges: [] });
    await decide(renewed!.id, 'approve', { validUntil: '2099-12-31' });
    expect(await readStatus()).toEqual(verified);

    // A pending document does not change the badge.
    const [more] = await sendOk(person, ['audit.pdf', PDF]);
    expect(await readStatus()).toEqual({ status: 'pending', badges: ['Compliance badge'] });
    await decide(more!.id, 'approve');

    // The document expires at the end of its day.
    await test.sql(`update business_documents set valid_until = '2020-01-31' where id = $1`, [renewed!.id]);
    await server.running.services.business.documents.removeExpiredBadges();
    expect(await readStatus()).toEqual({ status: 'pending', badges: [] });
    await server.running.services.business.documents.removeExpiredBadges();
    expect(await badges()).toEqual([]);
  });

  it('lists documents for moderators with their business, without older versions', async () => {
    const person = await makePerson();
    await sendOk(person, ['licence.pdf', PDF]);
    const [second] = await sendOk(person, ['licence.pdf', PDF]);
    const rows = await getJson<{ providerName: string; id: string }[]>(admin, '/api/admin/documents?limit=200');
    expect(rows.filter(({ providerName }) => providerName === 'Demo Kora Ltd').map(({ id }) => id)).toContain(
      second!.id,
    );
    await putAsShownWithReason(admin, `/api/admin/documents/${second!.id}/approve`);
    const approved = await getJson<{ id: string }[]>(admin, '/api/admin/documents?status=approved&limit=200');
    expect(approved.map(({ id }) => id)).toContain(second!.id);
    const other = await makeBusinessDocument(db(), { providerId: (await makeProvider(db())).id });
    const missing = await server.get(`/api/admin/documents/${other.id}/file`, { headers: { cookie: admin.cookie } });
    expect(await summarizeResponse(missing)).toBe('404 DOCUMENT_NOT_FOUND');
  });

  it('deletes the documents with the last member of the business', async () => {
    const person = await makePerson();
    const [document] = await sendOk(person, ['licence.pdf', PDF]);
    await test.sql('delete from users where id = $1', [person.id]);
    await server.running.services.business.documents.deleteAbandoned();
    expect(await test.sql('select from business_documents where id = $1', [document!.id])).toEqual([]);
    const names = await readdir(folder, { recursive: true });
    expect(names.some((name) => name.endsWith(document!.id))).toBe(false);
  });
});

describe('two businesses that differ only in their payment', () => {
  it('treats a paying and a non-paying business the same in public and in moderation [REAL-19] [REAL-21] [VERD-12]', async () => {
    const makeTwin = async (overrides: Parameters<typeof makeUser>[1], isPaying: boolean) => {
      const person = await makePerson(overrides);
      const provider = await makeProvider(db(), { name: 'Demo Twin', website: 'https://twin.example' });
      await makeBusiness(db(), { providerId: provider.id, members: [{ userId: person.id, role: 'owner' }] });
      await makeReport(db(), { providerId: provider.id, status: 'resolved' });
      if (isPaying) {
        const { invoices } = server.running.services;
        const billed = { kind: 'listing', billedTo: 'Demo Twin', address: '1 Long Street' } as const;
        const { id } = await invoices.issueAnnual(admin.actor, { userId: person.id, ...billed }, undefined);
        await invoices.markPaid(admin.actor, id);
      }
      return { who: person, provider };
    };
    const twins = [
      await makeTwin({ subscriptionTier: 'enterprise', subscriptionStatus: 'active' }, true),
      await makeTwin({}, false),
    ];
    /** Without the fields that identify the business. */
    const readVisible = async ({ who, provider }: (typeof twins)[number]) => {
      const { id: _, ...page } = await server.json<Record<string, unknown>>(`/api/providers/${provider.id}`);
      const reports = await test.sql('select status, is_public from reports where provider_id = $1', [provider.id]);
      const { verificationStatus } = await readAccount(who);
      const { providerId, waiting, ...listing } = await get<BusinessProfile>(who, 'profile');
      return { page, reports, verificationStatus, listing, waits: waiting?.changes, isListed: providerId !== null };
    };
    const assertSameOutcome = async (action: (one: (typeof twins)[number]) => Promise<unknown>) => {
      for (const one of twins) await action(one);
      const [paying, other] = [await readVisible(twins[0]!), await readVisible(twins[1]!)];
      expect(paying).toEqual(other);
      return paying;
    };
    expect((await readAccount(twins[0]!.who)).paymentStatus).toBe('paid');
    expect((await readAccount(twins[1]!.who)).paymentStatus).toBe('pending');
    expect((await assertSameOutcome(() => Promise.resolve())).verificationStatus).toBe('pending');
    const ids = new Map<Person, string>();
    await assertSameOutcome(async ({ who }) => ids.set(who, (await sendOk(who, ['licence.pdf', PDF]))[0]!.id));
    const approved = await assertSameOutcome(({ who }) =>
      putAsShownWithReason(admin, `/api/admin/documents/${ids.get(who)}/approve`),
    );
    expect(approved.verificationStatus).toBe('verified');
    expect(approved.page['certifications']).toHaveLength(1);
    const afterChange = await assertSameOutcome(({ who }) =>
      saveProfile(who, { companyName: 'Demo Twins', contactEmail: 'a@twin.example' }),
    );
    expect(afterChange.waits).toEqual({ companyName: 'Demo Twins' });
    const rejected = await assertSameOutcome(({ who }) =>
      putAsShownWithReason(admin, `/api/admin/documents/${ids.get(who)}/reject`),
    );
    expect(rejected).toEqual({
      ...afterChange,
      verificationStatus: 'rejected',
      page: { ...afterChange.page, certifications: [] },
    });
  });
});

describe('analytics of a business', () => {
  it('shows zeros without a listing [REAL-20]', async () => {
    const found = await get<BusinessAnalytics>(await makePerson(), 'analytics');
    expect(found).toEqual(
      expectedReply('GET /api/business/analytics', { providerId: null, reviewCount: 0, rating: 0, reportCount: 0 }),
    );
    expect(found.pageViews).toHaveLength(90);
    expect(found.months).toHaveLength(12);
    expect(found.pageViews.every(({ views }) => views === 0)).toBe(true);
    expect(found.months.every(({ reviews, rating, reports }) => reviews + reports === 0 && rating === null)).toBe(true);
  });

  it('counts views, reviews and reports of the own listing [REAL-20]', async () => {
    const person = await makePerson();
    const provider = await makeProvider(db());
    await makeBusiness(db(), { providerId: provider.id, members: [{ userId: person.id, role: 'owner' }] });
    await makeReview(db(), { providerId: provider.id, rating: 5 });
    await makeReview(db(), { providerId: provider.id, rating: 2 });
    await makeReview(db(), { providerId: provider.id, rating: 1, status: 'pending' });
    await makeReport(db(), { providerId: provider.id, status: 'resolved' });
    await makeReport(db(), { providerId: provider.id, status: 'pending' });
    await makeReview(db(), { providerId: (await makeProvider(db())).id });
    const day = new Date().toISOString().slice(0, 10);
    await test.sql(`insert into page_views (provider_id, day, views) values ($1, $2, 7)`, [provider.id, day]);
    const found = await get<BusinessAnalytics>(person, 'analytics');
    expect(found).toEqual(
      expectedReply('GET /api/business/analytics', {
        providerId: provider.id,
        reviewCount: 2,
        rating: 3.5,
        reportCount: 1,
      }),
    );
    expect(found.pageViews.at(-1)).toEqual({ day, views: 7 });
    expect(found.months.at(-1)).toEqual({ month: day.slice(0, 7), reviews: 2, rating: 3.5, reports: 1 });
  });
});

describe('invoices of a business', () => {
  it('lists annual invoices, and derives the payment status from them [REAL-21] [BIZ-11]', async () => {
    const person = await makePerson();
    const colleague = await makePerson();
    await makeBusiness(db(), {
      members: [
        { userId: person.id, role: 'owner' },
        { userId: colleague.id, role: 'viewer' },
      ],
    });
    const status = async () => (await readAccount(person)).paymentStatus;
    expect(await status()).toBe('pending');
    const { invoices } = server.running.services;
    const { id } = await invoices.issueAnnual(
      admin.actor,
      { userId: person.id, kind: 'listing', billedTo: 'Demo Kora Ltd', address: '1 Long Street' },
      undefined,
    );
    expect(await status()).toBe('pending');
    const invoice = {
      id,
      number: expect.any(String),
      kind: 'listing',
      status: 'issued',
      description: 'Listing in the register, one year',
      totalCents: 2_500_000,
      vatCents: null,
      periodFrom: expect.any(String),
      periodTo: expect.any(String),
      issuedOn: expect.any(String),
      dueOn: expect.any(String),
      paidOn: null,
      isOwn: true,
    };
    expect(await get(person, 'invoices')).toEqual([invoice]);
    expect(await get(colleague, 'invoices')).toEqual([{ ...invoice, isOwn: false }]);
    expect(await get(await makePerson(), 'invoices')).toEqual([]);

    await test.sql('alter table invoices disable trigger all');
    await test.sql(`update invoices set due_on = current_date - 2, issued_on = current_date - 32 where id = $1`, [id]);
    await test.sql('alter table invoices enable trigger all');
    expect(await status()).toBe('overdue');
    expect((await putAsShownWithReason(admin, `/api/admin/invoices/${id}/pay`)).status).toBe(200);
    expect(await status()).toBe('paid');
  });
});

describe('permissions in the business portal', () => {
  const readPaths = ['account', 'profile', 'documents', 'analytics', 'invoices'];
  const attemptAll = async (person: Person) => ({
    ...Object.fromEntries(
      await Promise.all(readPaths.map(async (path) => [path, (await request(person, path)).status])),
    ),
    'save account': await summarizeResponse(
      await save(person, 'account', { companyName: 'Demo Other', contactEmail: person.email }),
    ),
    'save profile': await summarizeResponse(
      await save(person, 'profile', { companyName: 'Demo Other', contactEmail: person.email }),
    ),
    'send documents': await summarizeResponse(await send(person, ['other.pdf', PDF])),
  });
  const allReads = Object.fromEntries(readPaths.map((path) => [path, 200]));
  const allowed = { ...allReads, 'save account': '200', 'save profile': '200', 'send documents': '201' };
  const rejected = {
    'save account': '403 FORBIDDEN',
    'save profile': '403 FORBIDDEN',
    'send documents': '403 FORBIDDEN',
  };

  async function makeCompany() {
    const [owner, editor, viewer] = [await makePerson(), await makePerson(), await makePerson()];
    const provider = await makeProvider(db());
    const business = await makeBusiness(db(), {
      companyName: 'Demo Shared',
      providerId: provider.id,
      members: [
        { userId: owner.id, role: 'owner' },
        { userId: editor.id, role: 'editor' },
        { userId: viewer.id, role: 'viewer' },
      ],
    });
    return { owner, editor, viewer, provider, business };
  }

  it('lets an owner and an editor write and a viewer read [BIZ-01]', async () => {
    const { owner, editor, viewer, provider } = await makeCompany();
    for (const person of [owner, editor, viewer]) {
      expect((await readAccount(person)).providerId).toBe(provider.id);
      expect((await get<BusinessProfile>(person, 'profile')).companyName).toBe(provider.name);
    }
    expect(await attemptAll(viewer)).toEqual({ ...allReads, ...rejected });
    expect(await attemptAll(editor)).toEqual(allowed);
    expect(await attemptAll(owner)).toEqual(allowed);
    expect(await get<OwnDocument[]>(viewer, 'documents')).toHaveLength(2);
  });

  it('rejects a removed colleague from the next call on', async () => {
    const { owner, editor, provider } = await makeCompany();
    await sendOk(editor, ['secret.pdf', PDF]);
    await test.sql('delete from business_members where user_id = $1', [editor.id]);
    expect(await readAccount(editor)).toEqual(
      expectedReply('GET /api/business/account', { companyName: 'Demo Kora Ltd', providerId: null, role: null }),
    );
    expect(await get(editor, 'documents')).toEqual([]);
    expect((await get<BusinessAnalytics>(editor, 'analytics')).providerId).toBeNull();
    // Their next save creates a business of their own.
    expect(await attemptAll(editor)).toEqual(allowed);
    expect(await get<OwnDocument[]>(owner, 'documents')).toHaveLength(1);
    expect((await readAccount(owner)).companyName).toBe('Demo Shared');
    expect(await test.sql(`select from profile_changes where provider_id = $1`, [provider.id])).toEqual([]);
  });

  it('shows the owner of another business nothing [BIZ-01]', async () => {
    const { owner, provider } = await makeCompany();
    const otherPerson = await makePerson();
    await saveProfile(otherPerson, profile);
    await sendOk(owner, ['secret.pdf', PDF]);
    expect((await readAccount(otherPerson)).providerId).not.toBe(provider.id);
    expect(await get(otherPerson, 'documents')).toEqual([]);
    expect(await attemptAll(otherPerson)).toEqual(allowed);
    expect((await readAccount(owner)).companyName).toBe('Demo Shared');
    expect((await get<BusinessProfile>(owner, 'profile')).waiting).toBeNull();
  });

  it.each(['user', 'regtech'] as const)('rejects an account of type %s [BIZ-01] [DEC-61]', async (userType) => {
    const person = await makePerson({ userType });
    const forbidden = Object.fromEntries(readPaths.map((path) => [path, 403]));
    expect(await attemptAll(person)).toEqual({ ...forbidden, ...rejected });
  });
});
