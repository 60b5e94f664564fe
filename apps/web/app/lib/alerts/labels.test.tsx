import { isHighSeverity } from '@hakiki/contract/alert-announcing';
import { alertTypes, severities } from '@hakiki/contract/alert-values';
import { reportTypes } from '@hakiki/contract/report-values';
import { expect, it } from 'vitest';
import { getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { SeverityBadge } from '../../components/alerts/severity.tsx';
import { alertTypeLabel, reportTypeLabel, severityLabel } from './labels.ts';

it('shows the type of a report with spaces for underscores [REPORTS-17]', () => {
  expect(reportTypes.map(reportTypeLabel)).toEqual(reportTypes.map((type) => type.replaceAll('_', ' ')));
});

it('shows the type of an alert as a label', () => {
  expect(alertTypes.map(alertTypeLabel)).toEqual([
    'Ponzi scheme',
    'Fake platform',
    'Phishing',
    'Rug pull',
    'Exchange hack',
    'Wallet compromise',
    'Fraud',
    'Scam',
  ]);
});

it('shows a severity in any letter case as the same word, each with an icon of its own [DEC-14]', () => {
  const badges = severities.map((severity) => renderOnServer(<SeverityBadge severity={severity} />));
  expect(badges.map(getText)).toEqual(['Low', 'Medium', 'High', 'Critical']);
  expect(new Set(badges.flatMap((badge) => getAttributeValues(badge, 'data-icon'))).size).toBe(4);
  expect(['critical', 'HIGH', 'medium'].map(severityLabel)).toEqual(['Critical', 'High', 'Medium']);
});

it('treats high and critical as high-risk in any letter case [REPORTS-05] [DEC-14]', () => {
  const values = ['High', 'high', 'CRITICAL', 'critical', 'Medium', 'low', ''];
  expect(values.filter(isHighSeverity)).toEqual(['High', 'high', 'CRITICAL', 'critical']);
});

it('shows labels in French', () => {
  setTestLanguage('fr');
  expect(severityLabel('High')).toBe('Élevée');
  expect(alertTypeLabel('phishing')).toBe('Hameçonnage');
  expect(reportTypeLabel('withdrawal_issues')).toBe('problèmes de retrait');
});
