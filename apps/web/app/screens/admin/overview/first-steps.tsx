/** Greets the administrator of an empty register with what to do next. Gone with the first provider. */
import type { ReactNode } from 'react';
import { useQuery } from '../../../lib/api/use-query.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { consolePath } from '../parts/console-url.ts';
import { ConsoleLink } from '../parts/links.tsx';
import { statsQuery } from './queries.ts';

export function FirstSteps() {
  const stats = useQuery(statsQuery);
  if (stats.status !== 'ready' || stats.data.totalProviders > 0) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="mb-6 flex flex-col gap-3 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <h3 id="first-steps" className="title-section">
        {m.first_steps_title()}
      </h3>
      <p className="text-muted">{m.first_steps_text()}</p>
      <ol className="flex list-decimal flex-col gap-3 ps-6">
        <Step text={m.first_steps_mail_text()}>{m.first_steps_mail()}</Step>
        <Step text={m.first_steps_backups_text()}>{m.first_steps_backups()}</Step>
        <Step text={m.first_steps_people_text()}>
          <ConsoleLink href={consolePath('users')}>{m.first_steps_people()}</ConsoleLink>
        </Step>
        <Step text={m.first_steps_providers_text()}>
          <ConsoleLink href={consolePath('providers')}>{m.first_steps_providers()}</ConsoleLink>
        </Step>
        <Step text={m.first_steps_news_text()}>
          <ConsoleLink href={pathTo('/admin/news')}>{m.first_steps_news()}</ConsoleLink>
        </Step>
      </ol>
    </section>
  );
}

const Step = ({ children, text }: { children: ReactNode; text: string }) => (
  <li>
    <p className="font-semibold">{children}</p>
    <p className="text-sm text-muted">{text}</p>
  </li>
);
