import { verificationStatuses } from '@hakiki/contract/directory-values';
import { riskLevels } from '@hakiki/contract/risk';
import { expect, it } from 'vitest';
import { textOf, valuesOf } from '../../../test/reading.ts';
import { speaking } from '../../../test/context.ts';
import { show } from '../../../test/show.tsx';
import { RiskIndicator } from './risk-indicator.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

it('shows the risk level in words and by steps [BADGE-08]', () => {
  const shown = riskLevels.map((level) => show(<RiskIndicator level={level} />));
  expect(shown.map(textOf)).toEqual(['Low risk', 'Medium risk', 'High risk']);
  expect(shown.map((page) => page.querySelectorAll('.bg-current').length)).toEqual([1, 2, 3]);
  speaking('fr');
  expect(textOf(show(<RiskIndicator level="High" />))).toBe('Risque élevé');
});

it('shows a distinct word and icon for each verdict, never colour alone', () => {
  const shown = verificationStatuses.map((status) => show(<VerdictBadge status={status} />));
  expect(shown.map(textOf)).toEqual([...verificationStatuses]);
  expect(new Set(shown.flatMap((page) => valuesOf(page, 'data-icon'))).size).toBe(verificationStatuses.length);
});
