import { defineMutation } from '../api/mutations.ts';
import { defineQuery } from '../api/queries.ts';

/** The providers that the member watches. */
export const watchesQuery = defineQuery('/api/watched-providers');

const refreshes = [watchesQuery];
export const watchProvider = defineMutation('PUT', '/api/watched-providers/:id', { refreshes });
export const unwatchProvider = defineMutation('DELETE', '/api/watched-providers/:id', { refreshes });
