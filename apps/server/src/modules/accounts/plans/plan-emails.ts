/**
 * Emails about a plan, each sent once: a row per email is inserted first, and only the transaction that inserts it
 * enqueues the email. Its key contains the period, payment or refund, so that the next month has its own emails.
 */
import { UserId } from '@hakiki/contract/accounts';
import { PaymentId, RefundId } from '@hakiki/contract/billing';
import { isContractPlan, type Tier, tiers } from '@hakiki/contract/entitlements';
import { type Language, languageTable, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { JobHandler } from '../../../platform/jobs/job.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { emailFrames, renderEmail } from '../../../platform/mail/layout.ts';
import { defineEmail } from '../../../platform/mail/email-job.ts';
import type { OutgoingEmail, SendMail } from '../../../platform/mail/mail.ts';
import { insertPlanEmail } from './plan-store.ts';
import { findUserById } from '../store.ts';

/** Job payloads contain times as text. */
const timestamp = z.coerce.date();
const amountCents = z.int();
const endFields = { endsAt: timestamp, tier: z.enum(tiers) };
const monthFields = { endsAt: timestamp, amountCents, renews: z.boolean() };

const PlanEvent = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('started'), ...monthFields }),
  z.object({ stage: z.literal('renewed'), ...monthFields }),
  z.object({ stage: z.literal('payment-failed'), endsAt: timestamp, graceUntil: timestamp }),
  z.object({ stage: z.literal('ending'), ...endFields }),
  z.object({ stage: z.literal('ended'), ...endFields }),
  z.object({ stage: z.literal('cancelled'), endsAt: timestamp }),
  z.object({ stage: z.literal('deposit-declined'), paymentId: PaymentId, amountCents }),
  z.object({ stage: z.literal('refund-paid'), refundId: RefundId, amountCents }),
  z.object({ stage: z.literal('refund-declined'), refundId: RefundId, amountCents }),
]);
type PlanEvent = z.infer<typeof PlanEvent>;
export type PlanStage = PlanEvent['stage'];
type PlanEventOf<Stage extends PlanStage> = Extract<PlanEvent, { stage: Stage }>;

const planEmail = defineEmail({ name: 'plan', payload: z.object({ userId: UserId, news: PlanEvent }) });

/** Cut to seconds: PostgreSQL stores more digits than a Date has. */
function toPlanEmailKey(news: PlanEvent): string {
  if ('paymentId' in news) return `${news.stage} ${news.paymentId}`;
  if ('refundId' in news) return `${news.stage} ${news.refundId}`;
  return `${news.stage} ${news.endsAt.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}`;
}

/** Call it in the transaction of the change that the email is about. */
export async function enqueuePlanEmail<Stage extends PlanStage>(
  tx: Db,
  queue: Pick<Queue, 'enqueue'>,
  userId: UserId,
  stage: Stage,
  detail: Omit<PlanEventOf<Stage>, 'stage'>,
): Promise<void> {
  const news = { stage, ...detail } as unknown as PlanEvent;
  if (await insertPlanEmail(tx, userId, toPlanEmailKey(news))) await queue.enqueue(tx, planEmail.job, { userId, news });
}

interface Text {
  subject: string;
  paragraphs: string[];
}

interface Formatters {
  formatDay: (time: Date) => string;
  formatRand: (cents: number) => string;
}

type PlanEmailTexts = { [Stage in PlanStage]: (news: PlanEventOf<Stage>, formatters: Formatters) => Text } & {
  actions: { dashboard: string; contact: string };
};

const planNames: Record<Language, Record<Tier, string>> = {
  en: { free: 'Free', premium: 'Premium', api: 'API', enterprise: 'Enterprise' },
  fr: { free: 'Gratuit', premium: 'Premium', api: 'API', enterprise: 'Entreprise' },
};

const planEmailTexts: Record<Language, PlanEmailTexts> = {
  en: {
    started: ({ endsAt, amountCents: paidCents, renews }, { formatDay, formatRand }) => ({
      subject: 'Your Premium plan has started',
      paragraphs: [
        paidCents > 0
          ? `Thank you. We have received your payment of ${formatRand(paidCents)}, and you have Premium until ${formatDay(endsAt)}.`
          : `Your referral credits have paid for this month, and you have Premium until ${formatDay(endsAt)}.`,
        renews
          ? 'Then your card is charged for the next month, and so on until you cancel. You can cancel on your dashboard at any time, and keep Premium to the end of the period you paid for.'
          : 'It does not renew automatically: nothing is charged unless you pay again. We will email you three days before it ends.',
      ],
    }),
    renewed: ({ endsAt, amountCents: paidCents, renews }, { formatDay, formatRand }) => ({
      subject: 'Your Premium plan continues',
      paragraphs: [
        paidCents > 0
          ? `Thank you. We have received your payment of ${formatRand(paidCents)}, and you keep Premium until ${formatDay(endsAt)}.`
          : `Your referral credits have paid for another month, and you keep Premium until ${formatDay(endsAt)}.`,
        renews
          ? 'Then your card is charged for the next month. You can cancel on your dashboard at any time, and keep Premium to the end of the period you paid for.'
          : 'It does not renew automatically: nothing is charged unless you pay again. We will email you three days before it ends.',
      ],
    }),
    'payment-failed': ({ graceUntil }, { formatDay }) => ({
      subject: 'We could not charge your card',
      paragraphs: [
        'The payment for the next month of Premium did not go through. This happens when a card has expired or the bank holds a payment back.',
        `There is no hurry: your access lasts until ${formatDay(graceUntil)}, and until then the payment is tried again. Please make sure that your card is valid and that there is enough money in the account.`,
        'If it still does not go through, the plan ends then. You owe us nothing.',
      ],
    }),
    ending: ({ endsAt, tier }, { formatDay }) => ({
      subject: `Your ${planNames.en[tier]} plan ends on ${formatDay(endsAt)}`,
      paragraphs: isContractPlan(tier)
        ? [
            `Your ${planNames.en[tier]} plan ends on ${formatDay(endsAt)}. After that day your API keys and webhooks stop working.`,
            'If you would like to renew it, please write to us before then. If not, you do not need to do anything: nothing is charged.',
          ]
        : [
            `Your Premium plan ends on ${formatDay(endsAt)}, and nothing more is charged.`,
            'If you would like to keep it, you can pay for another month before then. It begins when this one ends, so you lose no day.',
          ],
    }),
    ended: ({ endsAt, tier }, { formatDay }) => ({
      subject: `Your ${planNames.en[tier]} plan has ended`,
      paragraphs: isContractPlan(tier)
        ? [
            `Your ${planNames.en[tier]} plan lasted until ${formatDay(endsAt)} and has ended. Its API keys and webhooks no longer work.`,
            'Your account and your keys stay as they are, and work again when the plan is renewed. To renew it, please write to us.',
          ]
        : [
            `What you had paid for lasted until ${formatDay(endsAt)}, and your Premium plan has ended. Nothing more is charged.`,
            'Your account stays as it is, and everything free stays available. You can have Premium again at any time.',
          ],
    }),
    cancelled: ({ endsAt }, { formatDay }) => ({
      subject: 'You cancelled Premium',
      paragraphs: [
        `You keep Premium until ${formatDay(endsAt)}. Nothing more is charged, and you do not need to do anything.`,
        'Your account stays as it is afterwards, and everything free stays available. If you did not cancel it yourself, please write to us.',
      ],
    }),
    'deposit-declined': ({ amountCents: requestedCents }, { formatRand }) => ({
      subject: 'We could not confirm your deposit',
      paragraphs: [
        `We have looked for your deposit of ${formatRand(requestedCents)} in our bank account and did not find it, so this month of Premium is not paid.`,
        'If you have paid, please start the deposit again on the payment page and send your proof of payment there, and we will look again. If you have not, you do not need to do anything.',
      ],
    }),
    'refund-paid': ({ amountCents: refundedCents }, { formatRand }) => ({
      subject: 'Your money is on its way back',
      paragraphs: [
        `We have paid ${formatRand(refundedCents)} back to you. It takes your bank a few working days to show it. Your Premium plan has ended, and nothing more is charged.`,
        'Your account stays as it is, and everything free stays available. Thank you for having tried Premium.',
      ],
    }),
    'refund-declined': ({ amountCents: requestedCents }, { formatRand }) => ({
      subject: 'We could not pay your money back',
      paragraphs: [
        `You asked us to pay back ${formatRand(requestedCents)}. Our team checked your request and could not accept it. You keep Premium to the end of the period you paid for.`,
        'If you think that we are wrong, please write to us, and we will look at it again.',
      ],
    }),
    actions: { dashboard: 'Open my dashboard', contact: 'Contact us' },
  },
  fr: {
    started: ({ endsAt, amountCents: paidCents, renews }, { formatDay, formatRand }) => ({
      subject: 'Votre abonnement Premium a commencé',
      paragraphs: [
        paidCents > 0
          ? `Merci. Nous avons reçu votre paiement de ${formatRand(paidCents)}, et vous avez Premium jusqu’au ${formatDay(endsAt)}.`
          : `Vos crédits de parrainage ont payé ce mois, et vous avez Premium jusqu’au ${formatDay(endsAt)}.`,
        renews
          ? 'Ensuite, votre carte est débitée pour le mois suivant, et ainsi de suite jusqu’à ce que vous résiliiez. Vous pouvez résilier à tout moment sur votre tableau de bord et vous gardez Premium jusqu’à la fin de la période payée.'
          : 'Il ne se renouvelle pas automatiquement : rien n’est débité si vous ne payez pas de nouveau. Nous vous écrirons trois jours avant son terme.',
      ],
    }),
    renewed: ({ endsAt, amountCents: paidCents, renews }, { formatDay, formatRand }) => ({
      subject: 'Votre abonnement Premium continue',
      paragraphs: [
        paidCents > 0
          ? `Merci. Nous avons reçu votre paiement de ${formatRand(paidCents)}, et vous gardez Premium jusqu’au ${formatDay(endsAt)}.`
          : `Vos crédits de parrainage ont payé un mois de plus, et vous gardez Premium jusqu’au ${formatDay(endsAt)}.`,
        renews
          ? 'Ensuite, votre carte est débitée pour le mois suivant. Vous pouvez résilier à tout moment sur votre tableau de bord et vous gardez Premium jusqu’à la fin de la période payée.'
          : 'Il ne se renouvelle pas automatiquement : rien n’est débité si vous ne payez pas de nouveau. Nous vous écrirons trois jours avant son terme.',
      ],
    }),
    'payment-failed': ({ graceUntil }, { formatDay }) => ({
      subject: 'Nous n’avons pas pu débiter votre carte',
      paragraphs: [
        'Le paiement du prochain mois de Premium n’a pas abouti. Cela arrive quand une carte a expiré ou que la banque retient un paiement.',
        `Rien ne presse : votre accès dure jusqu’au ${formatDay(graceUntil)}, et d’ici là le paiement est tenté de nouveau. Veuillez vérifier que votre carte est valable et que le compte est suffisamment approvisionné.`,
        'S’il n’aboutit toujours pas, l’abonnement prend fin à cette date. Vous ne nous devez rien.',
      ],
    }),
    ending: ({ endsAt, tier }, { formatDay }) => ({
      subject: `Votre abonnement ${planNames.fr[tier]} prend fin le ${formatDay(endsAt)}`,
      paragraphs: isContractPlan(tier)
        ? [
            `Votre abonnement ${planNames.fr[tier]} prend fin le ${formatDay(endsAt)}. Après ce jour, vos clés API et vos webhooks cessent de fonctionner.`,
            'Si vous souhaitez le renouveler, écrivez-nous d’ici là. Sinon, vous n’avez rien à faire : rien n’est débité.',
          ]
        : [
            `Votre abonnement Premium prend fin le ${formatDay(endsAt)}, et rien de plus n’est débité.`,
            'Si vous souhaitez le garder, vous pouvez payer un mois de plus d’ici là. Il commence quand celui-ci se termine : vous ne perdez aucun jour.',
          ],
    }),
    ended: ({ endsAt, tier }, { formatDay }) => ({
      subject: `Votre abonnement ${planNames.fr[tier]} a pris fin`,
      paragraphs: isContractPlan(tier)
        ? [
            `Votre abonnement ${planNames.fr[tier]} a duré jusqu’au ${formatDay(endsAt)} et a pris fin. Ses clés API et ses webhooks ne fonctionnent plus.`,
            'Votre compte et vos clés restent tels quels et fonctionneront de nouveau si l’abonnement est renouvelé. Pour le renouveler, écrivez-nous.',
          ]
        : [
            `Ce que vous aviez payé allait jusqu’au ${formatDay(endsAt)}, et votre abonnement Premium a pris fin. Rien de plus n’est débité.`,
            'Votre compte reste tel quel, et tout ce qui est gratuit reste disponible. Vous pouvez reprendre Premium à tout moment.',
          ],
    }),
    cancelled: ({ endsAt }, { formatDay }) => ({
      subject: 'Vous avez résilié Premium',
      paragraphs: [
        `Vous gardez Premium jusqu’au ${formatDay(endsAt)}. Rien de plus n’est débité, et vous n’avez rien à faire.`,
        'Ensuite, votre compte reste tel quel et tout ce qui est gratuit reste disponible. Si ce n’est pas vous qui avez résilié, écrivez-nous.',
      ],
    }),
    'deposit-declined': ({ amountCents: requestedCents }, { formatRand }) => ({
      subject: 'Nous n’avons pas pu confirmer votre dépôt',
      paragraphs: [
        `Nous avons cherché votre dépôt de ${formatRand(requestedCents)} sur notre compte bancaire et ne l’avons pas trouvé : ce mois de Premium n’est donc pas payé.`,
        'Si vous avez payé, recommencez le dépôt sur la page de paiement et envoyez-y votre preuve de paiement, et nous chercherons de nouveau. Sinon, vous n’avez rien à faire.',
      ],
    }),
    'refund-paid': ({ amountCents: refundedCents }, { formatRand }) => ({
      subject: 'Votre remboursement est en route',
      paragraphs: [
        `Nous vous avons remboursé ${formatRand(refundedCents)}. Il faut quelques jours ouvrables à votre banque pour l’afficher. Votre abonnement Premium a pris fin, et rien de plus n’est débité.`,
        'Votre compte reste tel quel, et tout ce qui est gratuit reste disponible. Merci d’avoir essayé Premium.',
      ],
    }),
    'refund-declined': ({ amountCents: requestedCents }, { formatRand }) => ({
      subject: 'Nous n’avons pas pu vous rembourser',
      paragraphs: [
        `Vous nous avez demandé de vous rembourser ${formatRand(requestedCents)}. Une personne de notre équipe a examiné votre demande et n’a pas pu l’accepter. Vous gardez Premium jusqu’à la fin de la période payée.`,
        'Si vous pensez que nous nous trompons, écrivez-nous, et nous l’examinerons de nouveau.',
      ],
    }),
    actions: { dashboard: 'Ouvrir mon tableau de bord', contact: 'Nous contacter' },
  },
};

/** Formats dates and amounts as the website does, in the company's time zone. */
const createFormatters = (language: Language): Formatters => ({
  formatDay: (moment) =>
    new Intl.DateTimeFormat(languageTable[language].tag, { dateStyle: 'long', timeZone: 'Africa/Johannesburg' }).format(
      moment,
    ),
  formatRand: (cents) =>
    `R${new Intl.NumberFormat(languageTable[language].tag, { minimumFractionDigits: 2 }).format(cents / 100)}`,
});

/** The compiler cannot match the function of a stage with the details of that stage, hence the cast. */
const renderText = (language: Language, news: PlanEvent): Text =>
  (planEmailTexts[language][news.stage] as (event: PlanEvent, formatters: Formatters) => Text)(
    news,
    createFormatters(language),
  );

interface Deps {
  database: Database;
  sendMail: SendMail;
  publicUrl: string;
}

/** These emails are wrong, and not sent, when the end of the plan has changed meanwhile. */
const isAboutPlanEnd = (news: PlanEvent): news is PlanEventOf<'payment-failed' | 'ending' | 'ended'> =>
  news.stage === 'payment-failed' || news.stage === 'ending' || news.stage === 'ended';

export const planEmailJob = ({ database: { db }, sendMail, publicUrl }: Deps): JobHandler =>
  planEmail.withComposer(sendMail, async ({ userId, news }): Promise<OutgoingEmail | undefined> => {
    const user = await findUserById(db, userId);
    if (!user) return undefined;
    if (isAboutPlanEnd(news) && user.subscriptionEndsAt?.getTime() !== news.endsAt.getTime()) return undefined;
    const { language, email, firstName } = user;
    const { greeting, footer } = emailFrames[language];
    const { subject, paragraphs } = renderText(language, news);
    const page = 'tier' in news && isContractPlan(news.tier) ? 'contact' : 'dashboard';
    const content = renderEmail({
      language,
      preheader: paragraphs[0] ?? subject,
      greeting: greeting(firstName),
      paragraphs,
      action: { label: planEmailTexts[language].actions[page], url: publicUrl + localisePath(language, `/${page}`) },
      footer,
    });
    return { to: email, subject, ...content };
  });
