import * as z from 'zod';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { alarmKinds, thresholds } from './thresholds.ts';

export const alarmEmail = defineEmail({
  name: 'alarm',
  payload: z.object({ kind: z.enum(alarmKinds), isOver: z.boolean(), figure: z.number() }),
});

interface Deps {
  sendMail: SendMail;
  operatorEmail: string | undefined;
}

export const alarmEmailJob = ({ sendMail, operatorEmail }: Deps): JobHandler =>
  alarmEmail.withComposer(sendMail, ({ kind, isOver, figure }) => {
    if (!operatorEmail) return Promise.resolve(undefined);
    const { title, limit, unit, isWorseBelow } = thresholds[kind];
    const content = renderEmail({
      language: 'en',
      preheader: isOver ? 'It is over.' : 'Please have a look.',
      paragraphs: [
        `${Math.round(figure)} ${unit}; the alarm is raised ${isWorseBelow ? 'below' : 'above'} ${limit}.`,
        isOver ? 'It is over: nothing has to be done.' : `What to do: docs/runbooks/alarms.md, under ${kind}.`,
        ...(isOver ? [] : ['We email you once a day while it lasts, and when it is over.']),
      ],
      footer: 'You receive this as the operator of this site.',
    });
    return Promise.resolve({ to: operatorEmail, subject: isOver ? `Over: ${title}` : title, ...content });
  });
