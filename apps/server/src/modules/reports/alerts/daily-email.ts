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
import { emailFrames, renderEmail } from '../../../platform/mail/layout.ts';
import type { OutgoingEmail, SendMail } from '../../../platform/mail/mail.ts';
import { planIncludes } from '../../accounts/service.ts';
import * as store from './preferences-store.ts';
import { severityNames } from './severity-names.ts';

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

interface EmailTexts {
  subject: (count: number) => string;
  moreThan: (count: number) => string;
  colon: string;
  lead: string;
  moreCountries: (count: number) => string;
  advice: string;
  more: string;
  readOne: string;
  readAll: string;
  footer: (leave: string) => string;
}

const texts: Record<Language, EmailTexts> = {
  en: {
    subject: (count) => (count === 1 ? 'New scam alert' : `${count} new scam alerts`),
    moreThan: (count) => `More than ${count} new scam alerts`,
    colon: ': ',
    lead: 'These warnings are new on Hakiki and match your choice.',
    moreCountries: (count) => `${count} more`,
    advice: 'Did somebody ask you for money like this? Do not pay, and warn people you know.',
    more: 'There are more new alerts on our site.',
    readOne: 'Read the alert',
    readAll: 'See all alerts',
    footer: (leave) =>
      `You get this email, at most once a day, because you asked for it on your dashboard. To unsubscribe, open ${leave}`,
  },
  fr: {
    subject: (count) => (count === 1 ? 'Nouvelle alerte à la fraude' : `${count} nouvelles alertes à la fraude`),
    moreThan: (count) => `Plus de ${count} nouvelles alertes à la fraude`,
    colon: ' : ',
    lead: 'Ces avertissements sont nouveaux sur Hakiki et correspondent à votre choix.',
    moreCountries: (count) => `${count} de plus`,
    advice: 'Quelqu’un vous demande de l’argent de cette façon ? Ne payez pas, et prévenez vos proches.',
    more: 'Notre site contient d’autres nouvelles alertes.',
    readOne: 'Lire l’alerte',
    readAll: 'Voir toutes les alertes',
    footer: (leave) =>
      `Vous recevez cet e-mail, au plus une fois par jour, parce que vous l’avez demandé sur votre tableau de bord. Pour vous désabonner, ouvrez ${leave}`,
  },
};

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
    ...(hidden > 0 ? [texts[language].moreCountries(hidden)] : []),
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
    const text = texts[language];
    const toUrl = (path: string) => publicUrl + localisePath(language, path);
    const shown = alerts.slice(0, MAX_ALERTS);
    const hasMore = alerts.length > MAX_ALERTS;
    const subject = hasMore ? text.moreThan(MAX_ALERTS) : text.subject(shown.length);
    const toLine = ({ id, title, severity, countries }: (typeof alerts)[number]) => {
      const place = countries.length > 0 ? ` (${formatCountries(countries, language)})` : '';
      return `${severityNames[language][severity]}${text.colon}${title}${place}. ${toUrl(alertPath(id))}`;
    };
    return {
      to: email,
      subject: subject + text.colon + first.title,
      unsubscribeUrl: `${publicUrl}/api/alert-preferences/leave/${emailKey}`,
      ...renderEmail({
        language,
        preheader: first.title,
        greeting: emailFrames[language].greeting(firstName),
        paragraphs: [text.lead, ...shown.map(toLine), ...(hasMore ? [text.more] : []), text.advice],
        action:
          alerts.length === 1
            ? { label: text.readOne, url: toUrl(alertPath(first.id)) }
            : { label: text.readAll, url: toUrl('/alerts') },
        footer: text.footer(`${toUrl('/leave-letter')}?type=alerts&token=${emailKey}`),
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
