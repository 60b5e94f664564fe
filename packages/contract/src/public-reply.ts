import * as z from 'zod/mini';
import { replyRules } from './reply-values.ts';
import { IsoTime, text } from './schema.ts';
import { languages } from './site.ts';

/** The public reply of a business: plain text, without its author. */
export const PublicReply = z.object({
  text: text(replyRules.text),
  language: z.enum(languages),
  repliedAt: IsoTime,
});
export type PublicReply = z.infer<typeof PublicReply>;
