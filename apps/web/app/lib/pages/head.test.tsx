import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, Meta } from 'react-router';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { parseMarkup } from '../../../test/render.tsx';
import { pageHead } from './head.ts';

const matches = [
  { id: 'root' },
  { id: 'screens/site/frame', loaderData: { site: { origin: 'https://hakiki.example', social: {} } } },
];
const page = { path: '/directory', title: 'Provider directory', description: 'Look it up.' };
const buildHead = (overrides: object = {}) => pageHead({ matches }, { ...page, ...overrides });
const link = (rel: string, href: string, hrefLang?: string) => ({
  tagName: 'link',
  rel,
  href,
  ...(hrefLang && { hrefLang }),
});

describe('the head of a page', () => {
  it('has a title, a description and one canonical address', () => {
    expect(buildHead()).toEqual(
      expect.arrayContaining([
        { title: 'Provider directory | Hakiki' },
        { name: 'description', content: 'Look it up.' },
        link('canonical', 'https://hakiki.example/directory'),
      ]),
    );
  });

  it.each(['en', 'fr'] as const)('lists the page in every language when read in %s', (language) => {
    setTestLanguage(language);
    expect(buildHead().filter((entry) => 'hrefLang' in entry)).toEqual([
      link('alternate', 'https://hakiki.example/directory', 'en'),
      link('alternate', 'https://hakiki.example/fr/directory', 'fr'),
      link('alternate', 'https://hakiki.example/pt/directory', 'pt'),
      link('alternate', 'https://hakiki.example/sw/directory', 'sw'),
      link('alternate', 'https://hakiki.example/ar/directory', 'ar'),
      link('alternate', 'https://hakiki.example/directory', 'x-default'),
    ]);
  });

  it('has a canonical URL in its own language', () => {
    setTestLanguage('fr');
    expect(buildHead()).toContainEqual(link('canonical', 'https://hakiki.example/fr/directory'));
    expect(buildHead()).toContainEqual({ property: 'og:locale', content: 'fr' });
  });

  it('shows the same title and description for shared links', () => {
    const shared = Object.fromEntries(
      buildHead().flatMap((entry) => ('property' in entry ? [[entry.property, entry.content]] : [])),
    );
    expect(shared).toEqual({
      'og:title': 'Provider directory | Hakiki',
      'og:description': 'Look it up.',
      'og:type': 'website',
      'og:site_name': 'Hakiki',
      'og:url': 'https://hakiki.example/directory',
      'og:locale': 'en',
      'og:image': 'https://hakiki.example/icon-512.png',
    });
  });

  it('has neither canonical nor alternate links on a page that is not indexed', () => {
    const head = buildHead({ isIndexed: false });
    expect(head).toContainEqual({ name: 'robots', content: 'noindex' });
    expect(head.filter((entry) => 'rel' in entry)).toEqual([]);
    expect(buildHead()).not.toContainEqual({ name: 'robots', content: 'noindex' });
  });

  it('is built even if the site settings could not be loaded', () => {
    for (const matches of [[], [undefined]]) {
      expect(pageHead({ matches }, page)).toContainEqual(link('canonical', '/directory'));
    }
  });
});

it('escapes a provider’s name in the JSON-LD for search engines', () => {
  const name = '</script><script>alert(1)</script>';
  const Page = createRoutesStub([
    { path: '/', Component: () => <Meta />, meta: () => buildHead({ title: name, jsonLd: { name } }) },
  ]);
  const scripts = [...parseMarkup(renderToStaticMarkup(<Page />)).querySelectorAll('script')];
  expect(scripts.map(({ type }) => type)).toEqual(['application/ld+json']);
  expect(JSON.parse(scripts[0]!.textContent)).toEqual({ name });
});
