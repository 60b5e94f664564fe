import { read } from '../../../lib/api/reads.ts';

export const timelineOf = (subjectId: string) => read('/api/admin/decisions', { query: { subjectId } });
