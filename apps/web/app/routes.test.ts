import { readFile } from 'node:fs/promises';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { infoSlugs } from '../content/page.ts';
import { rejectUnknownLanguage } from './lib/language/prefix.ts';
import routes from './routes.ts';

const toRoute = ({ file, path, index, children }: RouteConfigEntry): RouteObject =>
  index ? { id: file, index, path } : { id: file, path, children: children?.map(toRoute) };
const routeTable = routes.map(toRoute);
const frame = 'screens/site/frame.tsx';

/** The files that render a path, from the layout inwards. */
const listRouteFiles = (url: string): (string | undefined)[] =>
  (matchRoutes(routeTable, url) ?? []).map(({ route }) => route.id);
const findScreenFile = (url: string) => listRouteFiles(url).at(-1);

const requirements = await readFile(new URL('../../../docs/spec/requirements.md', import.meta.url), 'utf8');
const specifiedPaths = [...requirements.matchAll(/^- ROUTE-\d+: (\/\S*)(?: \(.*?\))? shows /gm)].map(([, path]) =>
  path!.replace('{id}', '0190'),
);

describe('the route table', () => {
  it('reads 23 routes from the specification', () => {
    expect(specifiedPaths).toHaveLength(23);
  });

  it.each(specifiedPaths)('has %s, in every language [DEC-86]', (path) => {
    expect(findScreenFile(path)).not.toMatch(/not-found/);
    expect(findScreenFile(path)).toBeTruthy();
    expect(findScreenFile(path === '/' ? '/fr' : `/fr${path}`)).toBe(findScreenFile(path));
  });

  it.each(['/safety', '/help', '/about', '/privacy', '/terms'])('has the added page %s [DEC-86] [REAL-11]', (path) => {
    expect(findScreenFile(path)).toBe('screens/info/info.tsx');
    expect(infoSlugs.map((slug) => `/${slug}`)).toContain(path);
  });

  it('shows the first hour, its pages by country and by way of paying [HOUR-01]', () => {
    expect(findScreenFile('/first-hour')).toBe('screens/first-hour/first-hour.tsx');
    expect(findScreenFile('/fr/first-hour/kenya')).toBe('screens/first-hour/country.tsx');
    expect(findScreenFile('/first-hour/kenya/m-pesa')).toBe('screens/first-hour/rail.tsx');
  });

  it.each(['/directory/more', '/fr/nothing', '/fr/provider', '/a/b/c'])(
    'shows the 404 page for %s [ROUTE-24] [DEC-86]',
    (path) => {
      expect(findScreenFile(path)).toBe('screens/site/not-found.tsx');
    },
  );

  it.each(['/nothing', '/provider', '/xx/directory', '/xx/admin', '/xx/admin/login'])(
    'treats the start of %s as a language, which responds 404 [ROUTE-24] [DEC-86]',
    (path) => {
      const { params, route } = matchRoutes(routeTable, path)!.at(-1)!;
      expect(params['locale']).toBe(path.split('/')[1]);
      const checkLanguage = () => rejectUnknownLanguage({ params, request: new Request(`http://site.example${path}`) });
      expect(checkLanguage).toThrow(expect.objectContaining({ init: { status: 404 } }));
      const isRejected = listRouteFiles(path).includes(frame) || route.id?.startsWith('screens/admin/');
      expect(isRejected).toBe(true);
    },
  );

  it('shows directory and provider [ROUTE-02] [ROUTE-03]', () => {
    expect(findScreenFile('/directory')).toBe('screens/directory/directory.tsx');
    expect(findScreenFile('/provider/0190')).toBe('screens/directory/provider.tsx');
  });

  it('shows compare, pricing and contact [ROUTE-04] [ROUTE-05] [ROUTE-06]', () => {
    for (const name of ['compare', 'pricing', 'contact'])
      expect(findScreenFile(`/${name}`)).toBe(`screens/${name}/${name}.tsx`);
  });

  it('shows reports, and the dashboard of a member [ROUTE-07] [ROUTE-09] [DEC-47]', () => {
    for (const name of ['reports', 'dashboard']) expect(findScreenFile(`/${name}`)).toBe(`screens/${name}/${name}.tsx`);
  });

  it('announces new alerts on every page except those under /admin [DEC-23] [NOTIFY-04]', async () => {
    const readSource = (file: string) => readFile(new URL(file, import.meta.url), 'utf8');
    expect(await readSource(frame)).toContain('<AlertNotifier />');
    expect(await readSource('screens/admin/frame.tsx')).not.toContain('AlertNotifier');
  });

  it('shows sign-up with login, email verification, and the pages linked from emails [ROUTE-17] [ROUTE-18]', () => {
    const screenFiles = {
      signup: 'sign-up',
      'verify-email': 'verify-email',
      'forgot-password': 'forgot-password',
      'reset-password': 'reset-password',
      'confirm-email': 'confirm-email',
      'keep-factor': 'keep-factor',
      'leave-letter': 'unsubscribe-newsletter',
      'confirm-submission': 'confirm-submission',
    };
    expect(Object.keys(screenFiles).map((path) => findScreenFile(`/${path}`))).toEqual(
      Object.values(screenFiles).map((file) => `screens/account/${file}.tsx`),
    );
  });

  it('shows header and footer on every page except those under /admin [ROUTE-25]', () => {
    const admin = ['/admin', '/admin/queue', '/admin/login', '/admin/nothing', '/fr/admin', '/fr/admin/login'];
    expect(admin.filter((path) => listRouteFiles(path).includes(frame))).toEqual([]);
    expect(findScreenFile('/admin/nothing')).toBe('screens/admin/not-found.tsx');
    expect(findScreenFile('/admin/queue')).toBe('screens/admin/triage/triage.tsx');
    const otherPaths = [...specifiedPaths, '/safety', '/nothing'].filter((path) => !path.startsWith('/admin'));
    expect(otherPaths.filter((path) => !listRouteFiles(path).includes(frame))).toEqual([]);
  });
});
