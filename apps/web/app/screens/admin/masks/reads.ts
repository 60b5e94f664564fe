/** Queries and mutations of the masks screen: `/admin/masks?subject=alert&id=…`. */
import { maskSubjects, type MaskSubject } from '@hakiki/contract/masks';
import { to } from '../../../lib/pages/paths.ts';
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';

export const masksRead = read('/api/admin/masks');
export const maskableRead = (subject: MaskSubject, subjectId: string) =>
  read('/api/admin/masks/:subject/:subjectId', { params: { subject, subjectId } });

const outdates = [
  '/api/admin/masks',
  '/api/admin/masks/:subject/:subjectId',
  '/api/admin/fraud-alerts',
  '/api/admin/reports',
  '/api/admin/providers',
  '/api/admin/replies',
  '/api/admin/decisions',
] as const;
export const applyMask = write('POST', '/api/admin/masks', { outdates });
export const confirmMask = write('POST', '/api/admin/masks/:id/confirm', { outdates });
export const takeBackMask = write('POST', '/api/admin/masks/:id/take-back', { outdates });

export interface MaskAddress {
  subject: MaskSubject;
  id: string;
}

export const masksPath = ({ subject, id }: MaskAddress): string => to(`/admin/masks?subject=${subject}&id=${id}`);

export function addressIn(params: URLSearchParams): MaskAddress | undefined {
  const subject = maskSubjects.find((one) => one === params.get('subject'));
  const id = params.get('id');
  return subject && id ? { subject, id } : undefined;
}

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;
const pages: readonly [pattern: RegExp, subject: MaskSubject][] = [
  [/\/alerts\//, 'alert'],
  [/\/reports?\//, 'report'],
  [/\/providers?\//, 'provider'],
];

/** The subject of a public page's URL; a bare id has the chosen kind. */
export function addressOf(written: string, chosen: MaskSubject): MaskAddress | undefined {
  const id = UUID.exec(written)?.[0];
  const subject = pages.find(([pattern]) => pattern.test(written))?.[1] ?? chosen;
  return id ? { subject, id } : undefined;
}
