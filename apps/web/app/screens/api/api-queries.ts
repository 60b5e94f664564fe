import { defineQuery } from '../../lib/api/queries.ts';
import { defineMutation } from '../../lib/api/mutations.ts';

export const keysQuery = defineQuery('/api/api-keys');
export const usageQuery = (days: number) => defineQuery('/api/api-keys/usage', { query: { days } });

export const createKey = defineMutation('POST', '/api/api-keys', { refreshes: [keysQuery] });
export const rotateKey = defineMutation('POST', '/api/api-keys/:id/rotate', { refreshes: [keysQuery] });
export const revokeKey = defineMutation('DELETE', '/api/api-keys/:id', { refreshes: [keysQuery] });

export const webhooksQuery = defineQuery('/api/webhooks');
export const deliveriesQuery = (id: string) => defineQuery('/api/webhooks/:id/deliveries', { params: { id } });

const staleAfterSend = { refreshes: [webhooksQuery], invalidates: ['/api/webhooks/:id/deliveries'] } as const;

export const createWebhook = defineMutation('POST', '/api/webhooks', { refreshes: [webhooksQuery] });
export const updateWebhook = defineMutation('PUT', '/api/webhooks/:id', staleAfterSend);
export const deleteWebhook = defineMutation('DELETE', '/api/webhooks/:id', { refreshes: [webhooksQuery] });
export const rotateSecret = defineMutation('POST', '/api/webhooks/:id/rotate', { refreshes: [webhooksQuery] });
export const sendTest = defineMutation('POST', '/api/webhooks/:id/test', staleAfterSend);
export const replayDelivery = defineMutation('POST', '/api/webhooks/:id/deliveries/:deliveryId/replay', staleAfterSend);
export const replayDeliveries = defineMutation('POST', '/api/webhooks/:id/replay', staleAfterSend);
