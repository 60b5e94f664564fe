import { createApiKey, getApiUsage, listApiKeys, revokeApiKey, rotateApiKey } from '@hakiki/contract/api-keys';
import { handle } from '../../platform/http/route.ts';
import type { ApiKeysService } from './service.ts';

export const apiKeysRoutes = ({ apiKeys }: { apiKeys: ApiKeysService }) => [
  handle(listApiKeys, ({ actor }) => apiKeys.list(actor)),
  handle(createApiKey, ({ actor, body, repeat }) => apiKeys.create(actor, body, repeat)),
  handle(revokeApiKey, ({ actor, params }) => apiKeys.revoke(actor, params.id)),
  handle(rotateApiKey, ({ actor, params, body, repeat }) => apiKeys.rotate(actor, params.id, body, repeat)),
  handle(getApiUsage, ({ actor, query }) => apiKeys.getUsage(actor, query)),
];
