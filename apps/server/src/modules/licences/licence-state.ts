/** The one state of a provider in a country: the worst of what its law, registers and authorities say. */
import { toDay } from '../../platform/clock/clock.ts';
import {
  type EntryState,
  LICENCE_MAX_AGE_DAYS,
  type LicenceState,
  licenceStates,
  type RegimeKind,
} from '@hakiki/contract/licence-values';
import type { AuthorityWarning, LicenceEntry, ProviderLicence, Regime, Register } from '@hakiki/contract/licences';

/** An entry with what tells a licence that ran out from one that the authority revoked. */
export interface ProviderEntry extends LicenceEntry {
  /** The date of the file that first said what the entry says now. */
  fileAsOf: string;
  /** The register named this last day while the licence was still valid. */
  isEndAnnounced: boolean;
}

export interface LicenceFacts {
  country: string;
  regime: Regime | null;
  /** The registers of the country with a confirmed file. */
  registers: readonly Register[];
  /** All entries of the provider, of all countries. */
  entries: readonly ProviderEntry[];
  /** The warnings about the provider, of all countries. */
  warnings: readonly AuthorityWarning[];
  /** The provider says that it has a licence, and nobody has seen it in a register or as evidence. */
  hasUnseenClaim: boolean;
}

interface Candidate extends Partial<ProviderLicence> {
  state: LicenceState;
}

const stateOfEntry: Record<EntryState, LicenceState> = {
  ended: 'ended',
  applied: 'applied',
  'company-only': 'company-only',
  registered: 'registered',
  'in-principle': 'in-principle',
  provisional: 'provisional',
  licensed: 'licensed-here',
};

/** Regimes without a licence that permits to serve the public. */
const withoutLicence: ReadonlySet<RegimeKind> = new Set(['none', 'restricted', 'transitional', 'sandbox']);

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000);

/** An entry whose licence has run out by now says so, whatever its register has not corrected yet. */
export const currentState = ({ state, endsOn }: Pick<LicenceEntry, 'state' | 'endsOn'>, now: Date): EntryState =>
  state === 'licensed' && endsOn !== null && endsOn < toDay(now) ? 'ended' : state;

const foldHolder = (holder: string): string => holder.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/**
 * An ended licence no longer counts if its holder has a newer valid one: granted when the first had ended, or, as a
 * renewal is, before a first that has run out. A licence revoked while the other was valid still counts. Without the
 * day of the grant nobody can say which one is newer.
 */
function isReplaced(ended: ProviderEntry, valid: ProviderEntry): boolean {
  const { endsOn, fileAsOf, isEndAnnounced } = ended;
  if (valid.grantedOn === null || foldHolder(valid.holder) !== foldHolder(ended.holder)) return false;
  const hasRunOut = endsOn !== null && (ended.state === 'licensed' || (isEndAnnounced && endsOn <= fileAsOf));
  const lastDay = endsOn !== null && (hasRunOut || endsOn < fileAsOf) ? endsOn : fileAsOf;
  return valid.grantedOn >= lastDay || (hasRunOut && ended.grantedOn !== null && valid.grantedOn > ended.grantedOn);
}

const fromEntry = (entry: LicenceEntry): Omit<Candidate, 'state'> => ({
  scope: entry.scope,
  holder: entry.holder,
  number: entry.number,
  source: entry.register.name,
  sourceUrl: entry.register.url,
  asOf: entry.asOf,
  checkedOn: entry.checkedOn,
});

const fromRegime = ({ sourceName, sourceUrl, asOf, checkedOn }: Regime): Omit<Candidate, 'state'> => ({
  source: sourceName,
  sourceUrl,
  asOf,
  checkedOn,
});

const fromRegister = ({ name, url, asOf, checkedOn }: Register): Omit<Candidate, 'state'> => ({
  source: name,
  sourceUrl: url,
  asOf,
  checkedOn,
});

function listCandidates(facts: LicenceFacts, now: Date): readonly Candidate[] {
  const { country, regime, registers, entries, warnings, hasUnseenClaim } = facts;
  const here = entries.filter(({ register }) => register.country === country);
  const licensedElsewhere = entries.filter(
    (entry) => entry.register.country !== country && currentState(entry, now) === 'licensed',
  );
  const licensedHere = here.filter((entry) => currentState(entry, now) === 'licensed');
  const counting = here.filter(
    (entry) => currentState(entry, now) !== 'ended' || !licensedHere.some((valid) => isReplaced(entry, valid)),
  );
  const [register] = registers;
  const [elsewhere] = licensedElsewhere;
  return [
    ...warnings
      .filter((warning) => warning.country === country)
      .map(({ authority, url, publishedOn, checkedOn }): Candidate => ({
        state: 'warned-here',
        source: authority,
        sourceUrl: url,
        asOf: publishedOn,
        checkedOn,
      })),
    ...(regime?.regime === 'prohibited'
      ? [{ state: 'prohibited-here', ...fromRegime(regime) } satisfies Candidate]
      : []),
    // Without a register that somebody has looked through, nobody can say that a claim is not in it.
    ...(hasUnseenClaim && register
      ? [{ state: 'claim-not-found', ...fromRegister(register) } satisfies Candidate]
      : []),
    ...counting.map((entry): Candidate => ({ state: stateOfEntry[currentState(entry, now)], ...fromEntry(entry) })),
    ...(elsewhere && licensedHere.length === 0
      ? [
          {
            state: 'licensed-elsewhere',
            ...fromEntry(elsewhere),
            elsewhere: [...new Set(licensedElsewhere.map((entry) => entry.register.country))],
          } satisfies Candidate,
        ]
      : []),
    ...(regime && withoutLicence.has(regime.regime)
      ? [{ state: 'no-licence-yet', ...fromRegime(regime) } satisfies Candidate]
      : []),
    // Only the register was read on its day, not what it says about this provider.
    { state: 'not-checked', ...(register && { ...fromRegister(register), checkedOn: null }) },
  ];
}

export function computeLicenceState(facts: LicenceFacts, now: Date): ProviderLicence {
  const candidates = listCandidates(facts, now);
  const worst = candidates.reduce((one, other) =>
    licenceStates.indexOf(other.state) < licenceStates.indexOf(one.state) ? other : one,
  );
  const oldestDay = toDay(daysBefore(now, LICENCE_MAX_AGE_DAYS));
  const checkedOn = worst.checkedOn ?? null;
  return {
    country: facts.country,
    state: worst.state,
    isOld: worst.state !== 'not-checked' && checkedOn !== null && checkedOn < oldestDay,
    scope: worst.scope ?? [],
    holder: worst.holder ?? null,
    number: worst.number ?? null,
    source: worst.source ?? null,
    sourceUrl: worst.sourceUrl ?? null,
    asOf: worst.asOf ?? null,
    checkedOn,
    elsewhere: worst.elsewhere ?? [],
  };
}
