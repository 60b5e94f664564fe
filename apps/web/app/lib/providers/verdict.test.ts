import { evidenceKinds } from '@hakiki/contract/evidence';
import { describe, expect, it } from 'vitest';
import { anEvidence } from '../../../test/factories.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { evidenceKindLabel, getVerdict } from './verdict.ts';

const computeVerdict = (
  verificationStatus: Parameters<typeof getVerdict>[0]['verificationStatus'],
  evidence: Parameters<typeof getVerdict>[1] = [],
  riskScore: Parameters<typeof getVerdict>[0]['riskScore'] = 'Low',
) => getVerdict({ verificationStatus, riskScore }, evidence);

const warning = anEvidence({ kind: 'warning', reference: null });
const licence = anEvidence();
const registration = anEvidence({ kind: 'registration' });
const visit = anEvidence({ kind: 'visit' });

describe("the reason of a provider's verdict", () => {
  it.each([
    ['licence', 'Licence L-12345 checked in the register of Markets Authority.'],
    ['registration', 'Registration L-12345 checked in the register of Markets Authority.'],
    ['audit', 'Audit report by Markets Authority read by our team.'],
    ['insurance', 'Insurance confirmed by Markets Authority.'],
    ['visit', 'Office visited by Markets Authority.'],
    ['warning', 'On the warning list of Markets Authority when checked on Mar 7, 2026.'],
  ])('names the source of a %s', (kind, sentence) => {
    expect(computeVerdict('Verified', [anEvidence({ kind })]).why).toBe(sentence);
  });

  it('omits a missing reference', () => {
    expect(computeVerdict('Verified', [anEvidence({ reference: null })]).why).toBe(
      'Licence checked in the register of Markets Authority.',
    );
  });

  it('prefers a warning, then a licence, then a registration, then other evidence, whatever is newest', () => {
    expect(computeVerdict('Limited', [visit, licence, warning]).why).toContain('On the warning list of');
    expect(computeVerdict('Limited', [visit, registration, licence]).why).toContain('Licence L-12345');
    expect(computeVerdict('Limited', [visit, registration]).why).toContain('Registration L-12345');
    expect(computeVerdict('Limited', [visit]).why).toContain('Office visited');
  });

  it('uses the newest evidence of its kind', () => {
    const older = anEvidence({ authority: 'Old Authority' });
    expect(computeVerdict('Verified', [licence, older]).why).toContain('Markets Authority');
  });

  it('uses the text of the status where there is no evidence', () => {
    expect(computeVerdict('Verified').why).toBe("Our team checked this provider's documents.");
    expect(computeVerdict('Limited').why).toMatch(/only part/);
    expect(computeVerdict('Pending').why).toMatch(/not been checked yet/);
    expect(computeVerdict('Flagged').why).toMatch(/not solved/);
    expect(computeVerdict('Suspended', [licence]).why).toMatch(/taken out of the directory/);
  });

  it('explains a flag by a warning or the stated reasons, never by a licence', () => {
    expect(computeVerdict('Flagged', [licence])).toEqual(computeVerdict('Flagged'));
    expect(computeVerdict('Flagged', [licence, warning]).why).toContain('On the warning list of Markets Authority');
  });
});

describe('the cautions of a verdict', () => {
  it('adds a caution to every finding that does not warn by itself', () => {
    expect(computeVerdict('Verified', [licence]).cautions).toEqual(['This is not a promise that your money is safe.']);
    expect(computeVerdict('Limited', [licence]).cautions[0]).toMatch(/only part/);
    expect(computeVerdict('Pending', [licence]).cautions[0]).toMatch(/not finished/);
    expect(computeVerdict('Flagged', [warning]).cautions).toEqual([]);
  });

  it('does not repeat the reason as a caution', () => {
    for (const status of ['Limited', 'Pending', 'Flagged'] as const)
      expect(computeVerdict(status).cautions).toEqual([]);
  });

  it('warns of a high risk that the status does not show', () => {
    const caution = 'Our team rates its risk as high.';
    expect(computeVerdict('Verified', [licence], 'High').cautions).toContain(caution);
    expect(computeVerdict('Pending', [], 'High').cautions).toContain(caution);
    expect(computeVerdict('Verified', [licence], 'Medium').cautions).not.toContain(caution);
    expect(computeVerdict('Flagged', [warning], 'High').cautions).not.toContain(caution);
  });
});

it('has a distinct label for each kind of evidence in both languages', () => {
  const english = evidenceKinds.map(evidenceKindLabel);
  setTestLanguage('fr');
  const french = evidenceKinds.map(evidenceKindLabel);
  for (const words of [english, french]) expect(new Set(words).size).toBe(evidenceKinds.length);
  expect(french).not.toEqual(english);
  expect(computeVerdict('Verified', [licence]).why).toBe(
    'Agrément L-12345\u202f: inscription vérifiée au registre de Markets Authority.',
  );
});
