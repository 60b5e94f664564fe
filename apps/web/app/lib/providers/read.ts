import { read } from '../api/reads.ts';

/** A provider and the verdict on it. */
export const providerRead = (id: string) => read('/api/providers/:id', { params: { id } });

/** What was checked about it, and where. */
export const evidenceRead = (id: string) => read('/api/providers/:id/evidence', { params: { id } });
