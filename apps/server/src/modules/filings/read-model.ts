/** The data of this module that other modules may read. */
import { publishTable } from '../../platform/db/published-table.ts';
import { filingQuestions as filingQuestionsTable } from './tables.ts';

export { filed } from './tables.ts';

export const filingQuestions = publishTable(filingQuestionsTable);
