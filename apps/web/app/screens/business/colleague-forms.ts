/** Forms about colleagues. They also work without scripts: a hidden field contains the id of the row. */
import { inviteColleague, setColleagueRole } from '@hakiki/contract/business-members';
import { defineQuery } from '../../lib/api/queries.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { defineForm, emptySchema, type Values } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

export const membersQuery = defineQuery('/api/business/members');

const failure = { title: m.colleagues_failed_title, fallback: m.colleagues_failed_text };
const next = () => `${pathTo('/business')}#colleagues`;
const params = ({ id = '' }: Values) => ({ id });
const refreshesMembers = { refreshes: [membersQuery] };

export const inviteForm = defineForm({
  name: 'invite-colleague',
  mutation: defineMutation('POST', '/api/business/invitations', refreshesMembers),
  schema: inviteColleague.body,
  getFixedValues: () => ({ language: currentLanguage() }),
  failure,
  next,
});

export const withdrawForm = defineForm({
  name: 'withdraw-invitation',
  mutation: defineMutation('DELETE', '/api/business/invitations/:id', refreshesMembers),
  schema: emptySchema,
  params,
  failure,
  next,
});

export const roleForm = defineForm({
  name: 'colleague-role',
  // The user may have changed their own role.
  mutation: defineMutation('PUT', '/api/business/members/:id/role', {
    invalidates: ['/api/business/members', '/api/business/account'],
  }),
  schema: setColleagueRole.body,
  params,
  failure,
  next,
});

/** A member who leaves loses access to all data of the business, so every query about it is invalidated. */
export const removeForm = defineForm({
  name: 'remove-colleague',
  mutation: defineMutation('DELETE', '/api/business/members/:id', {
    invalidates: [
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
  schema: emptySchema,
  params,
  failure,
  next,
});
