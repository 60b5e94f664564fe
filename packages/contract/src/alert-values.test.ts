import { describe, expect, it } from 'vitest';
import { matchesCountries, isHighSeverity } from './alert-announcing.ts';
import { alertStatuses, alertTypes, scamCountries, severities, toSeverity } from './alert-values.ts';
import { toReference } from './filing-values.ts';
import { issueReportTypes, creatableReportStatuses, reportStatuses, reportTypes } from './report-values.ts';
import { relationships, submissionCountries, submissionTypes } from './submission-values.ts';
import { providerTypes } from './directory-values.ts';
import { alertTiming, teaserLengths } from './limits.ts';

describe('the values of the forms', () => {
  it('the scam form offers eight types of scam [SCAM-03] [ENT-13]', () => {
    expect(alertTypes).toEqual([
      'ponzi_scheme',
      'fake_platform',
      'phishing',
      'rug_pull',
      'exchange_hack',
      'wallet_compromise',
      'fraud',
      'scam',
    ]);
  });

  it('the provider page offers five of the eight report types [ISSUE-04] [ENT-17] [DEC-27]', () => {
    expect(issueReportTypes).toEqual(['wallet_security', 'fund_safety', 'scam', 'fraud', 'withdrawal_issues']);
    expect(reportTypes).toEqual([
      'scam',
      'fraud',
      'withdrawal_issues',
      'wallet_security',
      'fund_safety',
      'fake_platform',
      'phishing',
      'other',
    ]);
    expect(reportTypes).toEqual(expect.arrayContaining([...issueReportTypes]));
  });

  it('the scam form offers thirteen countries and the provider form eight more, with Other at the end [SCAM-09] [SUBMIT-05]', () => {
    expect(scamCountries.join(', ')).toBe(
      'Nigeria, South Africa, Kenya, Ghana, Uganda, Tanzania, Zimbabwe, Botswana, Zambia, Rwanda, Malawi, Mozambique, Other',
    );
    expect(submissionCountries).toEqual([
      ...scamCountries.slice(0, -1),
      ...['Ethiopia', 'Egypt', 'Morocco', 'Tunisia', 'Algeria', 'Senegal', 'Ivory Coast', 'Cameroon', 'Other'],
    ]);
  });

  it('the provider form offers eight types that the directory can store, and six relationships [SUBMIT-03] [SUBMIT-04] [DEC-04]', () => {
    expect(submissionTypes.join(', ')).toBe(
      'Exchange, Broker, Wallet, OTC Desk, Payment Processor, Mining Pool, DeFi Platform, Other',
    );
    expect(providerTypes).toEqual(expect.arrayContaining([...submissionTypes]));
    expect(relationships).toEqual(['owner', 'employee', 'partner', 'customer', 'community', 'other']);
  });

  it('alerts and reports have their own statuses [ENT-15] [ENT-18] [DEC-26]', () => {
    expect(alertStatuses).toEqual(['pending', 'approved', 'rejected', 'merged']);
    expect(creatableReportStatuses).toEqual(['pending', 'investigating', 'resolved']);
    expect(reportStatuses).toEqual([...creatableReportStatuses, 'rejected', 'merged']);
  });
});

describe('the severity of a report', () => {
  it('a severity is parsed in any letter case and stored capitalised [ENT-14] [DEC-14] [SCAM-04] [ISSUE-05]', () => {
    expect(severities).toEqual(['Low', 'Medium', 'High', 'Critical']);
    expect(['low', 'MEDIUM', ' High ', 'cRitical'].map(toSeverity)).toEqual(severities);
    expect(['', 'severe', 'highest', 'info'].map(toSeverity)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('a severity is high-risk from High on, in any letter case [REPORTS-05] [DEC-14]', () => {
    expect(['high', 'Critical', 'CRITICAL'].every(isHighSeverity)).toBe(true);
    expect(['Low', 'medium', '', 'warning'].some(isHighSeverity)).toBe(false);
  });
});

it('the numbers of alerts are defined once [CONST-02]', () => {
  expect(alertTiming).toEqual({ bannerAlerts: 3, bannerPollMs: 300_000, notifierPollMs: 30_000, toastMs: 8000 });
  expect(teaserLengths).toEqual({ alert: 100, report: 80 });
});

it('an alert is announced to users who chose one of its countries, or none [DEC-60]', () => {
  expect(matchesCountries(['south africa'], [])).toBe(true);
  expect(matchesCountries(['south africa', 'kenya'], ['South-Africa'])).toBe(true);
  expect(matchesCountries(['kenya'], ['ghana'])).toBe(false);
  expect(matchesCountries([], ['ghana'])).toBe(true);
});

it('each report has a short reference', () => {
  expect(toReference('01890000-0000-7000-8000-0000deadbeef')).toBe('HK-DEADBEEF');
});
