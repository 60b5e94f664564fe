/** After all tests: the public log contains every decision that was made. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { compareWithDecisions } from '../../apps/server/test/support/decision-log-check.ts';
import type { LogIndex } from '@hakiki/contract/decision-log';

/** The last decisions are logged within seconds. */
const MAX_ATTEMPTS = 60;

export async function checkDecisionLog(url: string, databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let attempt = 1; ; attempt += 1) {
      // A new URL each time, since responses are cached for seconds.
      const fresh = `?attempt=${attempt}`;
      const { files } = (await (await fetch(`${url}/api/decision-log/index${fresh}`)).json()) as LogIndex;
      const texts = await Promise.all(files.map(async ({ path }) => (await fetch(url + path + fresh)).text()));
      const lines = texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => JSON.parse(line));
      const { missing, unexpected, expectedCount } = await compareWithDecisions(
        async (text) => (await client.query(text)).rows,
        lines,
      );
      if (missing.length + unexpected.length === 0)
        return `The public log contains all ${expectedCount} decisions it should.`;
      if (attempt === MAX_ATTEMPTS) {
        throw new Error(
          `The public log lacks ${JSON.stringify(missing)} and should not have ${JSON.stringify(unexpected)}.`,
        );
      }
      await pause(1000);
    }
  } finally {
    await client.end();
  }
}
