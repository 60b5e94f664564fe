import { read } from '../../lib/api/reads.ts';
import { write } from '../../lib/api/writes.ts';

export const webhooksRead = read('/api/webhooks');
export const deliveriesRead = (id: string) => read('/api/webhooks/:id/deliveries', { params: { id } });

const old = { refreshes: [webhooksRead], outdates: ['/api/webhooks/:id/deliveries'] } as const;

export const createWebhook = write('POST', '/api/webhooks', { refreshes: [webhooksRead] });
export const updateWebhook = write('PUT', '/api/webhooks/:id', old);
export const deleteWebhook = write('DELETE', '/api/webhooks/:id', { refreshes: [webhooksRead] });
export const rotateSecret = write('POST', '/api/webhooks/:id/rotate', { refreshes: [webhooksRead] });
export const sendTest = write('POST', '/api/webhooks/:id/test', old);
export const replayOne = write('POST', '/api/webhooks/:id/deliveries/:deliveryId/replay', old);
export const replaySince = write('POST', '/api/webhooks/:id/replay', old);
