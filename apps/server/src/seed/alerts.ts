/** Generates any number of alerts; each depends only on its position. */
import {
  type AlertStatus,
  alertTypes,
  type AlertType,
  scamCountries,
  type Severity,
} from '@hakiki/contract/alert-values';
import type { AlertId } from '@hakiki/contract/alerts';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { ProviderId } from '@hakiki/contract/directory';
import type { fraudAlerts } from '../modules/reports/alerts/tables.ts';
import { type RowPosition, providerId } from './providers.ts';
import { Random, timedId, toWeighted } from './random.ts';
import { getTimeAt, timeline } from './timeline.ts';

type AlertRow = Omit<typeof fraudAlerts.$inferSelect, 'reportCount'>;

const severities = toWeighted<Severity>([
  ['Low', 15],
  ['Medium', 35],
  ['High', 35],
  ['Critical', 15],
]);
const statuses = toWeighted<AlertStatus>([
  ['approved', 82],
  ['pending', 10],
  ['rejected', 8],
]);

const subjects: Record<AlertType, string> = {
  ponzi_scheme: 'A circle that pays its members with what new members bring',
  fake_platform: 'A trading page that shows profits nobody can withdraw',
  phishing: 'Messages that lead to a copied login page',
  rug_pull: 'A token whose makers have taken out its liquidity',
  exchange_hack: 'An exchange that stopped all payouts after speaking of a hack',
  wallet_compromise: 'A wallet that was emptied after an update',
  fraud: 'A dealer who takes deposits and no longer answers',
  scam: 'Calls that ask for a code which has just arrived',
};
const openings = [
  'Several people have told us the same story within a week.',
  'The first of these reports reached us by the form, the others after it.',
  'Members of two savings groups describe it in nearly the same words.',
  'What is reported here was confirmed by payments that we have seen.',
];
const incidents = [
  'It begins with a friendly message to a wrong number and goes on for weeks.',
  'Small withdrawals work, and large ones need a deposit first.',
  'A fee is asked for before anything is paid out, and then a second one.',
  'The page is opened from a link in a chat, and its address differs by one letter.',
  'A picture of a licence is shown whose number belongs to somebody else.',
  'Whoever asks questions is removed from the group.',
  'The balance on the screen grows every day, and nothing else does.',
];
const advice = [
  'Do not pay a fee to be given your own money.',
  'Keep all messages and receipts.',
  'Send nothing more, and tell your bank at once.',
  'Never give a recovery phrase to anyone.',
];
const countries = scamCountries.map(normaliseCountry);

export const alertId = ({ seed, index, total }: RowPosition): AlertId =>
  timedId(new Random(seed, 'alert-id', index), getTimeAt(index, total));

/** One of the generated providers, or null if there are none. */
export const pickProviderId = (random: Random, seed: number, providers: number): ProviderId | null =>
  providers === 0 ? null : providerId({ seed, index: random.below(providers), total: providers });

export function makeAlert(position: RowPosition, providers: number): AlertRow {
  const { seed, index, total } = position;
  const random = new Random(seed, 'alert', index);
  const createdAt = getTimeAt(index, total);
  const alertType = random.pick(alertTypes);
  const status = random.weighted(statuses);
  const decidedAt = status === 'pending' ? null : new Date(createdAt + random.between(1, 48) * (timeline.day / 24));
  const affectedProviderId = random.chance(0.4) ? pickProviderId(random, seed, providers) : null;
  return {
    id: alertId(position),
    title: `${subjects[alertType]} (demo ${index})`,
    description: [random.pick(openings), ...random.sample(incidents, random.between(1, 5)), random.pick(advice)].join(
      ' ',
    ),
    advice: null,
    language: 'en',
    alertType,
    severity: random.weighted(severities),
    status,
    affectedCountries: random.sample(countries, random.between(1, 4)),
    reportedCountries: null,
    mergedInto: null,
    isMergedUnread: false,
    affectedProviderId,
    affectedProviderName: affectedProviderId ? `Demo name ${random.below(1000)}` : null,
    lostCents: random.chance(0.5) ? random.between(100, 200_000) * 100 : null,
    decidedAt,
    publishedAt: status === 'approved' ? decidedAt : null,
    withdrawnAt: null,
    createdAt: new Date(createdAt),
    updatedAt: decidedAt ?? new Date(createdAt),
  };
}
