import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { endpoint } from './endpoint.ts';

it('does not compile without access, cache policy or rate-limit class', () => {
  const rest = { method: 'GET', path: '/api/x', summary: '', reply: z.null(), errors: [] } as const;
  // @ts-expect-error access is missing
  endpoint({ ...rest, cache: 'never', rateLimit: 'read' });
  // @ts-expect-error the cache policy is missing
  endpoint({ ...rest, access: 'public', rateLimit: 'read' });
  // @ts-expect-error the rate-limit class is missing
  endpoint({ ...rest, access: 'public', cache: 'never' });
  // @ts-expect-error there is no such access
  endpoint({ ...rest, access: 'everyone', cache: 'never', rateLimit: 'read' });
  expect(endpoint({ ...rest, access: 'public', cache: 'never', rateLimit: 'read' }).access).toBe('public');
});
