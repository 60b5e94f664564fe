import { read } from '../api/reads.ts';

/** A provider with its verdict. */
export const providerRead = (id: string) => read('/api/providers/:id', { params: { id } });

/** The evidence that was checked about it. */
export const evidenceRead = (id: string) => read('/api/providers/:id/evidence', { params: { id } });
