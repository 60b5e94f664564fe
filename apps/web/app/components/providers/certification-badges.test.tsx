import { badgeColours, badgeIcons, badgeNames } from '@hakiki/contract/directory-values';
import { listLimits } from '@hakiki/contract/limits';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { aCertification, anId, aProvider } from '../../../test/factories.ts';
import { getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import { CertificationBadges, type BadgeSize } from './certification-badges.tsx';
import { ProviderCard } from './card.tsx';

const five = [3, 5, 1, 4, 2].map((priority) =>
  aCertification({ id: anId(priority), name: `Badge ${priority}`, priority }),
);
const getItemTexts = (page: HTMLElement) => within(page).queryAllByRole('listitem').map(getText);

describe('a list of badges', () => {
  it('shows three and the number of the others [BADGE-01] [BADGE-04] [CONST-08]', () => {
    expect(listLimits.badges).toBe(3);
    expect(getItemTexts(renderInBrowser(<CertificationBadges certifications={five} />))).toEqual([
      'Badge 5',
      'Badge 4',
      'Badge 3',
      '+2 more',
    ]);
  });

  it('shows three on a provider card as well [BADGE-01] [DEC-07]', () => {
    const card = renderInBrowser(<ProviderCard provider={aProvider({ certifications: five })} />);
    expect(getAttributeValues(card, 'data-badge')).toHaveLength(3);
    expect(getText(card)).toContain('+2 more');
  });

  it('shows no number when there are only three [BADGE-04]', () => {
    expect(getItemTexts(renderInBrowser(<CertificationBadges certifications={five.slice(0, 3)} />))).toEqual([
      'Badge 5',
      'Badge 3',
      'Badge 1',
    ]);
  });

  it('names the badges of our catalogue in French, and leaves others as they are [BADGE-01]', () => {
    setTestLanguage('fr');
    const certifications = [...badgeNames, 'Compliance badge', 'Open books'].map((name, index) =>
      aCertification({ id: anId(index + 1), name, priority: 100 - index }),
    );
    expect(getItemTexts(renderInBrowser(<CertificationBadges certifications={certifications} max={9} />))).toEqual([
      'Identité confirmée',
      'Licence vue',
      'Réserves publiées',
      'Audit de sécurité',
      'Bureau local',
      'Conformité vérifiée',
      'Open books',
    ]);
  });

  it('omits inactive badges, also in the number [BADGE-02] [BADGE-04]', () => {
    const certifications = five.map(({ certification }) =>
      aCertification({ ...certification, isActive: certification.priority !== 5 }),
    );
    expect(getItemTexts(renderInBrowser(<CertificationBadges certifications={certifications} />))).toEqual([
      'Badge 4',
      'Badge 3',
      'Badge 2',
      '+1 more',
    ]);
  });

  it('renders nothing when no badge is active [BADGE-02]', () => {
    expect(
      renderInBrowser(<CertificationBadges certifications={[aCertification({ isActive: false })]} />).innerHTML,
    ).toBe('');
  });

  it('puts the highest priority first and does not change the given list [BADGE-03]', () => {
    const certifications = [...five];
    const names = getItemTexts(renderInBrowser(<CertificationBadges certifications={certifications} max={5} />));
    expect(names).toEqual(['Badge 5', 'Badge 4', 'Badge 3', 'Badge 2', 'Badge 1']);
    expect(certifications).toEqual(five);
  });

  it('is read-only: contains no input [DEC-07]', () => {
    const page = renderInBrowser(<CertificationBadges certifications={five} />);
    expect(page.querySelector('input, select, textarea, form')).toBeNull();
  });
});

describe('a single badge', () => {
  const showBadge = (certifications: Record<string, unknown>, size?: BadgeSize) =>
    renderInBrowser(<CertificationBadges certifications={[aCertification(certifications)]} {...(size && { size })} />);

  it('has size sm, md or lg, md by default [BADGE-05] [DEC-68]', () => {
    const rendered = (['sm', 'md', 'lg'] as const).map((size) => showBadge({}, size));
    expect(rendered.map((page) => getAttributeValues(page, 'data-size'))).toEqual([['sm'], ['md'], ['lg']]);
    expect(new Set(rendered.map((page) => getAttributeValues(page, 'class').join())).size).toBe(3);
    expect(showBadge({})).toEqual(rendered[1]);
    expect(
      getAttributeValues(renderInBrowser(<CertificationBadges certifications={[aCertification()]} />), 'data-size'),
    ).toEqual(['md']);
  });

  const iconNames = [
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
  it.each(badgeIcons.map((icon, position) => [icon, iconNames[position]]))(
    'draws %s as %s [BADGE-06]',
    (icon, drawing) => {
      expect(getAttributeValues(showBadge({ icon }), 'data-icon')).toEqual([drawing]);
    },
  );

  it.each([null, '', 'Rocket', 'crown'])('draws a shield for the icon %j [BADGE-06]', (icon) => {
    expect(getAttributeValues(showBadge({ icon }), 'data-icon')).toEqual(['shield']);
  });

  it('has a distinct style for each colour [BADGE-07]', () => {
    expect(badgeColours).toEqual(['green', 'blue', 'purple', 'yellow', 'red', 'gray']);
    const rendered = badgeColours.map((color) => showBadge({ color }));
    expect(rendered.flatMap((page) => getAttributeValues(page, 'data-badge'))).toEqual(badgeColours);
    expect(new Set(rendered.map((page) => getAttributeValues(page, 'class').join())).size).toBe(badgeColours.length);
  });

  it.each([null, '', 'orange', 'Green'])('is gray for the colour %j [BADGE-07]', (color) => {
    expect(showBadge({ color })).toEqual(showBadge({ color: 'gray' }));
    expect(showBadge({ color: 'green' })).not.toEqual(showBadge({ color: 'gray' }));
  });
});
