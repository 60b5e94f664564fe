/** Masks over private data in the admin console: applied by one moderator, confirmed or reverted by a second person. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { textLimits } from './limits.ts';
import { maskRules, maskStates, maskSubjects } from './masks.ts';
import { privateKinds } from './private-marks.ts';
import { id, IsoTime, list, text } from './schema.ts';
import { queueReadDefaults, queueWriteDefaults, staffCommonErrors } from './staff.ts';

export const MaskId = id<'MaskId'>();
export type MaskId = z.infer<typeof MaskId>;

const Span = z.object({ kind: z.enum(privateKinds), words: text(maskRules.maxSpanLength) });
const subjectFields = { subject: z.enum(maskSubjects), subjectId: z.uuid() };

export const Mask = z.object({
  id: MaskId,
  ...subjectFields,
  /** The title of the masked item, with its masks. */
  title: text(textLimits.title),
  /** The masked text, for the second person; empty once it was deleted. */
  spans: list(Span, maskRules.spans),
  state: z.enum(maskStates),
  maskedBy: z.nullable(text(254)),
  isOwn: z.boolean(),
  createdAt: IsoTime,
  dueAt: IsoTime,
  isOverdue: z.boolean(),
});
export type Mask = z.infer<typeof Mask>;

export const listMasks = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/masks',
  summary: 'Masks that wait for a second person, the first due first.',
  reply: list(Mask, 100),
  errors: [...staffCommonErrors],
});

export const getMaskable = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/masks/:subject/:subjectId',
  summary: 'The public texts of one item, with possible private data marked.',
  params: z.object(subjectFields),
  reply: z.object({
    ...subjectFields,
    title: text(textLimits.title),
    texts: list(
      z.object({
        field: text(40),
        text: text(textLimits.text),
        marks: list(z.object({ kind: z.enum(privateKinds), start: z.int(), end: z.int() }), 500),
      }),
      40,
    ),
  }),
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'PUBLIC_TEXT_NOT_FOUND'],
});

export const applyMask = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/masks',
  summary:
    'Masks private data in a public text and its history immediately. A second person confirms or removes the mask.',
  body: z.object({ ...subjectFields, spans: list(Span, maskRules.spans) }),
  reply: Mask,
  status: 201,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'PUBLIC_TEXT_NOT_FOUND',
    'NOTHING_TO_MASK',
    'MASK_TOO_LARGE',
    'MASKS_OVERDUE',
    'RATE_LIMITED',
  ],
});

const resolveDefaults = {
  ...queueWriteDefaults,
  method: 'POST',
  params: z.object({ id: MaskId }),
  reply: Mask,
} as const;
const resolveErrors = [...staffCommonErrors, 'MASK_NOT_FOUND', 'OWN_MASK', 'ALREADY_DECIDED', 'RATE_LIMITED'] as const;

export const confirmMask = endpoint({
  ...resolveDefaults,
  path: '/api/admin/masks/:id/confirm',
  summary: 'Confirms a mask as a second person. The words are deleted permanently later.',
  errors: resolveErrors,
});

export const revertMask = endpoint({
  ...resolveDefaults,
  path: '/api/admin/masks/:id/revert',
  summary: 'Removes a mask as a second person: the words are public again.',
  errors: [...resolveErrors, 'PRIVATE_DATA_FOUND'],
});

export const maskAdminEndpoints = [listMasks, getMaskable, applyMask, confirmMask, revertMask] as const;
