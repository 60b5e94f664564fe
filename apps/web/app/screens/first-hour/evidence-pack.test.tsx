/** The evidence pack: made from what a person types, on their device. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser, renderOnServer } from '../../../test/render.tsx';
import { findDraft } from '../../lib/forms/draft.ts';
import EvidencePackPage from './evidence-pack.tsx';
import { createPack, describePicture, toScamReport, toText } from './evidence-pack-data.ts';
import { messageLanguages, recipients, toMessageLanguage, writeMessage } from './victim-messages.ts';

const values = {
  against: 'Demo Yield Club',
  addresses: 'https://demo-yield.example\n@demo_yield\n\n+254 700 000000',
  'payment0-amount': '25000',
  'payment0-currency': 'KES',
  'payment0-time': '2026-11-18T09:15',
  'payment0-reference': 'QJK1ABC234',
  'payment0-to': '0700 000000',
  story: 'They promised to double the money within a week and then asked for a tax before they would pay out.',
  timeline: '2026-11-10 first message\n2026-11-18 paid',
  country: 'kenya',
  name: 'A. Example',
  contact: 'a@example.com',
  policeReference: 'OB 12/18/11/2026',
  pictures: JSON.stringify([{ name: 'chat.png', bytes: 5, sha256: 'ab'.repeat(32) }]),
};
const ticks = {
  'kenya/m-pesa/undo': '2026-11-18T09:20:00.000Z',
  'uganda/mtn-momo/undo': '2026-11-18T09:21:00.000Z',
};
const pack = createPack(values, ticks, new Date('2026-11-18T10:00:00Z'));

describe('the evidence pack', () => {
  it('holds timeline, payments, addresses, pictures with SHA-256 and the steps taken [HOUR-06]', () => {
    expect(pack).toEqual({
      format: 'hakiki-evidence-pack/1',
      createdAt: '2026-11-18T10:00:00.000Z',
      timeZone: expect.any(String),
      country: 'KE',
      person: { name: 'A. Example', contact: 'a@example.com' },
      police: { reference: 'OB 12/18/11/2026', officer: '' },
      against: { name: 'Demo Yield Club', addresses: ['https://demo-yield.example', '@demo_yield', '+254 700 000000'] },
      story: values.story,
      timeline: ['2026-11-10 first message', '2026-11-18 paid'],
      payments: [
        {
          amount: '25000',
          currency: 'KES',
          time: '2026-11-18T09:15',
          reference: 'QJK1ABC234',
          from: '',
          to: '0700 000000',
        },
      ],
      pictures: [{ name: 'chat.png', bytes: 5, sha256: 'ab'.repeat(32) }],
      stepsTaken: [{ step: 'kenya/m-pesa/undo', at: '2026-11-18T09:20:00.000Z' }],
      note: 'No fee was paid to Hakiki for this.',
    });
  });

  it('as text names everything as characters that can be copied [HOUR-06]', () => {
    const text = toText(pack);
    for (const part of ['QJK1ABC234', '@demo_yield', 'ab'.repeat(32), 'OB 12/18/11/2026', 'No fee was paid to Hakiki'])
      expect(text).toContain(part);
  });

  it('a picture is described by its SHA-256 [HOUR-06]', async () => {
    expect(await describePicture(new File(['hello'], 'chat.png'))).toEqual({
      name: 'chat.png',
      bytes: 5,
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    });
  });

  it('fills the fields of a scam report [HOUR-06]', () => {
    expect(toScamReport(values, pack)).toEqual({
      title: 'Money lost to Demo Yield Club',
      description: `${values.story}\n2026-11-10 first message\n2026-11-18 paid`,
      affectedCountries: 'kenya',
      affectedProvider: 'Demo Yield Club',
      amountLost: '25000 KES',
      evidenceDescription: `chat.png (SHA-256 ${'ab'.repeat(32)})`,
      additionalDetails:
        'https://demo-yield.example\n@demo_yield\n+254 700 000000\nAmount: 25000; Money or coin: KES; Date and time: 2026-11-18T09:15; Reference or transaction code: QJK1ABC234; To (account, number or address): 0700 000000',
    });
  });

  it.each(recipients)(
    'has a message to the %s in every language with the payment and the police reference [HOUR-06]',
    (recipient) => {
      for (const language of messageLanguages) {
        const { text } = writeMessage(recipient, language, pack);
        expect(text).toContain('QJK1ABC234');
        expect(text).toContain('OB 12/18/11/2026');
      }
      expect(writeMessage(recipient, 'fr', pack).text).toMatch(/^Madame, Monsieur,/);
    },
  );

  it('writes to the authorities of a country in its language [HOUR-06]', () => {
    const countries = ['CI', 'KE', 'AO', 'TZ', 'EG'];
    expect(countries.map((country) => toMessageLanguage(country, 'fr'))).toEqual(['fr', 'en', 'pt', 'sw', 'ar']);
    expect(toMessageLanguage('', 'ar')).toBe('ar');
  });
});

describe('the page of the evidence pack', () => {
  beforeEach(() => localStorage.clear());

  it('keeps what is typed on this device and makes a report draft of it with one tap [HOUR-06]', async () => {
    renderInBrowser(<EvidencePackPage />, { at: '/evidence-pack' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Who took the money?' }), 'Demo Yield Club');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Your country' }), 'kenya');
    expect(findDraft('evidence-pack')?.values).toMatchObject({ against: 'Demo Yield Club', country: 'kenya' });
    await userEvent.click(screen.getByRole('button', { name: 'Make a scam report of it' }));
    expect(findDraft('scam')?.values).toMatchObject({
      title: 'Money lost to Demo Yield Club',
      affectedProvider: 'Demo Yield Club',
      affectedCountries: 'kenya',
    });
  });

  it('saves the pack as text and as JSON [HOUR-06]', async () => {
    const names: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    renderInBrowser(<EvidencePackPage />, { at: '/evidence-pack' });
    await userEvent.click(screen.getByRole('button', { name: 'Save as text' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save as JSON' }));
    expect(names).toEqual(['evidence-pack.txt', 'evidence-pack.json']);
    click.mockRestore();
  });

  it('is French on French pages', () => {
    setTestLanguage('fr');
    expect(renderOnServer(<EvidencePackPage />, { at: '/fr/evidence-pack' }).textContent).toContain(
      'Dossier de preuves',
    );
    setTestLanguage('en');
  });
});
