/**
 * Registers of invented authorities, as two administrators entered them: licences, a provisional one, one that has
 * ended, an entry that nobody has matched, a file that waits for the second person, and the warning of an authority.
 * What the pages of the providers say about their licences is made from the same entries.
 */
import { toDay } from '../platform/clock/clock.ts';
import type { ProviderId } from '@hakiki/contract/directory';
import type { LicenceProposal } from '@hakiki/contract/licences-admin';
import type { RegisterId } from '@hakiki/contract/licences';
import type { EvidenceItem } from './evidence.ts';
import type { Story } from './story.ts';

/** The providers whose licence in South Africa the team has seen in the register. */
const demoLicences: Readonly<Record<string, { number: string; scope: string; granted: string; seenOn: string }>> = {
  'Tandiwa Exchange': { number: '20417', scope: 'exchange;custody', granted: '2024-04-10', seenOn: '2026-03-12' },
  'Mawende Brokers': { number: '20533', scope: 'advice', granted: '2025-02-02', seenOn: '2026-05-09' },
  'Nandoro Business Services': { number: '20471', scope: 'advice', granted: '2024-09-30', seenOn: '2026-09-13' },
};

const authority = 'Demo Conduct Authority';
const toRegisterUrl = (path: string) => `https://news.example/${path}/register`;

/** The evidence of a licence, and what the page of its provider says about it; undefined without a licence. */
export function findDemoLicence(name: string) {
  const licence = demoLicences[name];
  if (!licence) return undefined;
  const evidence: EvidenceItem = {
    kind: 'licence',
    country: 'south africa',
    authority: `${authority} (fictional)`,
    reference: `DEMO-${licence.number}`,
    sourceUrl: toRegisterUrl('south-africa'),
    checkedOn: licence.seenOn,
  };
  return { evidence, licenseInfo: `Licence (demo): number DEMO-${licence.number} of the ${authority}, South Africa.` };
}

const head = 'holder,number,state,scope,granted,ends';
const southAfrica = [
  ...Object.entries(demoLicences).map(
    ([name, { number, scope, granted }]) => `${name} (Pty) Ltd,DEMO-${number},licensed,${scope},${granted},`,
  ),
  'Leselani Exchange (Pty) Ltd,DEMO-20588,provisional,exchange,2026-02-02,',
  'Kwezi Coin (Pty) Ltd,DEMO-20600,applied,,,',
];
const nextFile = [...southAfrica.slice(0, -1), 'Kwezi Coin (Pty) Ltd,DEMO-20600,licensed,exchange,2026-11-02,'];

export async function enterDemoLicences(
  { services, administrator, secondAdministrator }: Story,
  getProviderId: (name: string) => ProviderId,
): Promise<void> {
  const { proposals } = services.licences;
  const confirm = async (proposing: Promise<LicenceProposal>) => {
    const { id, seen } = await proposing;
    await proposals.confirm(secondAdministrator, id, seen);
  };
  const upload = (id: RegisterId, lines: readonly string[]) =>
    proposals.upload(administrator, id, toDay(new Date()), new TextEncoder().encode([head, ...lines].join('\n')));
  const addRegister = (country: string, owner: string, path: string) =>
    proposals.saveRegister(administrator, {
      country,
      authority: owner,
      name: `${owner}: register of crypto services`,
      url: toRegisterUrl(path),
      fileUrl: '',
      format: 'csv',
    });
  const match = (registerId: RegisterId, key: string, provider: string) =>
    confirm(proposals.saveMatch(administrator, { registerId, key, providerId: getProviderId(provider) }));

  const { id: conduct } = await addRegister('south africa', authority, 'south-africa');
  await confirm(upload(conduct, southAfrica));
  for (const [name, { number }] of Object.entries(demoLicences)) await match(conduct, `DEMO-${number}`, name);
  await match(conduct, 'DEMO-20588', 'Leselani Exchange');
  await upload(conduct, nextFile);

  const { id: securities } = await addRegister('mauritius', 'Demo Financial Services Office', 'mauritius');
  await confirm(upload(securities, ['Jengapeer Ltd,DM-7,ended,exchange,2022-05-01,2025-04-30']));
  await match(securities, 'DM-7', 'Jengapeer');

  await confirm(
    proposals.saveWarning(administrator, {
      country: 'south africa',
      authority,
      title: 'Fastari Daily Gains is not authorised to take deposits (demo)',
      names: ['Fastari Daily Gains'],
      publishedOn: '2026-10-12',
      url: 'https://news.example/south-africa/warnings/fastari',
      providerId: getProviderId('Fastari Daily Gains'),
      status: 'warned',
    }),
  );
}
