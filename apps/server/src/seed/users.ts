/** Generates any number of users. Nobody can log in as them: they have no password. */
import type { UserId } from '@hakiki/contract/accounts';
import { contractTerms, isContractPlan, type Tier, type UserType } from '@hakiki/contract/entitlements';
import { monthsAfter } from '../modules/accounts/plans/plan-months.ts';
import type { users } from '../modules/accounts/tables.ts';
import type { RowPosition } from './providers.ts';
import { Random, timedId, toWeighted } from './random.ts';
import { getTimeAt, timeline } from './timeline.ts';

type UserRow = typeof users.$inferSelect;

const tiers = toWeighted<Tier>([
  ['free', 900],
  ['premium', 80],
  ['api', 15],
  ['enterprise', 5],
]);
const userTypes = toWeighted<UserType>([
  ['user', 960],
  ['business', 30],
  ['regtech', 10],
]);
/** The longest term of a contract, as administrators enter it. */
const contractEnd = monthsAfter(new Date(timeline.end), contractTerms.maxMonths);
/** Enough syllables for realistic variety, so that searches among millions behave as in reality. */
const syllableStarts = [
  'b',
  'ch',
  'd',
  'f',
  'g',
  'j',
  'k',
  'kw',
  'l',
  'm',
  'mb',
  'n',
  'nd',
  'ny',
  'r',
  's',
  'sh',
  't',
  'w',
  'z',
];
const vowels = ['a', 'e', 'i', 'o', 'u'];
/** An odd multiplier maps every 32-bit number to a different one, so that all id endings differ. */
const SCATTER_MULTIPLIER = 0x9e37_79b1;

export function makeUser(position: RowPosition): UserRow {
  const { seed, index, total } = position;
  const random = new Random(seed, 'user', index);
  const joinedAt = getTimeAt(index, total);
  const userType = random.weighted(userTypes);
  const subscriptionTier = random.weighted(tiers);
  const isPaying = subscriptionTier !== 'free';
  const hasLapsed = !isPaying && random.chance(0.05);
  const [firstName, lastName] = [inventName(random), inventName(random)];
  return {
    id: `${timedId(random, joinedAt).slice(0, -8)}${(Math.imul(index, SCATTER_MULTIPLIER) >>> 0).toString(16).padStart(8, '0')}` as UserId,
    email: `${firstName}.${lastName}.${seed}x${index}@demo.example`.toLowerCase(),
    emailVerifiedAt: random.chance(0.93) ? new Date(joinedAt + timeline.day / 24) : null,
    passwordHash: null,
    firstName,
    lastName,
    cellphoneNumber: `+00000${String(index).padStart(10, '0')}`,
    profileImageUrl: null,
    userType,
    businessName: userType === 'business' ? `${inventName(random)} Demo Company` : null,
    organizationName: userType === 'regtech' ? `${inventName(random)} Demo Office` : null,
    regulatoryLicense: userType === 'regtech' ? `DEMO-${index}` : null,
    organizationType: userType === 'regtech' ? 'other' : null,
    subscriptionTier,
    subscriptionStatus: isPaying ? 'active' : hasLapsed ? 'expired' : 'inactive',
    // Other active plans have no end date: a fixed date would pass and end them all at once.
    subscriptionEndsAt: hasLapsed
      ? new Date(timeline.end - random.between(1, 30) * timeline.day)
      : isContractPlan(subscriptionTier)
        ? contractEnd
        : null,
    graceUntil: null,
    planSince: null,
    isAdmin: false,
    isModerator: false,
    referralCode: null,
    language: random.chance(0.25) ? 'fr' : 'en',
    createdAt: new Date(joinedAt),
    updatedAt: new Date(joinedAt),
  };
}

function inventName(random: Random): string {
  const name = Array.from(
    { length: random.between(2, 3) },
    () => random.pick(syllableStarts) + random.pick(vowels),
  ).join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
