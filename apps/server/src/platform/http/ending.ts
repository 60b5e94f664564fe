/** Headers of a deprecated call: Deprecation (RFC 9745), Sunset (RFC 8594), and a link to the documentation. */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import type { HeaderList } from './security-headers.ts';

/** The notice that the API documentation promises. */
const LEAST_NOTICE_MS = 365 * 86_400_000;
const DOCUMENTATION = '/api?tab=documentation#docs-versions';

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Throws when the server starts if the notice is too short. */
export function endingOf({ deprecated, method, path }: EndpointDefinition): (address: string) => HeaderList {
  if (!deprecated) return () => [];
  const [since, sunset] = [startOf(deprecated.since), startOf(deprecated.sunset)];
  if (!(sunset.getTime() - since.getTime() >= LEAST_NOTICE_MS)) {
    throw new Error(`${method} ${path} would end sooner than a year after that was announced.`);
  }
  return (address) => [
    ['Deprecation', `@${since.getTime() / 1000}`],
    ['Sunset', sunset.toUTCString()],
    ['Link', `<${new URL(DOCUMENTATION, address).href}>; rel="deprecation"; type="text/html"`],
  ];
}
