/** Reads the whole public log and finds the first line that is not as it was entered, or a decision that has none. */
import type { Database } from '../../platform/db/database.ts';
import { hashOf, logBeginning } from './line.ts';
import * as store from './store.ts';

const PAGE = 5000;
/** Entering takes about a second. */
const LONGEST_WAIT_SECONDS = 60;

/** The message says what is wrong, for people. */
export class LogFault extends Error {}

/** Answers how many lines there are, and how many decisions wait for theirs. */
export async function verifyDecisionLog(database: Database): Promise<{ lines: number; waiting: number }> {
  let head = logBeginning;
  for (;;) {
    const page = await store.listStretch(database, head.number + 1, PAGE);
    for (const line of page) {
      if (line.number !== head.number + 1) throw new LogFault(`Line ${head.number + 1} of the public log is missing.`);
      if (line.previous !== head.hash || hashOf(line) !== line.hash) {
        throw new LogFault(`Line ${line.number} of the public log is not as it was entered.`);
      }
      head = line;
    }
    if (page.length < PAGE) break;
  }
  const beyond = await store.findHead(database.db);
  if (beyond && beyond.number !== head.number) {
    throw new LogFault(`Line ${head.number + 1} of the public log is missing.`);
  }
  const { waiting, seconds, untold } = await store.findUntold(database.db);
  if (untold) throw new LogFault(`Decision ${untold} is not in the public log, and does not wait for it.`);
  if (seconds > LONGEST_WAIT_SECONDS) {
    throw new LogFault(`A decision has waited ${Math.round(seconds)} s for the public log: no worker enters any.`);
  }
  return { lines: head.number, waiting };
}
