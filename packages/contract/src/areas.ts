/**
 * The contract by area. The OpenAPI documents take the names of calls and schemas from the exports of these files. For
 * the server only, since a page that imported it would load every schema.
 */
import * as account from './account.ts';
import * as accounts from './accounts.ts';
import * as accountsAdmin from './accounts-admin.ts';
import * as alerts from './alerts.ts';
import * as alertsAdmin from './alerts-admin.ts';
import * as apiKeys from './api-keys.ts';
import * as appeals from './appeals.ts';
import * as appealsAdmin from './appeals-admin.ts';
import * as billing from './billing.ts';
import * as billingAdmin from './billing-admin.ts';
import * as business from './business.ts';
import * as businessAdmin from './business-admin.ts';
import * as businessMembers from './business-members.ts';
import * as cases from './cases.ts';
import * as chat from './chat.ts';
import * as check from './check.ts';
import * as contact from './contact.ts';
import * as contactAdmin from './contact-admin.ts';
import * as dashboard from './dashboard.ts';
import * as watches from './watches.ts';
import * as decisionLog from './decision-log.ts';
import * as decisions from './decisions.ts';
import * as decisionsAdmin from './decisions-admin.ts';
import * as directory from './directory.ts';
import * as directoryAdmin from './directory-admin.ts';
import * as disputes from './disputes.ts';
import * as disputesAdmin from './disputes-admin.ts';
import * as evidence from './evidence.ts';
import * as evidenceAdmin from './evidence-admin.ts';
import * as experiences from './experiences.ts';
import * as experiencesAdmin from './experiences-admin.ts';
import * as families from './families.ts';
import * as familiesAdmin from './families-admin.ts';
import * as filings from './filings.ts';
import * as filingsAdmin from './filings-admin.ts';
import * as listingClaims from './listing-claims.ts';
import * as licences from './licences.ts';
import * as licencesAdmin from './licences-admin.ts';
import * as sourcesAdmin from './sources-admin.ts';
import * as logos from './logos.ts';
import * as lookalikesAdmin from './lookalikes-admin.ts';
import * as lookup from './lookup.ts';
import * as mcp from './mcp.ts';
import * as masksAdmin from './masks-admin.ts';
import * as news from './news.ts';
import * as newsAdmin from './news-admin.ts';
import * as newsMentions from './news-mentions.ts';
import * as newsReaders from './news-readers.ts';
import * as openData from './open-data.ts';
import * as overviewAdmin from './overview-admin.ts';
import * as proposalsAdmin from './proposals-admin.ts';
import * as publicForm from './public-form.ts';
import * as referrals from './referrals.ts';
import * as referralsAdmin from './referrals-admin.ts';
import * as regtech from './regtech.ts';
import * as publicReply from './public-reply.ts';
import * as replies from './replies.ts';
import * as repliesAdmin from './replies-admin.ts';
import * as reports from './reports.ts';
import * as reportsAdmin from './reports-admin.ts';
import * as rescue from './rescue.ts';
import * as rescueAdmin from './rescue-admin.ts';
import * as reviews from './reviews.ts';
import * as reviewsAdmin from './reviews-admin.ts';
import * as signIn from './sign-in.ts';
import * as signUp from './sign-up.ts';
import * as submissions from './submissions.ts';
import * as tasksAdmin from './tasks-admin.ts';
import * as triageAdmin from './triage-admin.ts';
import * as taxii from './taxii.ts';
import * as v1 from './v1.ts';
import * as watchesAdmin from './watches-admin.ts';
import * as webhooks from './webhooks.ts';

export interface Area {
  name: string;
  /** One sentence for the OpenAPI documents. */
  about: string;
  /** The exports of its files, by name. */
  parts: readonly Record<string, unknown>[];
}

export const areas: readonly Area[] = [
  { name: 'Public API', about: 'What anybody can read on the site, for programs.', parts: [v1] },
  { name: 'API keys', about: 'Keys of the public API, and what was called with them.', parts: [apiKeys] },
  { name: 'Webhooks', about: 'Events that are sent to an address of yours.', parts: [webhooks] },
  {
    name: 'Providers',
    about: 'Who they are, whether they were verified, how risky they are, and what that rests on.',
    parts: [directory, lookup, evidence, submissions, logos, directoryAdmin, evidenceAdmin],
  },
  {
    name: 'Check',
    about: 'One answer about a link, a wallet, a number or a name, with its reasons, sources and dates.',
    parts: [check, lookalikesAdmin, mcp, chat],
  },
  {
    name: 'Fraud alerts',
    about: 'What people report as a scam, and after verification what everyone is warned of.',
    parts: [alerts, alertsAdmin],
  },
  { name: 'Reports', about: 'Issues with providers that people report.', parts: [reports, reportsAdmin] },
  {
    name: 'Reviews',
    about: 'What people say about providers. Only what was approved is public.',
    parts: [reviews, reviewsAdmin, experiences, experiencesAdmin],
  },
  {
    name: 'Families',
    about: 'Warned indicators that share a wallet or another trace, and what moderators say of them.',
    parts: [families, familiesAdmin],
  },
  { name: 'Open data', about: 'The published files of indicators.', parts: [openData, taxii] },
  {
    name: 'First hour',
    about: 'Whom to reach after a loss, and how staff keep these contacts true.',
    parts: [rescue, rescueAdmin],
  },
  {
    name: 'Decisions',
    about: 'Every verdict as a recorded decision, the public log of them, and what may be undone.',
    parts: [decisions, decisionLog, decisionsAdmin, masksAdmin, proposalsAdmin],
  },
  { name: 'Appeals', about: 'Asking for another look at a verdict.', parts: [appeals, appealsAdmin] },
  {
    name: 'Disputes',
    about: 'Saying that a warned link, wallet or number is not a scam.',
    parts: [disputes, disputesAdmin],
  },
  {
    name: 'Filings',
    about: 'What somebody sent, followed with its receipt: questions, answers and evidence.',
    parts: [publicForm, filings, filingsAdmin],
  },
  { name: 'Sign-in', about: 'Becoming known here, and being recognised.', parts: [accounts, signUp, signIn] },
  {
    name: 'Account',
    about: 'What people see and change about themselves.',
    parts: [account, dashboard, watches, accountsAdmin],
  },
  { name: 'Payments', about: 'Paying for a plan, and what came of it.', parts: [billing, billingAdmin] },
  { name: 'Referrals', about: 'Who invited whom, and the credits it brings.', parts: [referrals, referralsAdmin] },
  {
    name: 'News',
    about: 'What authorities announce about crypto services and fraud.',
    parts: [news, newsMentions, newsReaders, newsAdmin],
  },
  {
    name: 'Licences',
    about: 'Which provider may do what in which country, and what that rests on.',
    parts: [licences, licencesAdmin],
  },
  {
    name: 'Sources',
    about: 'Lists of other sources that the check uses, and their snapshots.',
    parts: [sourcesAdmin],
  },
  { name: 'RegTech', about: 'Figures for regulators and compliance teams.', parts: [regtech] },
  {
    name: 'Businesses',
    about: 'What a listed business says about itself.',
    parts: [business, businessMembers, businessAdmin, listingClaims, publicReply, replies, repliesAdmin],
  },
  { name: 'Contact', about: 'How to reach us.', parts: [contact, contactAdmin] },
  {
    name: 'Console',
    about: 'The queue of the team, its figures, and what takes longer than a request.',
    parts: [cases, triageAdmin, watchesAdmin, overviewAdmin, tasksAdmin],
  },
];
