import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { DemoBanner, DemoContext } from './demo-banner.tsx';

const renderBanner = (isDemo: boolean) => {
  const page = document.createElement('div');
  page.innerHTML = renderToString(
    <DemoContext value={isDemo}>
      <DemoBanner />
    </DemoContext>,
  );
  return page;
};
const getBanner = (page: HTMLElement) => page.querySelector('aside')?.textContent;

it('a demonstration says on its pages that everything is invented, in English and French, and no other site does', () => {
  expect([getBanner(renderBanner(true)), getBanner(renderBanner(false))]).toEqual([
    'Demonstration: every company, person and report here is invented, no email is sent, and everything is deleted each night.',
    undefined,
  ]);
  setTestLanguage('fr');
  expect(getBanner(renderBanner(true))).toMatch(
    /^Démonstration : chaque société, personne et signalement est inventé ici/,
  );
});

it('the browser, which does not know that the site is a demonstration, leaves the banner on the page', async () => {
  const page = renderBanner(true);
  const onRecoverableError = vi.fn();
  const root = await act(() => hydrateRoot(page, <DemoBanner />, { onRecoverableError }));
  act(() => root.render(<DemoBanner />));
  expect(getBanner(page)).toMatch(/^Demonstration: /);
  expect(onRecoverableError).not.toHaveBeenCalled();
  act(() => root.unmount());
});
