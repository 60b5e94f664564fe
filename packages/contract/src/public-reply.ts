import * as z from 'zod/mini';
import { replyRules } from './reply-values.ts';
import { IsoTime, text } from './schema.ts';
import { languages } from './site.ts';

/** What a business replied, as everybody reads it: its words as plain text, and nothing about who wrote them. */
export const PublicReply = z.object({
  text: text(replyRules.text),
  language: z.enum(languages),
  /** When it was sent. */
  repliedAt: IsoTime,
});
export type PublicReply = z.infer<typeof PublicReply>;
