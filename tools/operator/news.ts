/** What the sources of news have brought, and what becomes of what is held: `npm run news [-- release|discard <source>]`. */
import { readSettingsOrExit } from '../../apps/server/src/platform/config/settings.ts';
import { openServices, operator } from './services.ts';

const outcomes = { release: 'released', discard: 'discarded' } as const;
const isAct = (act: string): act is keyof typeof outcomes => act in outcomes;

const [act = 'list', source = ''] = process.argv.slice(2);
if (act !== 'list' && !(isAct(act) && source)) {
  console.error('npm run news [-- release|discard <source>]');
  process.exit(2);
}

const { services, close } = await openServices(readSettingsOrExit());
try {
  if (isAct(act)) {
    const count = await services.news.settle(source, outcomes[act], operator);
    console.log(count === undefined ? `There is no source ${source}.` : `${count} items were ${outcomes[act]}.`);
    if (count === undefined) process.exitCode = 1;
  } else {
    for (const { id, name, held, lastGoodAt, fault } of await services.news.listSources()) {
      const since = lastGoodAt ? `good at ${lastGoodAt.toISOString()}` : 'never good yet';
      console.log(`${id} (${name}): ${held} held, ${since}${fault ? `, ${fault}` : ''}`);
    }
  }
} finally {
  await close();
}
