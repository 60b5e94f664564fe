import { pages, type SitePage } from '@hakiki/contract/pages';
import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes';

const toRoutes = (isIncluded: (page: SitePage) => boolean) =>
  (pages as readonly SitePage[]).filter(isIncluded).map(({ path, screen }) => {
    const file = `screens/${screen}.tsx`;
    if (path === '/') return index(file);
    // Routes of the same file need an id of their own.
    return route(path.slice(1), file, screen === 'info/info' ? { id: `info${path}` } : {});
  });

/** All pages of the contract. English has no prefix; other languages have theirs (`/fr/directory`). */
export default [
  ...prefix(':locale?', [
    layout('screens/site/frame.tsx', [
      ...toRoutes(({ audience, isForExperts }) => audience !== 'staff' && !isForExperts),
      layout(
        'screens/site/expert-frame.tsx',
        toRoutes(({ isForExperts }) => isForExperts === true),
      ),
      route('*', 'screens/site/not-found.tsx'),
    ]),
    layout('screens/admin/frame.tsx', [
      ...toRoutes(({ audience }) => audience === 'staff'),
      route('admin/*', 'screens/admin/not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
