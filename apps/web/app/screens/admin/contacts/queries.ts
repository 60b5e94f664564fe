/** Queries and mutations of the contacts screen. */
import { defineMutation } from '../../../lib/api/mutations.ts';
import { defineQuery } from '../../../lib/api/queries.ts';

export const contactsQuery = defineQuery('/api/admin/rescue-contacts');
export const contactHistoryQuery = (id: string) => defineQuery('/api/admin/rescue-contacts/:id', { params: { id } });

const invalidates = ['/api/admin/work', '/api/admin/rescue-contacts', '/api/admin/rescue-contacts/:id'] as const;
export const recordCall = defineMutation('POST', '/api/admin/rescue-contacts/:id/calls', { invalidates });
export const proposeChange = defineMutation('POST', '/api/admin/rescue-contacts/:id/changes', { invalidates });
export const confirmChange = defineMutation('POST', '/api/admin/rescue-changes/:id/confirm', { invalidates });
export const rejectChange = defineMutation('POST', '/api/admin/rescue-changes/:id/reject', { invalidates });
