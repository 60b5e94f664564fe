import { describe, expect, it } from 'vitest';
import { NewAlert } from './alerts.ts';
import { NewReport } from './reports.ts';
import { NewSubmission } from './submissions.ts';
import { parseFieldError } from './field-error.ts';
import { fieldErrors, toSentence } from './field-errors.ts';

const alert = {
  title: 'A trading bot that never pays',
  alertType: 'ponzi_scheme',
  severity: 'high',
  description: 'They promised two percent a day and stopped paying as soon as I asked for my money.',
  affectedCountries: ['Nigeria', 'South-Africa'],
};
const submission = {
  name: 'Demo Coins',
  type: 'OTC Desk',
  description: 'x'.repeat(100),
  countries: 'kenya,Uganda',
  contactEmail: 'Desk@Example.com',
  submitterName: 'Amina',
  submitterEmail: 'amina@example.com',
  relationship: 'customer',
  agreeToTerms: true,
};

type Schema = {
  safeParse: (input: unknown) => { success: boolean; error?: { issues: { message: string; path: PropertyKey[] }[] } };
};
const getMessage = (schema: Schema, input: object, field: string) => {
  const issue = schema.safeParse(input).error?.issues.find(({ path }) => path[0] === field);
  return issue && toSentence(parseFieldError(issue.message));
};
const withoutField = (input: Record<string, unknown>, field: string) => ({ ...input, [field]: undefined });

describe('the schema of a scam report', () => {
  it('a scam report accepts any letter case, any form of country names, and no optional fields [SCAM-10] [SCAM-17] [DEC-14]', () => {
    expect(NewAlert.parse(alert)).toEqual({
      ...alert,
      severity: 'High',
      affectedCountries: ['nigeria', 'south africa'],
    });
    expect(NewAlert.parse({ ...alert, affectedCountries: 'kenya, Kenya,other' }).affectedCountries).toEqual([
      'kenya',
      'other',
    ]);
  });

  it.each([
    ['title', 'Too short', fieldErrors.TITLE_TOO_SHORT],
    ['title', '   padded    ', fieldErrors.TITLE_TOO_SHORT],
    ['description', 'x'.repeat(49), fieldErrors.SCAM_DESCRIPTION_TOO_SHORT],
    ['alertType', 'theft', fieldErrors.ALERT_TYPE_REQUIRED],
    ['severity', 'terrible', fieldErrors.SEVERITY_REQUIRED],
    ['affectedCountries', [], fieldErrors.COUNTRY_REQUIRED],
    ['affectedCountries', ' , ', fieldErrors.COUNTRY_REQUIRED],
    ['contactEmail', 'nobody@', fieldErrors.INVALID_EMAIL],
  ])(
    'a scam report is rejected when its %s is %j [SCAM-11] [SCAM-12] [SCAM-13] [SCAM-14] [SCAM-15] [SCAM-16] [DEC-82]',
    (field, value, sentence) => {
      expect(getMessage(NewAlert, { ...alert, [field]: value }, field)).toBe(sentence);
    },
  );

  it('a scam report has a message for each missing field [SCAM-12] [SCAM-13] [SCAM-15]', () => {
    expect(getMessage(NewAlert, withoutField(alert, 'alertType'), 'alertType')).toBe('Please select a scam type');
    expect(getMessage(NewAlert, withoutField(alert, 'severity'), 'severity')).toBe('Please select severity level');
    expect(getMessage(NewAlert, withoutField(alert, 'affectedCountries'), 'affectedCountries')).toBe(
      'Please specify at least one country',
    );
  });

  it('a scam report accepts any text of up to 100 characters as amount [DEC-24]', () => {
    expect(NewAlert.parse({ ...alert, amountLost: ' about 2 BTC ' }).amountLost).toBe('about 2 BTC');
    expect(NewAlert.safeParse({ ...alert, amountLost: 'x'.repeat(101) }).success).toBe(false);
  });
});

describe('the schema of a provider submission', () => {
  it('a submission accepts numbers and checkboxes as strings, as a form without scripts sends them [SUBMIT-06] [SUBMIT-07]', () => {
    const input = {
      ...submission,
      established: '2019',
      website: '',
      agreeToTerms: 'on',
      verificationStatus: 'Verified',
    };
    expect(NewSubmission.parse(input)).toMatchObject({
      countries: ['kenya', 'uganda'],
      established: 2019,
      website: '',
      contactEmail: 'desk@example.com',
      agreeToTerms: true,
    });
    expect(NewSubmission.parse({ ...submission, established: '' }).established).toBeNull();
  });

  const year = new Date().getUTCFullYear();
  it.each([
    ['name', 'x', fieldErrors.SUBMISSION_NAME_TOO_SHORT],
    ['type', 'Peer-to-Peer', fieldErrors.SUBMISSION_TYPE_REQUIRED],
    ['description', 'x'.repeat(99), fieldErrors.SUBMISSION_DESCRIPTION_TOO_SHORT],
    ['website', 'not an address', fieldErrors.INVALID_URL],
    ['website', 'javascript:alert(1)', fieldErrors.INVALID_URL],
    ['countries', '', fieldErrors.COUNTRY_REQUIRED],
    ['established', 1989, `Year must be between 1990 and ${year}`],
    ['established', String(year + 1), `Year must be between 1990 and ${year}`],
    ['established', '2019.5', `Year must be between 1990 and ${year}`],
    ['contactEmail', '', fieldErrors.INVALID_EMAIL],
    ['submitterName', 'x', fieldErrors.YOUR_NAME_TOO_SHORT],
    ['submitterEmail', 'x', fieldErrors.INVALID_EMAIL],
    ['relationship', 'friend', fieldErrors.RELATIONSHIP_REQUIRED],
    ['agreeToTerms', false, 'You must agree to the terms'],
    ['agreeToTerms', undefined, 'You must agree to the terms'],
  ])(
    'a submission is rejected when its %s is %j [SUBMIT-08] [SUBMIT-09] [SUBMIT-10] [SUBMIT-11] [SUBMIT-12] [SUBMIT-13] [SUBMIT-14] [SUBMIT-15] [SUBMIT-16] [SUBMIT-17] [SUBMIT-18] [DEC-82]',
    (field, value, sentence) => {
      expect(getMessage(NewSubmission, { ...submission, [field]: value }, field)).toBe(sentence);
    },
  );
});

describe('the schema of an issue report', () => {
  const report = { reportType: 'scam', description: 'No answer for weeks.', severity: 'Low' };

  it('an issue report requires only type, description and severity [ISSUE-02] [ISSUE-03]', () => {
    expect(NewReport.safeParse(report).success).toBe(true);
    for (const field of Object.keys(report)) {
      expect(getMessage(NewReport, withoutField(report, field), field)).toBe('Please fill in all required fields.');
    }
  });
});
