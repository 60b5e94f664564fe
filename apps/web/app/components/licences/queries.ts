import { defineQuery } from '../../lib/api/queries.ts';

/** The chosen country comes first in the reply. */
export const providerLicencesQuery = (id: string, country?: string) =>
  defineQuery('/api/providers/:id/licences', { params: { id }, query: { country }, anonymous: true });
