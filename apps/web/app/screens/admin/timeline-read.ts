import { read } from '../../lib/reads.ts';

export const timelineOf = (subjectId: string) => read('/api/admin/decisions', { query: { subjectId } });
