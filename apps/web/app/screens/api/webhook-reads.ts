import { defineQuery } from '../../lib/api/queries.ts';
import { defineMutation } from '../../lib/api/mutations.ts';

export const webhooksRead = defineQuery('/api/webhooks');
export const deliveriesRead = (id: string) => defineQuery('/api/webhooks/:id/deliveries', { params: { id } });

const old = { refreshes: [webhooksRead], outdates: ['/api/webhooks/:id/deliveries'] } as const;

export const createWebhook = defineMutation('POST', '/api/webhooks', { refreshes: [webhooksRead] });
export const updateWebhook = defineMutation('PUT', '/api/webhooks/:id', old);
export const deleteWebhook = defineMutation('DELETE', '/api/webhooks/:id', { refreshes: [webhooksRead] });
export const rotateSecret = defineMutation('POST', '/api/webhooks/:id/rotate', { refreshes: [webhooksRead] });
export const sendTest = defineMutation('POST', '/api/webhooks/:id/test', old);
export const replayOne = defineMutation('POST', '/api/webhooks/:id/deliveries/:deliveryId/replay', old);
export const replaySince = defineMutation('POST', '/api/webhooks/:id/replay', old);
