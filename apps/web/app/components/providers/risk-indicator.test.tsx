import { verificationStatuses } from '@hakiki/contract/directory-values';
import { riskLevels } from '@hakiki/contract/risk';
import { expect, it } from 'vitest';
import { getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import { RiskIndicator } from './risk-indicator.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

it('shows the risk level in words and by steps [BADGE-08]', () => {
  const shown = riskLevels.map((level) => renderInBrowser(<RiskIndicator level={level} />));
  expect(shown.map(getText)).toEqual(['Low risk', 'Medium risk', 'High risk']);
  expect(shown.map((page) => page.querySelectorAll('.bg-current').length)).toEqual([1, 2, 3]);
  setTestLanguage('fr');
  expect(getText(renderInBrowser(<RiskIndicator level="High" />))).toBe('Risque élevé');
});

it('shows a distinct word and icon for each verdict, never colour alone', () => {
  const shown = verificationStatuses.map((status) => renderInBrowser(<VerdictBadge status={status} />));
  expect(shown.map(getText)).toEqual([...verificationStatuses]);
  expect(new Set(shown.flatMap((page) => getAttributeValues(page, 'data-icon'))).size).toBe(
    verificationStatuses.length,
  );
});
