/** The OpenAPI documents, one for each audience. */
import type { EndpointDefinition } from './endpoint.ts';

export const apiDocuments = {
  public: '/api/openapi.json',
  member: '/api/openapi/member.json',
  staff: '/api/openapi/staff.json',
  v1: '/api/v1/openapi.json',
} as const;
export type ApiAudience = keyof typeof apiDocuments;

/** Sign-in calls of the console belong to staff, although they need no session. */
export function getAudience({ access, path }: Pick<EndpointDefinition, 'access' | 'path'>): ApiAudience {
  if (access.startsWith('key:')) return 'v1';
  if (access === 'admin' || access === 'moderator' || path.startsWith('/api/admin/')) return 'staff';
  return access === 'public' ? 'public' : 'member';
}
