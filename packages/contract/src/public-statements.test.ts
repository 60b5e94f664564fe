import { describe, expect, it } from 'vitest';
import {
  type AlertStatement,
  listFieldChanges,
  type ProviderStatement,
  type ReportStatement,
  requiresSecondPerson,
  weakens,
} from './public-statements.ts';

const alert: AlertStatement = {
  kind: 'alert',
  status: 'approved',
  severity: 'High',
  alertType: 'phishing',
  title: 'Fake wallet app',
  description: 'It asks for the recovery phrase. Do not enter it.',
  advice: 'Move your coins today.',
  language: 'en',
  affectedCountries: ['kenya', 'ghana'],
  affectedProviderId: null,
  affectedProviderName: 'Demo Tembo',
};
const report: ReportStatement = {
  kind: 'report',
  status: 'investigating',
  severity: 'Medium',
  reportType: 'withdrawal_issues',
  description: 'No withdrawal since May.',
  providerId: '01890000-0000-7000-8000-000000000001',
};
const provider: ProviderStatement = {
  kind: 'provider',
  reviewState: 'approved',
  verificationStatus: 'Flagged',
  riskScore: 'Medium',
  flaggedReasons: ['No licence.', 'Withdrawals stopped.'],
  regulatoryCompliance: 20,
  userSatisfaction: 30,
  securityMeasures: 40,
  name: 'Demo Tembo',
  otherNames: ['Tembo Invest'],
  type: 'Exchange',
  description: 'An exchange.',
  website: 'https://tembo.example',
  countries: ['kenya'],
  licenseInfo: null,
  established: 2019,
  userCount: 1200,
  securityFeatures: [{ name: 'Cold storage', state: 'not_confirmed' }],
  insurance: null,
};

const strikeOut = (text: string): string => [...text].map((letter) => `${letter}\u0336`).join('');

describe('changes that weaken a public alert [VERD-01]', () => {
  it.each<[string, Partial<AlertStatement>]>([
    ['a return to pending', { status: 'pending' }],
    ['a rejection', { status: 'rejected' }],
    ['a lower severity', { severity: 'Medium' }],
    ['another alert type', { alertType: 'scam' }],
    ['another title', { title: 'Notice' }],
    ['a longer title', { title: 'Fake wallet app, they say' }],
    ['other words', { description: 'It asks for the recovery phrase. Do enter it.' }],
    ['appended words', { description: `${alert.description} This was found to be wrong.` }],
    ['doubt instead of a statement', { description: 'It asks for the recovery phrase? Do not enter it.' }],
    ['scare quotes', { title: 'Fake "wallet" app' }],
    ['one letter', { title: 'Fame wallet app' }],
    ['no advice of our own', { advice: null }],
    ['another language', { language: 'fr' }],
    ['a removed country', { affectedCountries: ['ghana'] }],
    ['another country instead', { affectedCountries: ['kenya', 'togo'] }],
    ['another name', { affectedProviderName: 'Demo Simba' }],
    ['a country that is a sentence', { affectedCountries: ['kenya', 'ghana', 'this alert was withdrawn'] }],
    ['a struck-out title', { title: strikeOut(alert.title) }],
    ['a circled letter', { title: 'F\u20DDake wallet app' }],
    ['one mark that composes with no letter', { title: 'Fake\u0331 wallet app' }],
    ['an invisible character', { title: 'Fake wal\u200Blet app' }],
    ['a reversed direction', { title: '\u202EFake wallet app' }],
    ['a look-alike letter of another script', { title: 'F\u0430ke wallet app' }],
    ['full-width letters', { title: 'Ｆake wallet app' }],
    ['empty lines', { description: `It${'\n'.repeat(4000)}asks for the recovery phrase. Do not enter it.` }],
    ['a line break', { description: 'It asks for the recovery phrase.\nDo not enter it.' }],
    ['many blanks', { description: alert.description.replace(' ', ' '.repeat(200)) }],
    ['words of punctuation', { description: `It ${'. '.repeat(1500)}asks for the recovery phrase. Do not enter it.` }],
    ['several full stops', { title: 'Fake wallet app...' }],
    ['an exclamation mark', { title: 'Fake wallet app!' }],
    ['advice of a single full stop, which hides the default advice', { advice: '.' }],
  ])('an alert is weakened by %s', (_, change) => {
    expect(weakens(alert, { ...alert, ...change })).toBe(true);
    expect(weakens({ ...alert, status: 'pending' }, { ...alert, status: 'pending', ...change })).toBe(false);
  });

  it.each<[string, Partial<AlertStatement>]>([
    ['nothing at all', {}],
    ['a higher severity', { severity: 'Critical' }],
    ['an additional country, in any order', { affectedCountries: ['ghana', 'togo', 'kenya'] }],
    [
      'corrected capitals, accents, blanks and full stops',
      { title: 'Faké  Wallet app.', advice: 'move your coins today' },
    ],
    ['decomposed accents', { title: 'Fake\u0301 wallet app' }],
    ['a comma', { description: 'It asks for the recovery phrase, Do not enter it' }],
  ])('an alert is never weakened by %s', (_, change) => {
    expect(weakens(alert, { ...alert, ...change })).toBe(false);
  });

  it('many small corrections of a title cannot add up to another text', () => {
    const steps = ['Fake wallet app', 'FAKE WALLET APP', 'fake wallet, app', 'fake wallet app.'];
    for (const [index, title] of steps.entries()) {
      expect(weakens({ ...alert, title: steps[Math.max(0, index - 1)]! }, { ...alert, title })).toBe(false);
      expect(weakens({ ...alert, title: steps[0]! }, { ...alert, title })).toBe(false);
    }
    expect(weakens({ ...alert, title: 'Pays 5.5% a day' }, { ...alert, title: 'Pays 55% a day' })).toBe(true);
    expect(weakens({ ...alert, title: 'See bad.example' }, { ...alert, title: 'See badexample' })).toBe(true);
  });
});

describe('changes of what is counted in a public alert [VERD-01] [VERD-05]', () => {
  it('removing a merged report from a public alert requires two people, even if the report itself was never public', () => {
    for (const countedStatement of [alert, report]) {
      const merged = { ...countedStatement, status: 'merged' } as AlertStatement | ReportStatement;
      const weakensWhen = (status: string) =>
        weakens(merged, { ...merged, status } as AlertStatement | ReportStatement);
      expect(['pending', 'rejected'].map(weakensWhen)).toEqual([true, true]);
      expect(weakensWhen(countedStatement.status)).toBe(false);
      expect(weakens(merged, { ...merged, description: 'Said otherwise.' })).toBe(false);
    }
  });
});

describe('changes that weaken a public report [VERD-01]', () => {
  it.each<[string, Partial<ReportStatement>]>([
    ['a return to pending', { status: 'pending' }],
    ['a rejection', { status: 'rejected' }],
    ['a lower severity', { severity: 'Low' }],
    ['another report type', { reportType: 'other' }],
    ['other words', { description: 'Withdrawals since May.' }],
    ['a removed provider', { providerId: null }],
  ])('a report is weakened by %s', (_, change) => {
    expect(weakens(report, { ...report, ...change })).toBe(true);
    expect(weakens({ ...report, status: 'rejected' }, { ...report, status: 'rejected', ...change })).toBe(false);
  });

  it('a report is never weakened by its progress, or by a stronger warning', () => {
    expect(weakens(report, { ...report, status: 'resolved' })).toBe(false);
    expect(weakens({ ...report, status: 'resolved' }, report)).toBe(false);
    expect(weakens(report, { ...report, severity: 'Critical' })).toBe(false);
  });
});

describe('changes that weaken a warning about a provider [VERD-01]', () => {
  it.each<[string, Partial<ProviderStatement>]>([
    ['any milder status', { verificationStatus: 'Limited' }],
    ['a removed page', { reviewState: 'rejected' }],
    ['a lower risk', { riskScore: 'Low' }],
    ['no reasons', { flaggedReasons: [] }],
    ['a removed reason', { flaggedReasons: ['No licence.'] }],
    ['a reason that contradicts the others', { flaggedReasons: [...provider.flaggedReasons, 'All of this is old.'] }],
    ['a better score', { regulatoryCompliance: 21 }],
    ['bad scores that count as not assessed', { regulatoryCompliance: 0, userSatisfaction: 0, securityMeasures: 0 }],
    ['another name', { name: 'Demo Simba' }],
    ['a removed other name', { otherNames: [] }],
    ['another website', { website: 'https://simba.example' }],
    ['other words about itself', { description: 'The best exchange.' }],
    ['a licence', { licenseInfo: 'FSP 1' }],
    ['no country', { countries: [] }],
    ['a country that is a sentence', { countries: ['kenya', 'cleared by the court'] }],
    ['a further name, which is a sentence', { otherNames: ['Tembo Invest', 'this warning is out of date'] }],
    ['a struck-out name', { name: strikeOut('Demo Tembo') }],
    ['struck-out reasons', { flaggedReasons: provider.flaggedReasons.map(strikeOut) }],
    ['another name in look-alike letters', { otherNames: ['T\u0435mbo Invest'] }],
    ['another provider type', { type: 'Wallet' }],
    ['another founding year', { established: 2009 }],
    ['another number of users', { userCount: 5_000_000 }],
    ['a confirmed security feature', { securityFeatures: [{ name: 'Cold storage', state: 'confirmed' }] }],
    ['an insurance', { insurance: 'Insured by Lloyd' }],
  ])('a warning about a provider is weakened by %s', (_, change) => {
    expect(weakens(provider, { ...provider, ...change })).toBe(true);
    const highRiskProvider: ProviderStatement = { ...provider, verificationStatus: 'Verified', riskScore: 'High' };
    if (!('verificationStatus' in change))
      expect(weakens(highRiskProvider, { ...highRiskProvider, ...change })).toBe(true);
    const verifiedStatement: ProviderStatement = { ...provider, verificationStatus: 'Verified' };
    expect(weakens(verifiedStatement, { ...verifiedStatement, ...change })).toBe(false);
  });

  it.each<[string, Partial<ProviderStatement>]>([
    ['a suspension', { verificationStatus: 'Suspended' }],
    ['a higher risk', { riskScore: 'High' }],
    ['a worse score', { securityMeasures: 0 }],
    ['an additional country', { countries: ['togo', 'kenya'] }],
    ['a corrected full stop', { flaggedReasons: ['No licence', 'Withdrawals stopped'] }],
  ])('a warning about a provider is never weakened by %s', (_, change) => {
    expect(weakens(provider, { ...provider, ...change })).toBe(false);
  });

  it('the rule applies to listed providers that are Flagged, Suspended or of high risk', () => {
    const isProtected = (change: Partial<ProviderStatement>) => {
      const before = { ...provider, ...change };
      return weakens(before, { ...before, name: 'Demo Simba' });
    };
    expect(isProtected({})).toBe(true);
    expect(isProtected({ verificationStatus: 'Suspended' })).toBe(true);
    expect(isProtected({ verificationStatus: 'Pending', riskScore: 'High' })).toBe(true);
    expect(isProtected({ verificationStatus: 'Limited' })).toBe(false);
    expect(isProtected({ reviewState: 'pending' })).toBe(false);
  });
});

describe('changes that endorse a provider [VERD-01]', () => {
  const plainProvider: ProviderStatement = {
    ...provider,
    verificationStatus: 'Limited',
    riskScore: 'Medium',
    flaggedReasons: [],
  };
  const verifiedProvider: ProviderStatement = { ...plainProvider, verificationStatus: 'Verified' };
  const lowRiskProvider: ProviderStatement = { ...plainProvider, riskScore: 'Low' };
  const unscored = { regulatoryCompliance: 0, userSatisfaction: 0, securityMeasures: 0 };

  it.each<[string, ProviderStatement, Partial<ProviderStatement>]>([
    ['Limited becomes Verified', plainProvider, { verificationStatus: 'Verified' }],
    [
      'Pending becomes Verified',
      { ...plainProvider, verificationStatus: 'Pending' },
      { verificationStatus: 'Verified' },
    ],
    ['a medium risk becomes low', plainProvider, { riskScore: 'Low' }],
    ['a low risk without scores gets scores', { ...lowRiskProvider, ...unscored }, { securityMeasures: 90 }],
    [
      'a listing becomes public as Verified',
      { ...verifiedProvider, reviewState: 'pending' },
      { reviewState: 'approved' },
    ],
    [
      'a listing becomes public with a low risk',
      { ...lowRiskProvider, reviewState: 'rejected' },
      { reviewState: 'approved' },
    ],
    ['a Verified provider gets another name', verifiedProvider, { name: 'Quiet Ponzi' }],
    ['a Verified provider gets another website', verifiedProvider, { website: 'https://ponzi.example' }],
    ['a low-risk provider gets another name', lowRiskProvider, { name: 'Quiet Ponzi' }],
  ])('a second person is required if %s', (_, before, change) => {
    expect(requiresSecondPerson(before, { ...before, ...change })).toBe(true);
  });

  it.each<[string, ProviderStatement, Partial<ProviderStatement>]>([
    ['Verified becomes Pending', verifiedProvider, { verificationStatus: 'Pending' }],
    ['Limited becomes Pending', plainProvider, { verificationStatus: 'Pending' }],
    ['low risk becomes medium', lowRiskProvider, { riskScore: 'Medium' }],
    [
      'the description of a Verified provider changes',
      verifiedProvider,
      { description: 'A wallet.', countries: ['togo'] },
    ],
    ['the spelling of a Verified provider’s name is corrected', verifiedProvider, { name: 'DEMO Tembó' }],
    [
      'the provider is not listed yet',
      { ...plainProvider, reviewState: 'pending' },
      { verificationStatus: 'Verified' },
    ],
    [
      'a listing becomes public as Pending',
      { ...plainProvider, reviewState: 'pending', verificationStatus: 'Pending' },
      { reviewState: 'approved' },
    ],
  ])('one person is enough if %s', (_, before, change) => {
    expect(requiresSecondPerson(before, { ...before, ...change })).toBe(false);
  });

  it('a second person is required for everything that weakens a warning', () => {
    expect(requiresSecondPerson(alert, { ...alert, severity: 'Low' })).toBe(true);
    expect(requiresSecondPerson(provider, { ...provider, verificationStatus: 'Limited' })).toBe(true);
  });
});

describe('the changes between two statements', () => {
  it('listFieldChanges names each field that differs, with lists line by line', () => {
    expect(
      listFieldChanges(provider, { ...provider, riskScore: 'Low', flaggedReasons: [], licenseInfo: 'FSP 1' }),
    ).toEqual([
      { field: 'riskScore', from: 'Medium', to: 'Low' },
      { field: 'flaggedReasons', from: 'No licence.\nWithdrawals stopped.', to: '' },
      { field: 'licenseInfo', from: '', to: 'FSP 1' },
    ]);
    expect(listFieldChanges(alert, { ...alert })).toEqual([]);
  });
});
