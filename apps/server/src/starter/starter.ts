/** Shows and imports what a release ships. Importing twice changes nothing. */
import type { CheckService } from '../modules/check/service.ts';
import type { LicencesService } from '../modules/licences/service.ts';
import type { TriageService } from '../modules/moderation/queue/service.ts';
import type { SourcesService } from '../modules/sources/service.ts';
import { shippedNames, shippedRows, shippedTemplates, starterParts, type StarterPart } from './shipped.ts';

interface Deps {
  licences: Pick<LicencesService, 'listRegimes'>;
  sources: Pick<SourcesService, 'list' | 'turnOnUndecided'>;
  check: { protectedNames: Pick<CheckService['protectedNames'], 'list' | 'addMissing'> };
  triage: Pick<TriageService, 'listTemplates' | 'addMissingTemplates'>;
}

/** The number of shipped rows that are here, of those that are part of the release itself all. */
type Present = Record<StarterPart, number>;

async function countPresent({ licences, sources, check, triage }: Deps): Promise<Present> {
  const [regimes, lists, names, templates] = await Promise.all([
    licences.listRegimes(),
    sources.list(),
    check.protectedNames.list(),
    triage.listTemplates(),
  ]);
  const count = <Shipped>(shipped: readonly Shipped[], isHere: (one: Shipped) => boolean) =>
    shipped.filter(isHere).length;
  return {
    laws: regimes.filter(({ regime }) => regime !== null).length,
    contacts: shippedRows.contacts.length,
    news: shippedRows.news.length,
    advice: shippedRows.advice.length,
    lists: lists.filter(({ condition }) => condition !== 'off').length,
    names: count(shippedNames, ({ name }) => names.some((row) => row.name === name)),
    templates: count(shippedTemplates, ({ title }) => templates.some((row) => row.title === title)),
  };
}

export async function describeStarter(deps: Deps) {
  const present = await countPresent(deps);
  return starterParts.map((part) => ({ part, shipped: shippedRows[part].length, here: present[part] }));
}

export interface StarterImport {
  lists: string[];
  names: string[];
  templates: string[];
  /** The worker writes the lists of a release when it starts. */
  needsWorker: boolean;
}

export async function importStarter({ sources, check, triage }: Deps, operator: string): Promise<StarterImport> {
  const known = await sources.list();
  return {
    lists: await sources.turnOnUndecided(operator),
    names: await check.protectedNames.addMissing(operator, shippedNames),
    templates: await triage.addMissingTemplates(shippedTemplates),
    needsWorker: known.length < shippedRows.lists.length,
  };
}
