import { badgeColours, badgeIcons } from '@hakiki/contract/directory-values';
import { listLimits } from '@hakiki/contract/limits';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCertification, anId, aProvider } from '../../../test/makers.ts';
import { textOf, valuesOf } from '../../../test/reading.ts';
import { show } from '../../../test/show.tsx';
import { CertificationBadges, type BadgeSize } from './certification-badges.tsx';
import { ProviderCard } from './card.tsx';

const five = [3, 5, 1, 4, 2].map((priority) =>
  aCertification({ id: anId(priority), name: `Badge ${priority}`, priority }),
);
const itemsOf = (page: HTMLElement) => within(page).queryAllByRole('listitem').map(textOf);

describe('a list of badges', () => {
  it('shows three and the number of the others [BADGE-01] [BADGE-04] [CONST-08]', () => {
    expect(listLimits.badges).toBe(3);
    expect(itemsOf(show(<CertificationBadges certifications={five} />))).toEqual([
      'Badge 5',
      'Badge 4',
      'Badge 3',
      '+2 more',
    ]);
  });

  it('shows three on a provider card as well [BADGE-01] [DEC-07]', () => {
    const card = show(<ProviderCard provider={aProvider({ certifications: five })} />);
    expect(valuesOf(card, 'data-badge')).toHaveLength(3);
    expect(textOf(card)).toContain('+2 more');
  });

  it('shows no number when there are only three [BADGE-04]', () => {
    expect(itemsOf(show(<CertificationBadges certifications={five.slice(0, 3)} />))).toEqual([
      'Badge 5',
      'Badge 3',
      'Badge 1',
    ]);
  });

  it('omits inactive badges, also in the number [BADGE-02] [BADGE-04]', () => {
    const certifications = five.map(({ certification }) =>
      aCertification({ ...certification, isActive: certification.priority !== 5 }),
    );
    expect(itemsOf(show(<CertificationBadges certifications={certifications} />))).toEqual([
      'Badge 4',
      'Badge 3',
      'Badge 2',
      '+1 more',
    ]);
  });

  it('renders nothing when no badge is active [BADGE-02]', () => {
    expect(show(<CertificationBadges certifications={[aCertification({ isActive: false })]} />).innerHTML).toBe('');
  });

  it('puts the highest priority first and does not change the given list [BADGE-03]', () => {
    const given = [...five];
    const names = itemsOf(show(<CertificationBadges certifications={given} max={5} />));
    expect(names).toEqual(['Badge 5', 'Badge 4', 'Badge 3', 'Badge 2', 'Badge 1']);
    expect(given).toEqual(five);
  });

  it('is read-only: contains no input [DEC-07]', () => {
    const page = show(<CertificationBadges certifications={five} />);
    expect(page.querySelector('input, select, textarea, form')).toBeNull();
  });
});

describe('a single badge', () => {
  const badge = (given: Record<string, unknown>, size?: BadgeSize) =>
    show(<CertificationBadges certifications={[aCertification(given)]} {...(size && { size })} />);

  it('has size sm, md or lg, md by default [BADGE-05] [DEC-68]', () => {
    const looks = (['sm', 'md', 'lg'] as const).map((size) => badge({}, size));
    expect(looks.map((page) => valuesOf(page, 'data-size'))).toEqual([['sm'], ['md'], ['lg']]);
    expect(new Set(looks.map((page) => valuesOf(page, 'class').join())).size).toBe(3);
    expect(badge({})).toEqual(looks[1]);
    expect(valuesOf(show(<CertificationBadges certifications={[aCertification()]} />), 'data-size')).toEqual(['md']);
  });

  const drawings = [
    'shield',
    'check-circle',
    'crown',
    'users',
    'file-check',
    'award',
    'star',
    'lock',
    'globe',
    'trending-up',
  ];
  it.each(badgeIcons.map((icon, position) => [icon, drawings[position]]))(
    'draws %s as %s [BADGE-06]',
    (icon, drawing) => {
      expect(valuesOf(badge({ icon }), 'data-icon')).toEqual([drawing]);
    },
  );

  it.each([null, '', 'Rocket', 'crown'])('draws a shield for the icon %j [BADGE-06]', (icon) => {
    expect(valuesOf(badge({ icon }), 'data-icon')).toEqual(['shield']);
  });

  it('has a distinct style for each colour [BADGE-07]', () => {
    expect(badgeColours).toEqual(['green', 'blue', 'purple', 'yellow', 'red', 'gray']);
    const looks = badgeColours.map((color) => badge({ color }));
    expect(looks.flatMap((page) => valuesOf(page, 'data-badge'))).toEqual(badgeColours);
    expect(new Set(looks.map((page) => valuesOf(page, 'class').join())).size).toBe(badgeColours.length);
  });

  it.each([null, '', 'orange', 'Green'])('is gray for the colour %j [BADGE-07]', (color) => {
    expect(badge({ color })).toEqual(badge({ color: 'gray' }));
    expect(badge({ color: 'green' })).not.toEqual(badge({ color: 'gray' }));
  });
});
