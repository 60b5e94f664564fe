import { createApiKey, getApiUsage, listApiKeys, revokeApiKey, rotateApiKey } from '@hakiki/contract/api-keys';
import { handle } from '../../platform/http/route.ts';
import type { ApiKeysService } from './service.ts';

export const apiKeysRoutes = ({ apiKeys }: { apiKeys: ApiKeysService }) => [
  handle(listApiKeys, ({ actor }) => apiKeys.list(actor)),
  handle(createApiKey, ({ actor, body, idempotency }) => apiKeys.create(actor, body, idempotency)),
  handle(revokeApiKey, ({ actor, params }) => apiKeys.revoke(actor, params.id)),
  handle(rotateApiKey, ({ actor, params, body, idempotency }) => apiKeys.rotate(actor, params.id, body, idempotency)),
  handle(getApiUsage, ({ actor, query }) => apiKeys.getUsage(actor, query)),
];
