import { defineQuery } from '../api/queries.ts';

/** A provider with its verdict. */
export const providerQuery = (id: string) => defineQuery('/api/providers/:id', { params: { id } });

/** The evidence that was checked about it. */
export const evidenceQuery = (id: string) => defineQuery('/api/providers/:id/evidence', { params: { id } });
