import { read } from '../../lib/api/reads.ts';

export const accountRead = read('/api/account');
export const sessionsRead = read('/api/account/sessions');
