import { describe, expect, it } from 'vitest';
import { openPage } from '../../../test/page.tsx';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import Contribute from './contribute.tsx';

const renderPage = async (path = '/report') => (await openPage({ default: Contribute }, path)).body;

describe('the Contribute page', () => {
  it('the Contribute page has the title Contribute [ROUTE-08]', async () => {
    expect(getText(await renderPage())).toMatch(/^Contribute /);
  });

  it('the Contribute page has a card for each of the two forms [CONTRIB-01] [CONTRIB-02]', async () => {
    const links = getLinks(await renderPage());
    expect(links).toContainEqual({ text: 'Submit a Provider', href: '/submit-provider' });
    expect(links).toContainEqual({ text: 'Report a Scam', href: '/report-scam' });
  });

  it('the Contribute page links to the published reports and the directory [CONTRIB-03]', async () => {
    const hrefs = getLinks(await renderPage()).map(({ href }) => href);
    expect(hrefs).toEqual(expect.arrayContaining(['/reports', '/directory']));
  });

  it('the Contribute page leads someone who has just lost money to the first hour', async () => {
    expect(getLinks(await renderPage())).toContainEqual({
      text: expect.stringContaining('Lost money'),
      href: '/first-hour',
    });
  });

  it('the links stay in the language of the page', async () => {
    setTestLanguage('fr');
    const hrefs = getLinks(await renderPage('/fr/report')).map(({ href }) => href);
    expect(hrefs).toEqual(expect.arrayContaining(['/fr/submit-provider', '/fr/report-scam', '/fr/reports']));
  });
});
