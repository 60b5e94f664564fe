/** Checks the chats that an operator has connected (docs/runbooks/chat.md). */
import { findChatProblems } from '../modules/chat/connect.ts';
import type { Settings } from '../platform/config/settings.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createLog } from '../platform/log/log.ts';
import { createFinding, type Finding } from './finding.ts';

export async function checkChats(settings: Settings): Promise<Finding[]> {
  const database = openDatabase({ ...settings, databasePoolSize: 1 }, createLog('silent'));
  try {
    const problems = await findChatProblems(database, settings);
    return problems.flatMap(({ channel, problem }) =>
      createFinding(
        `The chat on ${channel} does not work: ${problem}`,
        `See docs/runbooks/chat.md, or connect it again: hakiki doors connect ${channel}.`,
      ),
    );
  } catch {
    // The check of the database says why.
    return [];
  } finally {
    await database.close();
  }
}
