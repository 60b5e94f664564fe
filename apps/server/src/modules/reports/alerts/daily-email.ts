/** The email about new alerts, at most once a day, to members who asked for it. */
import { UserId } from '@hakiki/contract/accounts';
import { displayCountry } from '@hakiki/contract/countries';
import { countryCodes } from '@hakiki/contract/country-codes';
import { alertPath, type Language, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Database } from '../../../platform/db/database.ts';
import { enqueueBatches } from '../../../platform/jobs/enqueue-batches.ts';
import { defineJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { defineEmail } from '../../../platform/mail/email-job.ts';
import { getEmailFrame, renderEmail } from '../../../platform/mail/layout.ts';
import type { OutgoingEmail, SendMail } from '../../../platform/mail/mail.ts';
import { choosePlural, fillTexts, getTexts } from '../../../platform/texts.ts';
import { planIncludes } from '../../accounts/service.ts';
import * as store from './preferences-store.ts';

const dailyEmailsJob = defineJob({ name: 'alerts.daily-emails', payload: z.object({}), schedule: '15 6 * * *' });
const dailyEmail = defineEmail({
  name: 'new-alerts',
  payload: z.object({ userId: UserId, since: z.iso.datetime(), until: z.iso.datetime() }),
});

const isEntitled = planIncludes('analysis', 'users');
const MAX_ALERTS = 10;
const MAX_COUNTRIES = 3;
/** Spares members a decision that is undone at once, and waits for transactions that are still open. */
const PAUSE_MS = 10 * 60_000;

const codes: Partial<Record<string, string>> = countryCodes;

function formatCountries(countries: readonly string[], language: Language): string {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const toName = (country: string) => {
    const code = codes[country];
    return (language !== 'en' && code && names.of(code)) || displayCountry(country);
  };
  const hidden = countries.length - MAX_COUNTRIES;
  return [
    ...countries.slice(0, MAX_COUNTRIES).map(toName),
    ...(hidden > 0 ? [fillTexts(getTexts(language).newAlerts.moreCountries, { count: hidden })] : []),
  ].join(', ');
}

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  sendMail: SendMail;
  settings: Pick<Settings, 'publicUrl'>;
  /** Replaced in tests. */
  clock?: () => Date;
}

export function dailyEmailJobs({
  database,
  queue,
  sendMail,
  settings: { publicUrl },
  clock = () => new Date(),
}: Deps): JobHandler[] {
  async function compose(period: store.AlertEmailPeriod): Promise<OutgoingEmail | undefined> {
    const recipient = await store.findRecipient(database.db, isEntitled, period.userId);
    if (!recipient) return undefined;
    const alerts = await store.listAlertsToSend(database.db, period, MAX_ALERTS + 1);
    const [first] = alerts;
    if (!first) return undefined;
    const { email, firstName, language, emailKey } = recipient;
    const { severities, newAlerts: text } = getTexts(language);
    const toUrl = (path: string) => publicUrl + localisePath(language, path);
    const shown = alerts.slice(0, MAX_ALERTS);
    const hasMore = alerts.length > MAX_ALERTS;
    const subject = hasMore
      ? fillTexts(text.moreThan, { count: MAX_ALERTS })
      : choosePlural(language, shown.length, text.subject);
    const toLine = ({ id, title, severity, countries }: (typeof alerts)[number]) => {
      const place = countries.length > 0 ? ` (${formatCountries(countries, language)})` : '';
      return `${fillTexts(text.labelled, { label: severities[severity], text: title + place })}. ${toUrl(alertPath(id))}`;
    };
    return {
      to: email,
      subject: fillTexts(text.labelled, { label: subject, text: first.title }),
      unsubscribeUrl: `${publicUrl}/api/alert-preferences/leave/${emailKey}`,
      ...renderEmail({
        language,
        preheader: first.title,
        greeting: getEmailFrame(language).greeting(firstName),
        paragraphs: [text.lead, ...shown.map(toLine), ...(hasMore ? [text.more] : []), text.advice],
        action:
          alerts.length === 1
            ? { label: text.readOne, url: toUrl(alertPath(first.id)) }
            : { label: text.readAll, url: toUrl('/alerts') },
        footer: fillTexts(text.footer, { leave: `${toUrl('/leave-letter')}?type=alerts&token=${emailKey}` }),
      }),
    };
  }

  return [
    dailyEmailsJob.withHandler(async () => {
      const until = new Date(clock().getTime() - PAUSE_MS);
      await enqueueBatches({ database, queue }, dailyEmail.job, (tx, limit) =>
        store.claimEmails(tx, isEntitled, until, limit),
      );
    }),
    dailyEmail.withComposer(sendMail, compose),
  ];
}
