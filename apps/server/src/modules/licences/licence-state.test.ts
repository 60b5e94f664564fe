import type { EntryState, LicenceState, RegimeKind } from '@hakiki/contract/licence-values';
import { licenceStates } from '@hakiki/contract/licence-values';
import type { AuthorityWarning, Regime, Register, RegisterId } from '@hakiki/contract/licences';
import { describe, expect, it } from 'vitest';
import { computeLicenceState, type LicenceFacts, type ProviderEntry } from './licence-state.ts';

const now = new Date('2026-11-18T10:00:00Z');

const aRegister = (country = 'kenya'): Register => ({
  id: `register of ${country}` as RegisterId,
  country,
  authority: 'Demo Authority',
  name: 'Demo register',
  url: 'https://authority.example/register',
  asOf: '2026-11-01',
  checkedOn: '2026-11-10',
});

const anEntry = (state: EntryState, overrides: Partial<ProviderEntry> = {}): ProviderEntry => ({
  register: aRegister(),
  key: '7',
  holder: 'Savannah Exchange Ltd',
  number: '7',
  scope: ['exchange'],
  state,
  grantedOn: null,
  endsOn: null,
  asOf: '2026-11-01',
  checkedOn: '2026-11-10',
  fileHash: 'f'.repeat(64),
  provider: null,
  fileAsOf: '2026-11-01',
  isEndAnnounced: false,
  ...overrides,
});

const aRegime = (regime: RegimeKind, overrides: Partial<Regime> = {}): Regime => ({
  country: 'kenya',
  regulator: 'Demo Authority',
  regulatorUrl: 'https://authority.example',
  regime,
  instrument: 'Act 1',
  since: null,
  summary: 'Demo.',
  sourceName: 'Demo Gazette',
  sourceUrl: 'https://gazette.example',
  asOf: '2025-11',
  confidence: 'sourced',
  checkedOn: '2026-11-15',
  ...overrides,
});

const aWarning: AuthorityWarning = {
  country: 'kenya',
  authority: 'Demo Authority',
  title: 'Not ours',
  names: ['Savannah'],
  publishedOn: '2026-10-01',
  checkedOn: '2026-11-02',
  url: 'https://authority.example/warning',
  providerId: null,
};

const compute = (facts: Partial<LicenceFacts>) =>
  computeLicenceState(
    { country: 'kenya', regime: null, registers: [], entries: [], warnings: [], hasUnseenClaim: false, ...facts },
    now,
  );

/** For each state, facts that lead to it. */
const factsOfState: Record<LicenceState, Partial<LicenceFacts>> = {
  'warned-here': { warnings: [aWarning] },
  'prohibited-here': { regime: aRegime('prohibited') },
  'claim-not-found': { registers: [aRegister()], hasUnseenClaim: true },
  ended: { entries: [anEntry('ended')] },
  applied: { entries: [anEntry('applied')] },
  'company-only': { entries: [anEntry('company-only')] },
  registered: { entries: [anEntry('registered')] },
  'in-principle': { entries: [anEntry('in-principle')] },
  provisional: { entries: [anEntry('provisional')] },
  'licensed-elsewhere': { entries: [anEntry('licensed', { register: aRegister('mauritius') })] },
  'licensed-here': { entries: [anEntry('licensed')] },
  'no-licence-yet': { regime: aRegime('transitional') },
  'not-checked': {},
};

describe('the state of a provider in a country', () => {
  it.each(licenceStates)('can be %s [LIC-02]', (state) => {
    expect(compute(factsOfState[state]).state).toBe(state);
  });

  it('is the worst of two, for every pair of states that can occur together [LIC-02]', () => {
    for (const [place, worse] of licenceStates.entries()) {
      for (const better of licenceStates.slice(place + 1)) {
        const one = factsOfState[worse];
        const other = factsOfState[better];
        // A country has one law, and who has a licence here has it not only elsewhere.
        if (one.regime && other.regime) continue;
        if (worse === 'licensed-elsewhere' && better === 'licensed-here') continue;
        const { state } = compute({
          ...one,
          ...other,
          entries: [...(one.entries ?? []), ...(other.entries ?? [])],
        });
        expect(state, `${worse} and ${better}`).toBe(worse);
      }
    }
  });

  it('is a licence here when there is one elsewhere, too [LIC-02]', () => {
    const entries = [anEntry('licensed'), anEntry('licensed', { register: aRegister('mauritius') })];
    expect(compute({ entries })).toEqual(
      expect.objectContaining({ state: 'licensed-here', scope: ['exchange'], elsewhere: [] }),
    );
  });

  it('names the countries of a licence elsewhere [LIC-02]', () => {
    expect(compute(factsOfState['licensed-elsewhere'])).toEqual(expect.objectContaining({ elsewhere: ['mauritius'] }));
  });

  it('has ended when its last day is over, even if the register has not changed [LIC-02]', () => {
    expect(compute({ entries: [anEntry('licensed', { endsOn: '2026-11-17' })] }).state).toBe('ended');
    expect(compute({ entries: [anEntry('licensed', { endsOn: '2026-11-18' })] }).state).toBe('licensed-here');
  });

  it('is a licence here beside one that has ended, only if it is the newer one of the same holder [LIC-02]', () => {
    const valid = { grantedOn: '2024-03-01' };
    const ranOut = anEntry('licensed', { grantedOn: '2020-01-01', endsOn: '2023-12-31' });
    const revoked = anEntry('ended', { grantedOn: '2020-01-01', endsOn: '2023-12-31' });
    const gone = anEntry('ended', { grantedOn: '2020-01-01', fileAsOf: '2024-01-15' });
    const cases: [string, ProviderEntry, Partial<ProviderEntry>, LicenceState][] = [
      ['ran out before', ranOut, valid, 'licensed-here'],
      ['ran out, renewed before', ranOut, { grantedOn: '2023-12-01' }, 'licensed-here'],
      [
        'ran out, renewed before, no day of its grant',
        { ...ranOut, grantedOn: null },
        { grantedOn: '2023-12-01' },
        'ended',
      ],
      ['ran out, the valid one is older', ranOut, { grantedOn: '2019-12-01' }, 'ended'],
      ['ran out, the valid one has no day', ranOut, {}, 'ended'],
      [
        'ran out and gone, renewed before',
        { ...revoked, isEndAnnounced: true },
        { grantedOn: '2023-12-01' },
        'licensed-here',
      ],
      ['revoked before', revoked, valid, 'licensed-here'],
      ['revoked on the same day', revoked, { grantedOn: '2023-12-31' }, 'licensed-here'],
      ['revoked after', revoked, { grantedOn: '2023-12-30' }, 'ended'],
      ['gone before', gone, valid, 'licensed-here'],
      ['gone after', gone, { grantedOn: '2024-01-14' }, 'ended'],
      ['gone before its last day', { ...gone, endsOn: '2026-01-31', isEndAnnounced: true }, valid, 'licensed-here'],
      [
        'gone before its last day, after',
        { ...gone, endsOn: '2026-01-31', isEndAnnounced: true },
        { grantedOn: '2023-12-01' },
        'ended',
      ],
      ['the name written otherwise', ranOut, { ...valid, holder: 'SAVANNAH  EXCHANGE LTD.' }, 'licensed-here'],
      ['another holder', ranOut, { ...valid, holder: 'Kilima Ltd' }, 'ended'],
      ['another country', ranOut, { ...valid, register: aRegister('mauritius') }, 'ended'],
      [
        'another register of the country',
        ranOut,
        { ...valid, register: { ...aRegister(), name: 'Central bank' } },
        'licensed-here',
      ],
      ['the newer one has ended, too', ranOut, { ...valid, endsOn: '2026-11-17' }, 'ended'],
    ];
    for (const [title, ended, overrides, state] of cases)
      for (const order of [1, -1]) {
        const entries = [ended, anEntry('licensed', { key: '8', ...overrides })];
        expect(compute({ entries: order === 1 ? entries : entries.toReversed() }).state, title).toBe(state);
      }
  });

  it('has ended if one licence was replaced and another was not [LIC-02]', () => {
    const replaced = anEntry('ended', { endsOn: '2023-12-31' });
    const revoked = anEntry('ended', { endsOn: '2025-12-31' });
    const entries = [replaced, revoked, anEntry('licensed', { grantedOn: '2024-03-01' })];
    expect(compute({ entries }).state).toBe('ended');
  });

  it('is any other worse state, however new a licence is [LIC-02]', () => {
    const entries = (state: EntryState) => [anEntry(state), anEntry('licensed', { grantedOn: '2026-11-01' })];
    expect(compute({ entries: entries('registered') }).state).toBe('registered');
    expect(compute({ entries: entries('ended'), warnings: [aWarning] }).state).toBe('warned-here');
    expect(compute({ entries: entries('ended'), regime: aRegime('prohibited') }).state).toBe('prohibited-here');
  });

  it('ignores warnings and registers of other countries', () => {
    const register = aRegister('mauritius');
    const warnings = [{ ...aWarning, country: 'ghana' }];
    expect(compute({ warnings, entries: [anEntry('ended', { register })] }).state).toBe('not-checked');
  });

  it('does not call a claim unfound where nobody has looked through a register [LIC-05]', () => {
    expect(compute({ hasUnseenClaim: true }).state).toBe('not-checked');
    expect(compute({ registers: [aRegister()] })).toMatchObject({ state: 'not-checked', checkedOn: null });
  });

  it.each([
    ['2026-10-19', false],
    ['2026-10-18', true],
  ])('checked on %s, it is old: %s [LIC-03]', (checkedOn, isOld) => {
    expect(compute({ entries: [anEntry('licensed', { checkedOn })] })).toEqual(
      expect.objectContaining({ isOld, checkedOn }),
    );
    expect(compute({ regime: aRegime('prohibited', { checkedOn }) })).toEqual(
      expect.objectContaining({ isOld, checkedOn }),
    );
    expect(compute({ warnings: [{ ...aWarning, checkedOn }] })).toEqual(expect.objectContaining({ isOld, checkedOn }));
  });

  it('names the source with its two dates [LIC-03]', () => {
    expect(compute(factsOfState['no-licence-yet'])).toEqual({
      country: 'kenya',
      state: 'no-licence-yet',
      isOld: false,
      scope: [],
      holder: null,
      number: null,
      source: 'Demo Gazette',
      sourceUrl: 'https://gazette.example',
      asOf: '2025-11',
      checkedOn: '2026-11-15',
      elsewhere: [],
    });
  });
});
