import { expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { aProvider } from '../../../test/factories.ts';
import { getText } from '../../../test/dom-queries.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { WithdrawalWatch } from './withdrawal-watch.tsx';

const makeWatch = (given: Record<string, unknown> = {}) =>
  aProvider({
    withdrawalWatch: {
      people: 23,
      usual: 4.4,
      calmAt: 7,
      since: '2026-10-29T03:20:00Z',
      countedAt: '2026-11-01T03:20:00Z',
      ...given,
    },
  }).withdrawalWatch!;

it('shows how many people reported, how many usually do, since when, and what that means [EARLY-02]', () => {
  expect(getText(renderOnServer(<WithdrawalWatch watch={makeWatch()} />))).toBe(
    'Withdrawal problems reported 23 people reported in 14 days that a withdrawal was refused or late. Usually about 4 in 14 days. ' +
      'Before you pay anything in, try to withdraw a small amount. Higher than usual since Oct 29, 2026. Last counted Nov 1, 2026. ' +
      'We count reports that our team has read, one per person. This is not a verdict. ' +
      'The warning ends when 7 people or fewer report in 14 days.',
  );
  setTestLanguage('fr');
  const french = getText(renderOnServer(<WithdrawalWatch watch={makeWatch({ usual: 0.1 })} />));
  expect(french).toContain('23 personnes ont signalé en 14 jours un retrait refusé ou retardé.');
  expect(french).toContain('D’habitude, moins d’une en 14 jours.');
});
