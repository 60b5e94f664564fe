import { expect, it } from 'vitest';
import { speaking } from '../../../test/context.ts';
import { aProvider } from '../../../test/makers.ts';
import { textOf } from '../../../test/reading.ts';
import { served } from '../../../test/show.tsx';
import { WithdrawalWatch } from './withdrawal-watch.tsx';

const watched = (given: Record<string, unknown> = {}) =>
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

it('tells how many reported, how many usually do, since when, and what that means [EARLY-02]', () => {
  expect(textOf(served(<WithdrawalWatch watch={watched()} />))).toBe(
    'Withdrawals under watch 23 people reported in 14 days that a withdrawal was refused or late. Usual in 14 days: about 4. ' +
      'Before you pay anything in, try to withdraw a small amount. Risen since Oct 29, 2026, last counted Nov 1, 2026. ' +
      'We count reports that our team has read, one for each person. This is not a verdict. ' +
      'It ends by itself when 7 people or fewer report in 14 days.',
  );
  speaking('fr');
  const french = textOf(served(<WithdrawalWatch watch={watched({ usual: 0.1 })} />));
  expect(french).toContain('23 personnes ont signalé en 14 jours un retrait refusé ou retardé.');
  expect(french).toContain('D’habitude en 14 jours : moins d’une.');
});
