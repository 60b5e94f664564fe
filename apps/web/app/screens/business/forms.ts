import { NewBusinessAccount, NewBusinessProfile } from '@hakiki/contract/business';
import { currentLanguage } from '../../lib/language/language.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { m } from '../../paraglide/messages.js';
import { tabPath } from './business-url.ts';
import { membersQuery } from './colleague-forms.ts';
import { accountQuery, profileQuery } from './business-queries.ts';

const failure = { title: m.business_save_failed, fallback: m.business_save_failed_text };

export const profileForm = defineForm({
  name: 'business-profile',
  mutation: defineMutation('PUT', '/api/business/profile', { refreshes: [profileQuery, accountQuery, membersQuery] }),
  schema: NewBusinessProfile,
  getFixedValues: () => ({ language: currentLanguage() }),
  failure,
  next: () => tabPath('profile'),
});

export const accountForm = defineForm({
  name: 'business-account',
  mutation: defineMutation('PUT', '/api/business/account', { refreshes: [accountQuery, profileQuery, membersQuery] }),
  schema: NewBusinessAccount,
  failure,
  next: () => tabPath('overview'),
});
