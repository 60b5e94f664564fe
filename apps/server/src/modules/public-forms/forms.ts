/** The forms that anyone may send, and the room that each belongs to. */
import { NewContactMessage } from '@hakiki/contract/contact';
import { type ExperienceId, NewExperience } from '@hakiki/contract/experiences';
import { type targetLimits, waitingTimes } from '@hakiki/contract/limits';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/database.ts';
import type { ContactService } from '../contact/service.ts';
import type { ExperiencesService } from '../experiences/service.ts';

interface PublicForm<Content> {
  /** What waited for its confirmation is held against this again: a release may lie in between. */
  content: z.core.$ZodType<Content>;
  /** Bounds what reaches one target, whoever writes. */
  limit: keyof typeof targetLimits;
  target: (content: Content) => string;
  /** Hands it to its room. Its sender may have been told the id a day ago. */
  accept: (tx: Db, content: Content, id: string) => Promise<unknown>;
  /** Said to the sender. */
  thanks: string;
}

const ContactContent = z.omit(NewContactMessage, { proof: true });
const ExperienceContent = z.omit(NewExperience, { proof: true, language: true, email: true });

export interface Contents {
  contact: z.infer<typeof ContactContent>;
  experience: z.infer<typeof ExperienceContent>;
}
export type FormKind = keyof Contents;
export const formKinds = ['contact', 'experience'] as const satisfies readonly FormKind[];

interface Rooms {
  contact: ContactService;
  experiences: ExperiencesService;
}

export const createForms = ({ contact, experiences }: Rooms): { [Kind in FormKind]: PublicForm<Contents[Kind]> } => ({
  contact: {
    content: ContactContent,
    limit: 'messagesFromSender',
    target: ({ email }) => email,
    accept: (tx, content) => contact.accept(tx, content),
    thanks: `Our sales team will reply within ${waitingTimes.salesReplyHours} hours.`,
  },
  experience: {
    content: ExperienceContent,
    limit: 'experiencesAboutProvider',
    target: ({ providerName }) => providerName.toLowerCase().replaceAll(/\s+/g, ' '),
    accept: (tx, content, id) => experiences.accept(tx, content, id as ExperienceId),
    thanks: 'Thank you. It will be visible once verified by the team.',
  },
});
