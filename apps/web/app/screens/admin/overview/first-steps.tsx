/** Greets the administrator of a new installation with what to do next. Gone when all of it is done. */
import type { FirstSteps as Status } from '@hakiki/contract/overview-admin';
import type { ReactNode } from 'react';
import { Icon } from '../../../components/ui/icon.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { consolePath } from '../parts/console-url.ts';
import { ConsoleLink } from '../parts/links.tsx';
import { firstStepsQuery } from './queries.ts';

export function FirstSteps() {
  const status = useQuery(firstStepsQuery);
  if (status.status !== 'ready') return null;
  const done = status.data;
  // An installation that keeps its backups elsewhere would see this step forever.
  if (Object.values(done).every((isDone) => isDone !== false)) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="mb-6 flex flex-col gap-3 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <h3 id="first-steps" className="title-section">
        {m.first_steps_title()}
      </h3>
      <p className="text-muted">{m.first_steps_text()}</p>
      <ol className="flex flex-col gap-3">
        <Step isDone={done.mail} text={m.first_steps_mail_text()}>
          {m.first_steps_mail()}
        </Step>
        <Step isDone={done.backup} text={m.first_steps_backups_text()}>
          {m.first_steps_backups()}
        </Step>
        <Step isDone={done.people} text={m.first_steps_people_text()}>
          <ConsoleLink href={consolePath('users')}>{m.first_steps_people()}</ConsoleLink>
        </Step>
        <Step isDone={done.starter} text={m.first_steps_starter_text()}>
          {m.first_steps_starter()}
        </Step>
        {!done.starter && <StarterLinks />}
        <Step isDone={done.providers} text={m.first_steps_providers_text()}>
          <ConsoleLink href={consolePath('providers')}>{m.first_steps_providers()}</ConsoleLink>
        </Step>
        <Step isDone={done.news} text={m.first_steps_news_text()}>
          <ConsoleLink href={pathTo('/admin/news')}>{m.first_steps_news()}</ConsoleLink>
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  children: ReactNode;
  text: string;
  isDone: Status[keyof Status];
}

const Step = ({ children, text, isDone }: StepProps) => (
  <li className="flex gap-3">
    <span className={`mt-0.5 shrink-0 ${isDone ? 'text-verified' : 'text-muted'}`}>
      <Icon name={isDone ? 'check-circle' : 'clock'} className="size-5" />
    </span>
    <div>
      <p className="font-semibold">
        {children}
        <span className="ms-2 text-sm font-normal text-muted">{getStateText(isDone)}</span>
      </p>
      {!isDone && <p className="text-sm text-muted">{text}</p>}
    </div>
  </li>
);

/** Where the starter data appears, and what is checked there. */
const StarterLinks = () => (
  <li className="ms-8 flex flex-wrap gap-x-4 gap-y-1 text-sm">
    <ConsoleLink href={pathTo('/admin/sources')}>{m.first_steps_starter_lists()}</ConsoleLink>
    <ConsoleLink href={pathTo('/admin/lookalikes')}>{m.first_steps_starter_names()}</ConsoleLink>
    <ConsoleLink href={pathTo('/admin/contacts')}>{m.first_steps_starter_contacts()}</ConsoleLink>
    <ConsoleLink href={pathTo('/admin/licences')}>{m.first_steps_starter_laws()}</ConsoleLink>
  </li>
);

function getStateText(isDone: Status[keyof Status]): string {
  if (isDone === null) return m.first_steps_unknown();
  return isDone ? m.first_steps_done() : m.first_steps_open();
}
