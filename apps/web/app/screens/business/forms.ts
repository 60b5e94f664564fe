import { NewBusinessAccount, NewBusinessProfile } from '@hakiki/contract/business';
import { currentLanguage } from '../../lib/language/language.ts';
import { write } from '../../lib/api/writes.ts';
import { describeForm } from '../../lib/forms/forms.ts';
import { m } from '../../paraglide/messages.js';
import { tabPath } from './address.ts';
import { membersRead } from './colleague-forms.ts';
import { accountRead, profileRead } from './reads.ts';

const failure = { title: m.business_save_failed, fallback: m.business_save_failed_text };

export const profileForm = describeForm({
  name: 'business-profile',
  write: write('PUT', '/api/business/profile', { refreshes: [profileRead, accountRead, membersRead] }),
  schema: NewBusinessProfile,
  fixed: () => ({ language: currentLanguage() }),
  failure,
  next: () => tabPath('profile'),
});

export const accountForm = describeForm({
  name: 'business-account',
  write: write('PUT', '/api/business/account', { refreshes: [accountRead, profileRead, membersRead] }),
  schema: NewBusinessAccount,
  failure,
  next: () => tabPath('overview'),
});
