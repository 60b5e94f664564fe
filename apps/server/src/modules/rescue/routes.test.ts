/** Rescue contacts: what visitors see, what their word does at once, and how two people keep a contact true. */
import type { RescueContact, RescueCountry } from '@hakiki/contract/rescue';
import type { AdminRescueContact, getRescueHistory } from '@hakiki/contract/rescue-admin';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import { countryCodes } from '@hakiki/contract/country-codes';
import { hasValidCodes, parseContact, USSD_PATTERN } from '@hakiki/contract/rescue-values';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase, withoutPrimary } from '../../../test/support/database.ts';
import { useServer } from '../../../test/support/server.ts';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../test/support/staff.ts';
import { shippedContacts, type ShippedContact } from '@hakiki/contract/rescue-contacts';
import { createRescueService } from './service.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, replyCacheSeconds: 0 } });
const { post, getJson } = createConsoleClient(server);

let administrator: Admin;
let moderator: Admin;
let secondModerator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(test.database.db);
  moderator = await makeModerator(test.database.db);
  secondModerator = await makeModerator(test.database.db);
});
beforeEach(() => test.deleteAllRows('rescue_calls', 'rescue_failures', 'rescue_versions'));

const CARE = 'ke-safaricom-customer-care';
const today = () => new Date().toISOString().slice(0, 10);
const getPublic = (country = 'KE') => server.json<RescueCountry>(`/api/rescue/${country}`);
const listPublic = async (country?: string) => (await getPublic(country)).contacts;
const findPublic = async (id = CARE) => (await listPublic()).find((contact) => contact.id === id)!;
const listForStaff = (staff: Admin) => getJson<AdminRescueContact[]>(staff, '/api/admin/rescue-contacts');
const findForStaff = async (staff: Admin, id = CARE) =>
  (await listForStaff(staff)).find((contact) => contact.id === id)!;
const getDetail = (staff: Admin) =>
  getJson<ReplyOf<typeof getRescueHistory>>(staff, `/api/admin/rescue-contacts/${CARE}`);
const reportDead = (id = CARE) => server.post(`/api/rescue/contacts/${id}/dead`, {});
const countWork = async (staff: Admin) =>
  (await getJson<{ kind: string; count: number }[]>(staff, '/api/admin/work')).find(({ kind }) => kind === 'contacts')
    ?.count;
const change = {
  name: 'Safaricom customer care',
  contact: '200',
  howTo: 'Ask to hold the money.',
  sourceName: 'Safaricom',
  sourceUrl: 'https://www.example.com/fraud',
  asOf: '2026-11-01',
  confidence: 'sourced',
  reason: 'The operator printed a new number.',
};

/** As the API shows a contact that nobody has changed or called. */
const toPublic = ({ iso2: _, howToFr, ...facts }: ShippedContact) => ({ ...facts, howToFr: howToFr ?? null });
const shippedCare = toPublic(shippedContacts.find(({ id }) => id === CARE)!);

describe('the shipped contacts', () => {
  it('an empty database has all 67, each with source, date and confidence, and none is confirmed [HOUR-02]', async () => {
    const found = new Map<string, RescueContact>();
    for (const country of Object.values(countryCodes))
      for (const contact of await listPublic(country)) found.set(contact.id, contact);
    expect([...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      shippedContacts
        .map((contact) => ({ ...toPublic(contact), state: 'unconfirmed', stateOn: null }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    expect(found.size).toBe(67);
  });

  it('a report may admit an offence in the six countries whose law prohibits crypto, each with its source [HOUR-05]', async () => {
    const found: string[] = [];
    for (const country of Object.values(countryCodes)) {
      const { prohibition } = await getPublic(country);
      if (!prohibition) continue;
      found.push(country);
      expect(prohibition.sourceName).not.toBe('');
    }
    expect(found.toSorted()).toEqual(['DZ', 'EG', 'ET', 'LY', 'MA', 'TN']);
    expect((await getPublic('DZ')).prohibition).toEqual({
      sourceName: 'Coin Edition, on the Official Journal No. 48',
      sourceUrl: 'https://coinedition.com/algeria-passes-nationwide-ban-on-all-cryptocurrency-activity',
      asOf: '2025-07-30',
      confidence: 'sourced',
      checkedOn: expect.stringMatching(/^2026-/),
    });
  });

  it('the warning about an offence follows a changed law at once [HOUR-05]', async () => {
    await test.sql(`insert into licence_regimes (country, regulator, regulator_url, regime, instrument, summary,
      source_name, confidence, checked_on)
      select country, regulator, regulator_url, 'licensed', instrument, 'New.', source_name, 'known', '2026-11-16'
      from licence_regimes where country = 'tunisia'`);
    expect((await getPublic('TN')).prohibition).toBeNull();
  });

  it('a country names the authority of its law with site and source, and none where nobody has checked the law [HOUR-02]', async () => {
    expect((await getPublic('SN')).authority).toEqual({
      regulator: 'BCEAO and AMF-UMOA (WAEMU)',
      regulatorUrl: 'https://www.bceao.int',
      sourceName: expect.any(String),
      sourceUrl: expect.stringMatching(/^https:/),
      asOf: expect.any(String),
      confidence: 'sourced',
      checkedOn: expect.stringMatching(/^2026-/),
    });
    expect((await getPublic('BI')).authority).toBeNull();
  });

  it('are read from a replica, with reports of visitors, while the primary is away [HOUR-02] [OPS-06]', async () => {
    await test.sql('insert into rescue_failures (contact_id) values ($1)', [CARE]);
    const { audit, licences } = server.running.services;
    const rescue = createRescueService({ database: withoutPrimary(test.database), audit, licences });
    expect(await rescue.getCountry('KE')).toEqual(await getPublic());
    expect((await rescue.getCountry('KE')).contacts.find(({ id }) => id === CARE)!.state).toBe('reported');
  });

  it('every code has the form of a USSD code and its link gives the dialler the same code [HOUR-03]', () => {
    const parts = shippedContacts.flatMap(({ contact }) => parseContact(contact));
    const codes = parts.filter(({ text }) => /[*#]/.test(text));
    expect(codes.length).toBe(23);
    for (const code of codes) {
      expect(code.text).toMatch(USSD_PATTERN);
      expect(code.kind).toBe('ussd');
      const href = 'href' in code ? code.href : '';
      expect(href).not.toContain('#');
      expect(decodeURIComponent(new URL(href).pathname)).toBe(code.text);
    }
    expect(parseContact('*100*100#')).toEqual([{ kind: 'ussd', text: '*100*100#', href: 'tel:*100*100%23' }]);
  });

  it('each other contact is read into what one tap opens, or shown as it is written [HOUR-01]', () => {
    expect(
      parseContact('0860 10 20 43; WhatsApp 067 418 9565; business 0860 30 92 50; from abroad +27 21 941 1377'),
    ).toEqual([
      { kind: 'call', text: '0860 10 20 43', href: 'tel:0860102043' },
      { kind: 'text', text: 'WhatsApp 067 418 9565' },
      { kind: 'call', text: '0860 30 92 50', href: 'tel:0860309250', label: 'business' },
      { kind: 'call', text: '+27 21 941 1377', href: 'tel:+27219411377', label: 'from abroad' },
    ]);
    expect(parseContact('234 or 100').map((part) => 'href' in part && part.href)).toEqual(['tel:234', 'tel:100']);
    expect(parseContact('SMS 456')).toEqual([{ kind: 'sms', text: 'SMS 456', href: 'sms:456' }]);
    expect(parseContact('292 (call or SMS); WhatsApp 050 160 3111; report@csa.gov.gh').map(({ kind }) => kind)).toEqual(
      ['call', 'text', 'mail'],
    );
    const plain = shippedContacts.flatMap(({ contact }) => parseContact(contact)).filter(({ kind }) => kind === 'text');
    expect(plain.map(({ text }) => text)).toEqual([
      'WhatsApp 067 418 9565',
      'WhatsApp 050 160 3111',
      'WhatsApp 0772 123 100',
      'Kibuli, Kampala',
      'the nearest RIB office',
      'Abidjan, in person',
      'Support page of the exchange itself',
      'Nobody can recover coins for a fee',
    ]);
  });

  it('a country that we do not know is not found', async () => {
    expect((await server.get('/api/rescue/XX')).status).toBe(404);
  });
});

describe('a contact that does not work', () => {
  it("a visitor's word marks it at once for everybody and makes one task for staff [HOUR-02]", async () => {
    expect(await countWork(moderator)).toBe(0);
    expect(await (await reportDead()).json()).toEqual({ ...shippedCare, state: 'reported', stateOn: today() });
    expect((await reportDead()).status).toBe(200);
    expect(await findPublic()).toEqual({ ...shippedCare, state: 'reported', stateOn: today() });
    expect(await countWork(moderator)).toBe(1);
    const [first] = await listForStaff(moderator);
    expect([first?.id, first?.failures, first?.isDue]).toEqual([CARE, 2, true]);
    expect(await test.sql("select subject from audit_entries where action = 'rescue-contact.reported-dead'")).toEqual([
      { subject: CARE },
    ]);
  });

  it('a call by staff confirms a reported contact or keeps it marked as not working [HOUR-02]', async () => {
    await reportDead();
    await post(moderator, `/api/admin/rescue-contacts/${CARE}/calls`, { outcome: 'no-answer' });
    expect((await findPublic()).state).toBe('reported');
    await post(moderator, `/api/admin/rescue-contacts/${CARE}/calls`, { outcome: 'works', note: 'Answered at once.' });
    expect(await findPublic()).toEqual({ ...shippedCare, state: 'confirmed', stateOn: today() });
    expect(await countWork(moderator)).toBe(0);
    await post(moderator, `/api/admin/rescue-contacts/${CARE}/calls`, { outcome: 'dead' });
    expect((await findPublic()).state).toBe('dead');
    const { calls, versions } = await getDetail(moderator);
    const calledAt = expect.any(String) as string;
    expect(calls).toEqual([
      { outcome: 'dead', note: null, calledBy: moderator.email, calledAt },
      { outcome: 'works', note: 'Answered at once.', calledBy: moderator.email, calledAt },
      { outcome: 'no-answer', note: null, calledBy: moderator.email, calledAt },
    ]);
    expect(versions).toEqual([]);
  });

  it('a confirmed contact is due again 90 days after the call [HOUR-02]', async () => {
    await post(moderator, `/api/admin/rescue-contacts/${CARE}/calls`, { outcome: 'works' });
    expect((await findForStaff(moderator)).isDue).toBe(false);
    await test.sql("update rescue_calls set called_at = now() - interval '90 days 1 minute'");
    const due = await findForStaff(moderator);
    expect([due.isDue, due.state]).toEqual([true, 'confirmed']);
    expect(await countWork(moderator)).toBe(1);
  });

  it('an unknown contact is not found', async () => {
    expect(await summarizeResponse(await reportDead('no-such-contact'))).toBe('404 RESCUE_CONTACT_NOT_FOUND');
  });
});

describe('a change of a contact', () => {
  it('a changed text loses its translation', async () => {
    const id = 'cm-mtn-cameroon';
    const find = async () => (await listPublic('CM')).find((contact) => contact.id === id)!;
    expect((await find()).howToFr).toBe('D’après une page de 2020 : à confirmer.');
    const proposed = await post(moderator, `/api/admin/rescue-contacts/${id}/changes`, change);
    const changeId = ((await proposed.json()) as AdminRescueContact).change!.id;
    await post(secondModerator, `/api/admin/rescue-changes/${changeId}/confirm`);
    expect((await find()).howToFr).toBeNull();
  });

  const propose = (staff: Admin, body: object = change) =>
    post(staff, `/api/admin/rescue-contacts/${CARE}/changes`, body);
  const proposeAndRead = async () => ((await (await propose(moderator)).json()) as AdminRescueContact).change!;

  it('is public after a second person confirmed it, and counts as not confirmed by a call [HOUR-02]', async () => {
    await post(moderator, `/api/admin/rescue-contacts/${CARE}/calls`, { outcome: 'works' });
    const { id } = await proposeAndRead();
    expect((await findPublic()).contact).toBe(shippedCare.contact);
    expect(await countWork(moderator)).toBe(0);
    expect(await countWork(secondModerator)).toBe(1);
    const own = await post(moderator, `/api/admin/rescue-changes/${id}/confirm`);
    expect(own.status).toBe(403);
    expect((await post(secondModerator, `/api/admin/rescue-changes/${id}/confirm`)).status).toBe(200);
    const { reason: _reason, ...facts } = change;
    expect(await findPublic()).toEqual({ ...shippedCare, ...facts, state: 'unconfirmed', stateOn: null });
    expect((await post(secondModerator, `/api/admin/rescue-changes/${id}/confirm`)).status).toBe(409);
    const { versions } = await getDetail(administrator);
    expect(
      versions.map(({ state, proposedBy, decidedBy, facts: changed }) => ({ state, proposedBy, decidedBy, changed })),
    ).toEqual([{ state: 'current', proposedBy: moderator.email, decidedBy: secondModerator.email, changed: facts }]);
  });

  it('the version before stays in the history [HOUR-02]', async () => {
    for (const contact of ['200', '300']) {
      const { id } = ((await (await propose(moderator, { ...change, contact })).json()) as AdminRescueContact).change!;
      await post(secondModerator, `/api/admin/rescue-changes/${id}/confirm`);
    }
    const { versions } = await getJson<{ versions: { state: string; facts: { contact: string } }[] }>(
      administrator,
      `/api/admin/rescue-contacts/${CARE}`,
    );
    expect(versions.map(({ state, facts }) => [state, facts.contact])).toEqual([
      ['current', '300'],
      ['past', '200'],
    ]);
  });

  it('one at a time: a second proposal is refused until the first is decided, and its author may withdraw it', async () => {
    const { id } = await proposeAndRead();
    expect((await propose(secondModerator)).status).toBe(409);
    expect((await post(moderator, `/api/admin/rescue-changes/${id}/reject`)).status).toBe(200);
    expect((await propose(secondModerator)).status).toBe(200);
  });

  it.each(['955131#', '#955*131*', '*955 131#'])(
    'a code that no dialler takes is refused: %s [HOUR-03]',
    async (contact) => {
      expect(hasValidCodes(contact)).toBe(false);
      expect((await propose(moderator, { ...change, contact })).status).toBe(400);
    },
  );
});
