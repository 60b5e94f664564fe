/** Forms about colleagues. They also work without scripts: a hidden field carries the id of the row. */
import { inviteColleague, setColleagueRole } from '@hakiki/contract/business-members';
import { read } from '../../lib/api/reads.ts';
import { write } from '../../lib/api/writes.ts';
import { describeForm, type Values } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { to } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

export const membersRead = read('/api/business/members');

const failure = { title: m.colleagues_failed_title, fallback: m.colleagues_failed_text };
const next = () => `${to('/business')}#colleagues`;
const params = ({ id = '' }: Values) => ({ id });
const nothing = { safeParse: () => ({ success: true as const, data: undefined }) };
const list = { refreshes: [membersRead] };

export const inviteForm = describeForm({
  name: 'invite-colleague',
  write: write('POST', '/api/business/invitations', list),
  schema: inviteColleague.body,
  fixed: () => ({ language: currentLanguage() }),
  failure,
  next,
});

export const withdrawForm = describeForm({
  name: 'withdraw-invitation',
  write: write('DELETE', '/api/business/invitations/:id', list),
  schema: nothing,
  params,
  failure,
  next,
});

export const roleForm = describeForm({
  name: 'colleague-role',
  // The user may have changed their own role.
  write: write('PUT', '/api/business/members/:id/role', {
    outdates: ['/api/business/members', '/api/business/account'],
  }),
  schema: setColleagueRole.body,
  params,
  failure,
  next,
});

/** A member who leaves loses access to all data of the business, so every query about it is invalidated. */
export const removeForm = describeForm({
  name: 'remove-colleague',
  write: write('DELETE', '/api/business/members/:id', {
    outdates: [
      '/api/business/members',
      '/api/business/account',
      '/api/business/profile',
      '/api/business/documents',
      '/api/business/analytics',
      '/api/business/invoices',
      '/api/business/claim',
      '/api/business/replies',
    ],
  }),
  schema: nothing,
  params,
  failure,
  next,
});
