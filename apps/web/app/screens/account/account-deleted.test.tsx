import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '../../../test/page.tsx';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import AccountDeleted from './account-deleted.tsx';

const screen = { default: AccountDeleted };

describe('the page after deleting an account', () => {
  it('the account-deleted page lists what was erased and what remains, says that nothing more is needed, and links to following a report [WARN-12]', async () => {
    const { body } = await openPage(screen, '/account-deleted');
    expect(within(body).queryAllByRole('heading', { level: 1 }).map(getText)).toEqual(['Your account is deleted']);
    expect(getText(body)).toContain('You are logged out everywhere, and we send you no more emails.');
    expect(within(body).queryAllByRole('listitem').map(getText)).toEqual([
      'Deleted immediately: your name, email address, phone number, password, sign-in methods, sessions and settings.',
      'Kept without your name: published reviews and reports, because other people rely on them, and the record of actions.',
      'We continue to check the reports you sent. You can still follow them with their receipt codes, without an account.',
    ]);
    expect(getLinks(body)).toEqual([
      { text: 'Follow your report', href: '/follow' },
      { text: 'Contact', href: '/contact' },
    ]);
  });

  it('the account-deleted page is in French for a French reader', async () => {
    setTestLanguage('fr');
    expect(getText((await openPage(screen, '/fr/account-deleted')).body)).toContain('Votre compte est supprimé');
  });
});
