/** The data of this module that other modules may read. */
import { isoTimeSql } from '../../../platform/db/columns.ts';
import { publishTable } from '../../../platform/db/published-table.ts';
import { businessReplies as businessRepliesTable } from './tables.ts';

export const businessReplies = publishTable(businessRepliesTable);

/**
 * SQL of the published reply to a subject. Needs the provider, too: a reply to a report that was about another provider
 * before a correction is not shown.
 */
export const publicReplySql = (subjectId: string, providerId: string): string => `(
  select json_build_object('text', y.text, 'language', y.language, 'repliedAt', ${isoTimeSql('y.created_at')})
  from business_replies y
  where y.subject_id = ${subjectId} and y.provider_id = ${providerId} and y.status = 'approved' and y.ended_at is null)`;
