/** What other modules may read of this module's data. */
import { publishTable } from '../../platform/db/published-table.ts';
import { filingQuestions as filingQuestionsTable } from './tables.ts';

export { filed } from './tables.ts';

export const filingQuestions = publishTable(filingQuestionsTable);
