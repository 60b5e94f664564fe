/** The pages of the first hour, with the contacts that every installation starts with. */
import { africanCountries, countryCodes, type AfricanCountry } from '@hakiki/contract/country-codes';
import type { RescueContact, RescueCountry } from '@hakiki/contract/rescue';
import { ANY_COUNTRY, parseContact, toFirstHourPath } from '@hakiki/contract/rescue-values';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { shippedContacts } from '@hakiki/contract/rescue-contacts';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser, renderOnServer } from '../../../test/render.tsx';
import { QueryStore } from '../../lib/api/query-store.ts';
import FirstHourCountry from './country.tsx';
import { rescueQuery } from './queries.ts';
import FirstHourSteps from './rail.tsx';
import { listRails, listSteps, sinceValues } from './steps.ts';

/** They render dozens of pages. */
const SLOW_TEST_MS = 120_000;

const contactsOf = (country: AfricanCountry, changes: Partial<RescueContact> = {}): RescueContact[] =>
  shippedContacts
    .filter(({ iso2 }) => iso2 === countryCodes[country] || iso2 === ANY_COUNTRY)
    .map(({ iso2: _, howToFr = null, ...facts }) => ({
      ...facts,
      howToFr,
      state: 'unconfirmed',
      stateOn: null,
      ...changes,
    }));

const aProhibition: RescueCountry['prohibition'] = {
  sourceName: 'The official journal',
  sourceUrl: 'https://journal.example/law',
  asOf: '2025-07-30',
  confidence: 'sourced',
  checkedOn: '2026-11-15',
};

function storeOf(
  country: AfricanCountry,
  contacts = contactsOf(country),
  { prohibition = null, authority = null }: Partial<Pick<RescueCountry, 'prohibition' | 'authority'>> = {},
): QueryStore {
  const store = new QueryStore(() => Promise.reject(new Error('No request is expected')));
  store.setInitial(rescueQuery(country).key, { status: 'ready', data: { prohibition, authority, contacts } });
  return store;
}

const renderCountry = (country: AfricanCountry, store = storeOf(country)) =>
  renderOnServer(<FirstHourCountry />, { at: toFirstHourPath(country), route: '/first-hour/:country', store });
const renderSteps = (country: AfricanCountry, rail: string, { search = '', store = storeOf(country) } = {}) =>
  renderOnServer(<FirstHourSteps loaderData={{ reads: [], search }} />, {
    at: `${toFirstHourPath(country)}/${rail}${search}`,
    route: '/first-hour/:country/:rail',
    store,
  });

const listRenderedSteps = (body: HTMLElement) =>
  [...body.querySelectorAll('[data-step]')].map((step) => step.getAttribute('data-step'));

describe('the pages of 54 countries', () => {
  it(
    'each country shows how one may have paid, and each answer at most six steps with the recovery warning on every one [HOUR-01] [HOUR-07]',
    { timeout: SLOW_TEST_MS },
    () => {
      expect(africanCountries).toHaveLength(54);
      for (const country of africanCountries) {
        const rails = listRails(contactsOf(country));
        const links = getLinks(renderCountry(country)).map(({ href }) => href);
        expect(links).toEqual(expect.arrayContaining(rails.map((rail) => `${toFirstHourPath(country)}/${rail}`)));
        for (const rail of rails) {
          for (const since of sinceValues) {
            const steps = listSteps(rail, since, contactsOf(country));
            expect(steps.length, `${country} ${rail}`).toBeGreaterThan(3);
            expect(steps.length, `${country} ${rail}`).toBeLessThanOrEqual(6);
            expect(steps.map(({ id }) => id).toSorted()).toEqual(
              listSteps(rail, 'hour', contactsOf(country))
                .map(({ id }) => id)
                .toSorted(),
            );
          }
        }
        if (contactsOf(country).every(({ id }) => id.startsWith('zz-')) && country !== 'burundi') continue;
        const body = renderSteps(country, rails[0]!);
        const steps = [...body.querySelectorAll('[data-step]')];
        expect(steps.length).toBeGreaterThan(3);
        for (const step of steps)
          expect(getText(step.querySelector('[data-recovery]')!)).toBe('Pay nobody to get your money back.');
      }
    },
  );

  it(
    'every contact stands on a page with its name, advice, source, date, confidence and whether we confirmed it [HOUR-02]',
    { timeout: SLOW_TEST_MS },
    () => {
      const shown = new Map<string, string>();
      const links = new Map<string, string[]>();
      for (const country of africanCountries) {
        const contacts = contactsOf(country);
        const own = new Set(contacts.map(({ rail }) => rail));
        // The contacts of every country stand on the pages of any, so the pages of one are enough.
        const rails = listRails(contacts).filter((rail) =>
          rail === 'wallet' || rail === 'exchange'
            ? country === 'kenya'
            : rail !== 'card' && rail !== 'cash' && own.has(rail),
        );
        const hasOnlyPolice = rails.length === 0 && contacts.some(({ id }) => !id.startsWith('zz-'));
        for (const rail of hasOnlyPolice ? (['cash'] as const) : rails) {
          const pages = [renderSteps(country, rail), renderCountry(country)];
          for (const element of pages.flatMap((page) => [...page.querySelectorAll<HTMLElement>('[data-contact]')])) {
            shown.set(element.dataset['contact']!, getText(element));
            links.set(
              element.dataset['contact']!,
              [...element.querySelectorAll('a')].map((link) => link.getAttribute('href')!),
            );
          }
        }
      }
      expect([...shown.keys()].toSorted()).toEqual(shippedContacts.map(({ id }) => id).toSorted());
      const confidence = {
        sourced: 'read at the source',
        known: 'general knowledge',
        unsure: 'not sure: check it first',
      };
      for (const contact of shippedContacts) {
        const text = shown.get(contact.id)!;
        expect(text).toContain(contact.name);
        expect(text).toContain(contact.howTo);
        for (const part of contact.kind === 'warning' ? [] : parseContact(contact.contact)) {
          if (part.kind === 'text' || contact.kind === 'verify-caller') expect(text).toContain(part.text);
          else expect(links.get(contact.id)).toContain(part.href);
        }
        expect(text).toContain(
          `Source: ${contact.sourceName} · ${contact.asOf ?? 'no date'} · ${confidence[contact.confidence]}`,
        );
        if (contact.kind !== 'warning') expect(text).toContain('Not confirmed by us');
        if (contact.sourceUrl) expect(links.get(contact.id)).toContain(contact.sourceUrl);
      }
    },
  );
});

describe('the steps of a way of paying', () => {
  it('M-PESA in Kenya: undo, call, lock, police, regulator, evidence, each with one tap [HOUR-01] [HOUR-03]', () => {
    const body = renderSteps('kenya', 'm-pesa');
    expect(listRenderedSteps(body)).toEqual(['undo', 'call', 'lock', 'police', 'office', 'pack']);
    expect(getLinks(body.querySelector('[data-step="undo"]')!)[0]).toEqual({ text: 'Write to 456', href: 'sms:456' });
    expect(getLinks(body.querySelector('[data-step="call"]')!).slice(0, 1)).toEqual([
      { text: 'Call 100', href: 'tel:100' },
    ]);
  });

  it('a USSD code is a link to the dialler with its # escaped, and can be copied [HOUR-03]', () => {
    const body = renderSteps('uganda', 'mtn-momo');
    const link = within(body).getByRole('link', { name: 'Dial *165*8*7#' });
    expect(link.getAttribute('href')).toBe('tel:*165*8*7%23');
    expect(within(body).getByRole('button', { name: /Copy the code.*\*165\*8\*7#/ })).toBeTruthy();
  });

  it('the link to the report carries the country [HOUR-06]', () => {
    const links = getLinks(renderSteps('south africa', 'card')).map(({ href }) => href);
    expect(links).toContain('/report-scam?country=south%20africa');
  });

  it('the time since changes the order: police second after hours, a record first after days [HOUR-01]', () => {
    expect(listRenderedSteps(renderSteps('kenya', 'm-pesa', { search: '?since=day' }))).toEqual([
      'undo',
      'police',
      'call',
      'lock',
      'office',
      'pack',
    ]);
    expect(listRenderedSteps(renderSteps('kenya', 'm-pesa', { search: '?since=later' }))).toEqual([
      'pack',
      'police',
      'undo',
      'call',
      'lock',
      'office',
    ]);
  });

  it('where the law prohibits crypto, both pages say before the first step that a report may admit an offence, with the source [HOUR-05]', () => {
    const store = () => storeOf('egypt', contactsOf('egypt'), { prohibition: aProhibition });
    const warning = 'Reporting may admit an offence.';
    const source = 'Source: The official journal · 2025-07-30 · read at the source';
    const choices = getText(renderCountry('egypt', store()));
    expect(choices).toContain(source);
    expect(choices.indexOf(warning)).toBeLessThan(choices.indexOf('How did you pay?'));
    const steps = getText(renderSteps('egypt', 'bank', { store: store() }));
    expect(steps).toContain(source);
    expect(steps.indexOf(warning)).toBeGreaterThan(0);
    expect(steps.indexOf(warning)).toBeLessThan(steps.indexOf('Lock your account'));
  });

  it('the rule to send nothing more stands before the first step; the steps warn of recovery agents once each, and the page before says why, with the source [HOUR-07]', () => {
    const steps = renderSteps('kenya', 'm-pesa');
    const text = getText(steps);
    expect(text.indexOf('Send nothing more')).toBeGreaterThan(0);
    expect(text.indexOf('Send nothing more')).toBeLessThan(text.indexOf('Undo the payment'));
    expect(text.match(/money back/g)).toHaveLength(listRenderedSteps(steps).length);
    expect(text).not.toContain('Source: FBI guidance');
    expect(getText(renderCountry('kenya'))).toContain('Source: FBI guidance');
  });

  it('more than three banks are a list of names, of which a tap opens one; the state of each is inside [HOUR-01] [HOUR-02]', () => {
    const lock = renderSteps('nigeria', 'bank').querySelector<HTMLElement>('[data-step="lock-bank"]')!;
    const folds = [...lock.querySelectorAll('details')];
    expect(getText(lock)).toContain('Which bank? Tap its name.');
    expect(folds.map((fold) => getText(fold.querySelector('summary')!))).toEqual(
      contactsOf('nigeria')
        .filter(({ rail, kind }) => rail === 'bank' && kind === 'lock-account')
        .map(({ name }) => name),
    );
    expect(folds).toHaveLength(15);
    for (const fold of folds) {
      expect([fold.getAttribute('name'), fold.open]).toEqual(['lock-bank', false]);
      expect(getText(fold)).toContain('Not confirmed by us');
    }
    // Fewer are shown whole.
    expect(renderSteps('kenya', 'm-pesa').querySelector('details')).toBeNull();
  });

  it('the bank that a visitor has just reported is open, and says so [HOUR-02]', () => {
    const lock = renderSteps('nigeria', 'bank', { search: '?sent=ng-ecobank-account-lock' }).querySelector(
      '[data-step="lock-bank"]',
    )!;
    const open = [...lock.querySelectorAll('details')].filter((fold) => fold.open);
    expect(open.map((fold) => getText(fold.querySelector('summary')!))).toEqual(['Ecobank account lock']);
    expect(getText(open[0]!)).toContain('It is marked for everybody');
  });

  it('no step speaks of a number or code that is not there [HOUR-01]', () => {
    for (const rail of ['bank', 'card']) {
      const text = getText(renderSteps('senegal', rail));
      expect(text).not.toMatch(/below|if yours is not here/);
    }
    expect(getText(renderSteps('senegal', 'bank'))).toContain('The number is on your card. Write down');
  });

  it('where we know no number of a regulator, the step names the authority of the law, with its site, source and date [HOUR-02]', () => {
    const authority: RescueCountry['authority'] = {
      ...aProhibition,
      regulator: 'Demo Authority of Senegal',
      regulatorUrl: 'https://authority.example/sn',
    };
    const office = (country: AfricanCountry) =>
      renderSteps(country, 'bank', {
        store: storeOf(country, contactsOf(country), { authority }),
      }).querySelector<HTMLElement>('[data-step="office"]')!;
    const shown = office('senegal').querySelector<HTMLElement>('[data-authority]')!;
    expect(getText(shown)).toBe(
      'Demo Authority of Senegal Open authority.example Not confirmed by us Source: The official journal · 2025-07-30 · read at the source',
    );
    expect(getLinks(shown)[0]).toEqual({ text: 'Open authority.example', href: 'https://authority.example/sn' });
    // Kenya has a contact of its regulator.
    expect(office('kenya').querySelector('[data-authority]')).toBeNull();
  });

  it('another way of paying is offered before the first step, and crypto that was sent differs from crypto that was taken [HOUR-01]', () => {
    const labels = getLinks(renderCountry('kenya')).map(({ text }) => text);
    expect(labels).toEqual(expect.arrayContaining(['Crypto that I sent myself', 'Crypto was taken from my wallet']));
    const steps = renderSteps('kenya', 'exchange');
    const text = getText(steps);
    expect(text.indexOf('Another way of paying')).toBeLessThan(text.indexOf('Write to your exchange'));
    expect(getLinks(steps)[0]).toEqual({ text: 'Another way of paying', href: '/first-hour/kenya' });
    expect(text).toContain('Sent from your own wallet? Nobody can stop that: go to the next step.');
  });

  it('in other countries nothing is said about an offence [HOUR-05]', () => {
    expect(getText(renderCountry('kenya')) + getText(renderSteps('kenya', 'bank'))).not.toContain('offence');
  });

  it('a contact that was reported is struck out with the date, and can still be tapped [HOUR-02]', () => {
    const store = storeOf('kenya', contactsOf('kenya', { state: 'reported', stateOn: '2026-11-18' }));
    const undo = renderSteps('kenya', 'm-pesa', { store }).querySelector<HTMLElement>('[data-step="undo"]')!;
    expect(getText(undo)).toMatch(/A visitor said on .*2026.* that it does not work\. We are checking\./);
    expect(within(undo).getByRole('link', { name: 'Write to 456' })).toBeTruthy();
    expect(within(undo).queryByRole('button', { name: /does not work/ })).toBeNull();
  });

  it('in French the words are French and the facts are marked as English', () => {
    setTestLanguage('fr');
    const body = renderSteps('kenya', 'm-pesa');
    expect(getText(body)).toContain('Annulez le paiement');
    expect(body.querySelector('[data-contact="ke-safaricom-m-pesa-reversal"] [lang="en"]')).toBeTruthy();
    expect(getText(body)).toContain('en anglais');
    // Where people read French the advice is translated; the name stays as it is.
    const orange = renderSteps('cameroon', 'orange-money').querySelector<HTMLElement>(
      '[data-contact="cm-orange-cameroon"]',
    )!;
    expect(getText(orange)).toContain('Signalez le message ou le numéro.');
    expect(getText(orange)).not.toContain('en anglais');
    setTestLanguage('en');
  });
});

describe('ticking a step off', () => {
  beforeEach(() => localStorage.clear());

  it('notes the time on this device, and a tick can be taken back [HOUR-01]', async () => {
    const renderTicks = () =>
      renderInBrowser(<FirstHourSteps loaderData={null} />, {
        at: '/first-hour/kenya/m-pesa',
        route: '/first-hour/:country/:rail',
        store: storeOf('kenya'),
      });
    renderTicks();
    const box = screen.getByRole('checkbox', { name: /Undo the payment/ });
    await userEvent.click(box);
    expect(screen.getByRole('checkbox', { name: /Done at .*Undo the payment/ })).toBeTruthy();
    expect(Object.keys(JSON.parse(localStorage.getItem('first-hour')!) as object)).toEqual(['kenya/m-pesa/undo']);
    await userEvent.click(box);
    expect(JSON.parse(localStorage.getItem('first-hour')!)).toEqual({});
  });
});
