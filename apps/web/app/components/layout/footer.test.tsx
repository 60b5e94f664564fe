import { afterEach, describe, expect, it, vi } from 'vitest';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { infoPage } from '../../../content/index.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { Footer } from './footer.tsx';

const targets = [
  ['Risk Assessment', '/directory'],
  ['Community Reviews', '/reports'],
  ['Submit Provider', '/submit-provider'],
  ['Safety Guide', '/safety'],
  ['Regulatory Updates', '/news'],
  ['Research Reports', '/reports'],
  ['API Documentation', '/api'],
  ['Help Center', '/help'],
  ['About', '/about'],
  ['Regulators', '/#regulators'],
  ['Contact', '/contact'],
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
] as const;

afterEach(() => vi.useRealTimers());

describe('the footer', () => {
  const siteLinks = (page: HTMLElement) => getLinks(page).slice(0, targets.length);

  it('has its 13 links with their targets [FOOTER-01] [REAL-11]', () => {
    expect(siteLinks(renderOnServer(<Footer social={{}} />))).toEqual(targets.map(([text, href]) => ({ text, href })));
  });

  it('links to the decision log and the transparency page [VERD-14] [VERD-15]', () => {
    expect(getLinks(renderOnServer(<Footer social={{}} />)).slice(targets.length, targets.length + 2)).toEqual([
      { text: 'Transparency', href: '/transparency' },
      { text: 'Decision log', href: '/decisions' },
    ]);
  });

  it('links to help: the first hour, the check, all alerts, following a report, and the licences of each country [WARN-10]', () => {
    expect(getLinks(renderOnServer(<Footer social={{}} />)).slice(targets.length + 2, targets.length + 7)).toEqual([
      { text: 'I lost money', href: '/first-hour' },
      { text: 'Check a link or number', href: '/check' },
      { text: 'All fraud alerts', href: '/alerts' },
      { text: 'Follow a report', href: '/follow' },
      { text: 'Licences by country', href: '/licences' },
    ]);
  });

  it('stays in French on a French page [REAL-11]', () => {
    setTestLanguage('fr');
    const links = siteLinks(renderOnServer(<Footer social={{}} />, { at: '/fr/directory' }));
    expect(links.map(({ href }) => href)).toEqual(targets.map(([, path]) => `/fr${path}`));
    expect(links[0]?.text).toBe('Évaluation des risques');
  });

  it('names Twitter, LinkedIn and Telegram, without a link while no URL is configured [FOOTER-02] [REAL-12]', () => {
    const page = renderOnServer(<Footer social={{}} />);
    expect(getText(page)).toContain('Twitter LinkedIn Telegram');
    expect(page.querySelector('[target="_blank"]')).toBeNull();
  });

  it('links to the source code of this installation, if it is published', () => {
    const page = renderOnServer(<Footer social={{}} sourceUrl="https://code.example/hakiki" />);
    const link = [...page.querySelectorAll<HTMLAnchorElement>('a[href="https://code.example/hakiki"]')];
    expect(link.map(getText)).toEqual(['Source code (opens in a new tab)']);
    expect(getText(renderOnServer(<Footer social={{}} />))).not.toContain('Source code');
  });

  it('opens a social link in a new tab and leaves the others plain [FOOTER-02] [REAL-12]', () => {
    const page = renderOnServer(<Footer social={{ telegram: 'https://social.example/hakiki' }} />);
    const social = [...page.querySelectorAll<HTMLAnchorElement>('a[href^="https:"]')];
    expect(social.map(getText)).toEqual(['Telegram (opens in a new tab)']);
    expect([social[0]?.target, social[0]?.rel]).toEqual(['_blank', expect.stringContaining('noopener')]);
    expect(getText(page)).toContain('Twitter LinkedIn Telegram');
  });

  it('has a copyright line of the current year [FOOTER-03]', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-01T12:00:00Z') });
    expect(getText(renderOnServer(<Footer social={{}} />))).toContain('© 2031 Hakiki.');
  });

  it('shows both notices [FOOTER-04] [FOOTER-05]', () => {
    const text = getText(renderOnServer(<Footer social={{}} />));
    expect(text).toContain('Verified SSL');
    expect(text).toContain('Data Protected');
  });

  it.each(['en', 'fr'] as const)(
    'links each notice to what it means and does not mean, in %s [FOOTER-04] [FOOTER-05]',
    (language) => {
      setTestLanguage(language);
      const sections = infoPage(language, 'about').sections;
      const notices = getLinks(renderOnServer(<Footer social={{}} />, { at: pathTo('/') })).filter(
        ({ href }) => href?.includes('#') && href.includes('about'),
      );
      expect(notices).toEqual([
        { text: language === 'en' ? 'Verified SSL' : 'SSL vérifié', href: pathTo('/about#verified-ssl') },
        { text: language === 'en' ? 'Data Protected' : 'Données protégées', href: pathTo('/about#data-protected') },
      ]);
      for (const { text, href } of notices) {
        const section = sections.find(({ id }) => href?.endsWith(`#${id}`));
        expect(section?.heading).toContain(text);
        expect(JSON.stringify(section?.blocks)).toMatch(/does not mean|ne veut pas dire/);
      }
    },
  );

  it('switches the language of the current page, with its query', () => {
    const page = renderOnServer(<Footer social={{}} />, { at: '/directory?search=ubuntu' });
    const languages = [...page.querySelectorAll('a')].slice(-5);
    expect(
      languages.map((link) => [getText(link), link.getAttribute('href'), link.getAttribute('aria-current')]),
    ).toEqual([
      ['English', '/directory?search=ubuntu', 'true'],
      ['Français', '/fr/directory?search=ubuntu', null],
      ['Português', '/pt/directory?search=ubuntu', null],
      ['Kiswahili', '/sw/directory?search=ubuntu', null],
      ['العربية', '/ar/directory?search=ubuntu', null],
    ]);
  });
});
