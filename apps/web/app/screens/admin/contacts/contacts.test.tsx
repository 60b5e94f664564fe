import { AdminRescueContact } from '@hakiki/contract/rescue-admin';
import { shippedContacts } from '@hakiki/contract/rescue-contacts';
import { within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { getText } from '../../../../test/dom-queries.ts';
import { anId } from '../../../../test/factories.ts';
import { createFakeApi } from '../../../../test/fake-api.ts';
import { renderInBrowser } from '../../../../test/render.tsx';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { Contacts } from './contacts.tsx';

const makeContact = (overrides: Record<string, unknown>): AdminRescueContact =>
  AdminRescueContact.parse({
    ...shippedContacts[0],
    howToFr: null,
    state: 'unconfirmed',
    stateOn: null,
    country: 'KE',
    failures: 0,
    lastCallAt: null,
    dueAt: null,
    isDue: true,
    change: null,
    ...overrides,
  });

const render = (...contacts: AdminRescueContact[]) => {
  const { api } = createFakeApi({ '/api/admin/rescue-contacts': contacts });
  return renderInBrowser(<Contacts />, { at: '/admin/contacts', store: new QueryStore(api) });
};

describe('the rescue contacts', () => {
  it('a contact that was never called is to do, with the name of its country, and can be filtered [HOUR-02]', async () => {
    const called = { id: 'called', isDue: false, lastCallAt: '2026-11-01T10:00:00Z', dueAt: '2027-01-30T10:00:00Z' };
    const page = render(
      makeContact({ id: 'never', name: 'The bank' }),
      makeContact({ ...called, country: 'UG', name: 'The operator' }),
    );
    expect(await within(page).findByRole('heading', { name: 'To do now (1)' })).toBeTruthy();
    const getNames = () => within(page).queryAllByRole('heading', { level: 4 }).map(getText);
    expect(getNames()).toEqual(['Kenya: The bank', 'Uganda: The operator']);
    await userEvent.selectOptions(within(page).getByRole('combobox', { name: 'Country' }), 'Uganda');
    expect(getNames()).toEqual(['Uganda: The operator']);
  });

  it('a proposed change shows each changed fact before and after [HOUR-02]', async () => {
    const contact = makeContact({ contact: '0800 000 001' });
    const { name, howTo, sourceName, sourceUrl, asOf, confidence } = contact;
    const page = render({
      ...contact,
      change: AdminRescueContact.shape.change.parse({
        id: anId(),
        facts: { name, howTo, sourceName, sourceUrl, asOf, confidence, contact: '0800 000 002' },
        reason: 'The number has changed.',
        state: 'proposed',
        proposedBy: 'juma@example.org',
        isOwn: false,
        proposedAt: '2026-11-01T10:00:00Z',
        decidedBy: null,
        decidedAt: null,
      }),
    });
    const before = await within(page).findByText('Now: 0800 000 001');
    expect(getText(before.closest('dl')!)).toBe('Number, code or address Now: 0800 000 001 Proposed: 0800 000 002');
  });
});
