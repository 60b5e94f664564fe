import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { DemoBanner, DemoContext } from './demo-banner.tsx';

const renderBanner = (isDemo: boolean) => {
  const page = document.createElement('div');
  page.innerHTML = renderToString(
    <DemoContext value={isDemo}>
      <DemoBanner />
    </DemoContext>,
  );
  return page.querySelector('[role="note"]')?.textContent;
};

it('a demonstration says on its pages that everything is invented, in English and French, and no other site does', () => {
  expect([renderBanner(true), renderBanner(false)]).toEqual([
    'Demonstration: every company, person and report here is invented, no email is sent, and everything is deleted each night.',
    undefined,
  ]);
  setTestLanguage('fr');
  expect(renderBanner(true)).toMatch(/^Démonstration : chaque société, personne et signalement est inventé ici/);
});
