/** Shows and imports what ships with a release: `hakiki starter` (docs/runbooks/starter.md). */
import { parseArgs } from 'node:util';
import { readSettingsOrExit } from '../../apps/server/src/platform/config/settings.ts';
import { shippedRows, starterParts } from '../../apps/server/src/starter/shipped.ts';
import { describeStarter, importStarter } from '../../apps/server/src/starter/starter.ts';

const USAGE = `hakiki starter               shows what ships with this release and what of it is here
hakiki starter show <part>   prints each row of a part with its source and date: ${starterParts.join(', ')}
hakiki starter import        turns on the open lists, adds names to protect and templates; twice changes nothing`;

const titles: Record<(typeof starterParts)[number], string> = {
  laws: 'Law on crypto services, by country',
  contacts: 'Rescue contacts',
  news: 'News sources of authorities',
  advice: 'Advice on alerts, by kind and language',
  lists: 'Third-party lists (here: turned on)',
  names: 'Names to protect from look-alikes',
  templates: 'Templates for moderators',
};

async function describe(deps: Parameters<typeof describeStarter>[0]): Promise<string> {
  const lines = (await describeStarter(deps)).map(
    ({ part, shipped, here }) =>
      `  ${part.padEnd(10)} ${titles[part].padEnd(40)} ${String(shipped).padStart(4)} ${String(here).padStart(4)}`,
  );
  return [`  ${''.padEnd(51)} ${'all'.padStart(4)} here`, ...lines].join('\n');
}

const printRows = (part: (typeof starterParts)[number]) => {
  for (const { name, source, url, date } of shippedRows[part])
    console.log(`${name}\n  ${source}${url ? `, ${url}` : ''}, ${date}`);
};

async function run(isImport: boolean): Promise<void> {
  // Loads the whole product, which 'show' does not need.
  const { openServices, operator } = await import('./services.ts');
  const { services, close } = await openServices(readSettingsOrExit());
  try {
    if (isImport) {
      const { lists, names, templates, needsWorker } = await importStarter(services, operator);
      console.log(`Turned on ${lists.length} lists, added ${names.length} names and ${templates.length} templates.\n`);
      if (needsWorker)
        console.log('The worker inserts the lists of a release when it starts: start it, then import again.\n');
    }
    console.log(await describe(services));
    if (!isImport)
      console.log("\n'hakiki starter show <part>' prints sources and dates, 'hakiki starter import' imports.");
  } finally {
    await close();
  }
}

const { positionals } = parseArgs({ allowPositionals: true });
const [act, name, ...more] = positionals;
const part = starterParts.find((one) => one === name);
if (act === 'show' && part && more.length === 0) printRows(part);
else if ((act === undefined || act === 'import') && name === undefined) await run(act === 'import');
else {
  console.error(USAGE);
  process.exitCode = 2;
}
