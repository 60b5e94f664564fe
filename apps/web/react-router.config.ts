import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  buildDirectory: process.env['SITE_BUILD_DIRECTORY'] ?? 'build',
  // One file per route: a separate file for a loader would be a request of 50 bytes.
  splitRouteModules: false,
  // All routes in the first manifest: they are few, and discovering them later costs a request per page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
