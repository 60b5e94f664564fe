import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  buildDirectory: process.env['SITE_BUILD_DIRECTORY'] ?? 'build',
  // All routes in the first manifest: they are few, and discovering them later costs a request per page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
