/**
 * Registers of invented authorities, as two administrators entered them: a licence, a provisional one, one that has
 * ended, an entry that nobody has matched, a file that waits for the second person, and the warning of an authority.
 */
import { toDay } from '../platform/clock/clock.ts';
import type { ProviderId } from '@hakiki/contract/directory';
import type { LicenceProposal } from '@hakiki/contract/licences-admin';
import type { RegisterId } from '@hakiki/contract/licences';
import type { Story } from './story.ts';

const head = 'holder,number,state,scope,granted,ends';
const southAfrica = [
  'Tandiwa Exchange (Pty) Ltd,DEMO-20417,licensed,exchange;custody,2024-04-10,',
  'Mawende Brokers (Pty) Ltd,DEMO-20533,provisional,advice,2026-02-02,',
  'Kwezi Coin (Pty) Ltd,DEMO-20600,applied,,,',
];
const nextFile = [...southAfrica.slice(0, 2), 'Kwezi Coin (Pty) Ltd,DEMO-20600,licensed,exchange,2026-11-02,'];

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
  const addRegister = (country: string, authority: string, path: string) =>
    proposals.saveRegister(administrator, {
      country,
      authority,
      name: `${authority}: register of crypto services`,
      url: `https://news.example/${path}/register`,
      fileUrl: '',
      format: 'csv',
    });
  const match = (registerId: RegisterId, key: string, provider: string) =>
    confirm(proposals.saveMatch(administrator, { registerId, key, providerId: getProviderId(provider) }));

  const { id: conduct } = await addRegister('south africa', 'Demo Conduct Authority', 'south-africa');
  await confirm(upload(conduct, southAfrica));
  await match(conduct, 'DEMO-20417', 'Tandiwa Exchange');
  await match(conduct, 'DEMO-20533', 'Mawende Brokers');
  await upload(conduct, nextFile);

  const { id: securities } = await addRegister('mauritius', 'Demo Financial Services Office', 'mauritius');
  await confirm(upload(securities, ['Jengapeer Ltd,DM-7,ended,exchange,2022-05-01,2025-04-30']));
  await match(securities, 'DM-7', 'Jengapeer');

  await confirm(
    proposals.saveWarning(administrator, {
      country: 'south africa',
      authority: 'Demo Conduct Authority',
      title: 'Fastari Daily Gains is not authorised to take deposits (demo)',
      names: ['Fastari Daily Gains'],
      publishedOn: '2026-10-12',
      url: 'https://news.example/south-africa/warnings/fastari',
      providerId: getProviderId('Fastari Daily Gains'),
      status: 'warned',
    }),
  );
}
