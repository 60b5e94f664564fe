/** The data of this module that other modules may read. */
import { publishTable } from '../../../platform/db/published-table.ts';
import { appeals as appealsTable } from './tables.ts';

export const appeals = publishTable(appealsTable, 'id', 'subjectId');

/** SQL for the start of the oldest open appeal that the page of this subject shows. */
export const appealSinceQuery = (id: string): string =>
  `(select min(x.created_at) from appeals x where x.subject_id = ${id} and x.status = 'pending' and x.is_noticed)`;
