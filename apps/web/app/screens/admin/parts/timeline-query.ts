import { defineQuery } from '../../../lib/api/queries.ts';

export const timelineQuery = (subjectId: string) => defineQuery('/api/admin/decisions', { query: { subjectId } });
