import { quotedTableName } from '../../../platform/db/quoted-table-name.ts';
import { users } from '../../accounts/read-model.ts';
import type { CaseSql } from '../workflow/service.ts';
import { caseClaims, caseFilings } from './tables.ts';

/** The case of a filing with its current claim. */
export const caseSql: CaseSql = {
  columns: `cf.case_id as "caseId", holder.email as "claimedBy", k.user_id as "claimedById", k.expires_at as "claimedUntil"`,
  joins: (filingId) => `
  left join ${quotedTableName(caseFilings)} cf on cf.filing_id = ${filingId}
  left join ${quotedTableName(caseClaims)} k on k.case_id = cf.case_id and k.expires_at > now()
  left join ${quotedTableName(users)} holder on holder.id = k.user_id`,
};
