import { describe, expect, it } from 'vitest';
import { openPage } from '../../../test/page.tsx';
import { elementsOf, linksOf, speaking, textOf } from '../../../test/render.tsx';
import AccountDeleted from './account-deleted.tsx';

const screen = { default: AccountDeleted };

describe('/account-deleted', () => {
  it('says what was erased, what remains, that nothing more is needed, and where reports are followed [WARN-12]', async () => {
    const { markup } = await openPage(screen, '/account-deleted');
    expect(elementsOf(markup, 'h1').map(({ text }) => text)).toEqual(['Your account is deleted']);
    expect(textOf(markup)).toContain('You are logged out everywhere, and we send no more letters.');
    expect(elementsOf(markup, 'li').map(({ text }) => text)).toEqual([
      'Erased at once: your name, email address, phone number, password, sign-in methods, sessions and settings.',
      'Kept without your name: reviews and reports that were published, because other people rely on them, and the record of what was done.',
      'Reports that you sent go on. With their receipt codes you can still follow them, without an account.',
    ]);
    expect(linksOf(markup)).toEqual([
      { text: 'Follow your report', href: '/follow' },
      { text: 'Contact', href: '/contact' },
    ]);
  });

  it('speaks French', async () => {
    speaking('fr');
    expect(textOf((await openPage(screen, '/fr/account-deleted')).markup)).toContain('Votre compte est supprimé');
  });
});
