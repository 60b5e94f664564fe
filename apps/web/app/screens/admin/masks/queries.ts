/** Queries and mutations of the masks screen: `/admin/masks?subject=alert&id=…`. */
import { maskSubjects, type MaskSubject } from '@hakiki/contract/masks';
import { pathTo } from '../../../lib/pages/paths.ts';
import { defineQuery } from '../../../lib/api/queries.ts';
import { defineMutation } from '../../../lib/api/mutations.ts';

export const masksQuery = defineQuery('/api/admin/masks');
export const maskableQuery = (subject: MaskSubject, subjectId: string) =>
  defineQuery('/api/admin/masks/:subject/:subjectId', { params: { subject, subjectId } });

const invalidates = [
  '/api/admin/work',
  '/api/admin/masks',
  '/api/admin/masks/:subject/:subjectId',
  '/api/admin/fraud-alerts',
  '/api/admin/reports',
  '/api/admin/providers',
  '/api/admin/replies',
  '/api/admin/decisions',
] as const;
export const applyMask = defineMutation('POST', '/api/admin/masks', { invalidates });
export const confirmMask = defineMutation('POST', '/api/admin/masks/:id/confirm', { invalidates });
export const revertMask = defineMutation('POST', '/api/admin/masks/:id/revert', { invalidates });

export interface MaskTarget {
  subject: MaskSubject;
  id: string;
}

export const masksPath = ({ subject, id }: MaskTarget): string => pathTo(`/admin/masks?subject=${subject}&id=${id}`);

export function parseTarget(params: URLSearchParams): MaskTarget | undefined {
  const subject = maskSubjects.find((knownSubject) => knownSubject === params.get('subject'));
  const id = params.get('id');
  return subject && id ? { subject, id } : undefined;
}

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;
const pagePatterns: readonly [pattern: RegExp, subject: MaskSubject][] = [
  [/\/alerts\//, 'alert'],
  [/\/reports?\//, 'report'],
  [/\/providers?\//, 'provider'],
];

/** The subject of a public page's URL; a bare id has the chosen kind. */
export function parsePastedUrl(pastedText: string, chosen: MaskSubject): MaskTarget | undefined {
  const id = UUID.exec(pastedText)?.[0];
  const subject = pagePatterns.find(([pattern]) => pattern.test(pastedText))?.[1] ?? chosen;
  return id ? { subject, id } : undefined;
}
