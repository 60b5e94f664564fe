/** The public forms and the module that handles each. */
import { type AlertId, type MyReport, NewAlert } from '@hakiki/contract/alerts';
import { type AppealId, NewAppeal, type OwnAppeal } from '@hakiki/contract/appeals';
import { NewContactMessage } from '@hakiki/contract/contact';
import { type DisputeId, NewDispute, type OwnDispute } from '@hakiki/contract/disputes';
import type { ProviderId } from '@hakiki/contract/directory';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import { type ExperienceId, NewExperience } from '@hakiki/contract/experiences';
import type { Receipt } from '@hakiki/contract/filed';
import { type targetLimits, waitingTimes } from '@hakiki/contract/limits';
import type { PublicFormKind } from '@hakiki/contract/public-form';
import { NewReport, type Report, type ReportId } from '@hakiki/contract/reports';
import type { Language } from '@hakiki/contract/site';
import { NewSubmission, type submitProvider } from '@hakiki/contract/submissions';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { AlertsService } from '../reports/alerts/service.ts';
import type { AppealsService } from '../moderation/appeals/service.ts';
import type { DisputesService } from '../moderation/disputes/service.ts';
import type { ContactService } from '../contact/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { ExperiencesService } from '../reviews/experiences/service.ts';
import type { ReportsService } from '../reports/issues/service.ts';

interface SubmissionContext<Id> {
  /** The sender may know this id already, from the reply before the confirmation. */
  id: Id;
  actor: Actor;
  language: Language;
}

interface PublicForm<Content, Item, Id> {
  /** Also validates content that was waiting for its confirmation: it may be from an earlier release. */
  content: z.core.$ZodType<Content>;
  /** Limits messages to one target. Reports have no limit: when a provider collapses, everybody reports it. */
  limit?: { name: keyof typeof targetLimits; target: (content: Content) => string };
  /** Passes the content to its module. */
  accept: (tx: Db, content: Content, by: SubmissionContext<Id>) => Promise<{ item: Item; receipt?: Receipt }>;
  /** The reply to the sender before the content is confirmed. */
  preview: (content: Content, id: Id, language: Language) => Item;
  /** Shown to the sender. */
  thanks: string;
}

const ContactContent = z.omit(NewContactMessage, { proof: true });
const ExperienceContent = z.omit(NewExperience, { proof: true, language: true, email: true });
const AlertContent = z.omit(NewAlert, { proof: true, language: true });
const ReportContent = z.omit(NewReport, { proof: true, language: true });
const AppealContent = z.omit(NewAppeal, { proof: true, language: true });
const DisputeContent = z.omit(NewDispute, { proof: true, language: true });
const SubmissionContent = z.omit(NewSubmission, { proof: true, language: true });

export interface FormContents {
  contact: z.infer<typeof ContactContent>;
  experience: z.infer<typeof ExperienceContent>;
  alert: z.infer<typeof AlertContent>;
  report: z.infer<typeof ReportContent>;
  submission: z.infer<typeof SubmissionContent>;
  appeal: z.infer<typeof AppealContent>;
  dispute: z.infer<typeof DisputeContent>;
}
export type FormKind = PublicFormKind;

/** The type of the id in each module. */
export interface FormIds {
  contact: string;
  experience: ExperienceId;
  alert: AlertId;
  report: ReportId;
  submission: ProviderId;
  appeal: AppealId;
  dispute: DisputeId;
}

/** The part of the reply that depends on the form. */
export interface FormItems {
  contact: object;
  experience: { id: ExperienceId; status: 'pending' };
  alert: MyReport;
  report: Report;
  submission: Omit<ReplyOf<typeof submitProvider>, 'message' | 'receipt' | 'mailed'>;
  appeal: OwnAppeal;
  dispute: OwnDispute;
}

export interface FormModules {
  alerts: Pick<AlertsService, 'accept' | 'preview'>;
  appeals: Pick<AppealsService, 'accept' | 'preview'>;
  contact: Pick<ContactService, 'accept'>;
  disputes: Pick<DisputesService, 'accept' | 'preview'>;
  directory: Pick<DirectoryService, 'submit' | 'previewSubmission'>;
  experiences: Pick<ExperiencesService, 'accept'>;
  reports: Pick<ReportsService, 'accept' | 'preview'>;
}

const { appealDays, disputeHours, scamReportHours, providerSubmissionBusinessDays, salesReplyHours } = waitingTimes;
const formatRange = ({ from, to }: { from: number; to: number }) => `${from}-${to}`;

const experienceItem = (id: ExperienceId) => ({ id, status: 'pending' as const });

export const createForms = ({
  alerts,
  appeals,
  contact,
  directory,
  disputes,
  experiences,
  reports,
}: FormModules): { [Kind in FormKind]: PublicForm<FormContents[Kind], FormItems[Kind], FormIds[Kind]> } => ({
  contact: {
    content: ContactContent,
    limit: { name: 'messagesFromSender', target: ({ email }) => email },
    async accept(tx, content) {
      await contact.accept(tx, content);
      return { item: {} };
    },
    preview: () => ({}),
    thanks: `Our sales team will reply within ${salesReplyHours} hours.`,
  },
  experience: {
    content: ExperienceContent,
    limit: {
      name: 'experiencesAboutProvider',
      target: ({ providerName }) => providerName.toLowerCase().replaceAll(/\s+/g, ' '),
    },
    async accept(tx, content, { id, language }) {
      await experiences.accept(tx, content, { id, language });
      return { item: experienceItem(id) };
    },
    preview: (_, id) => experienceItem(id),
    thanks: 'Thank you. It will be visible once verified by the team.',
  },
  alert: {
    content: AlertContent,
    accept: (tx, content, by) => alerts.accept(tx, content, by),
    preview: (content, id) => alerts.preview(content, id),
    thanks: `Your report will be verified by our team, typically within ${formatRange(scamReportHours)} hours.`,
  },
  report: {
    content: ReportContent,
    accept: (tx, content, by) => reports.accept(tx, content, by),
    preview: (content, id, language) => reports.preview(content, id, language),
    thanks: 'Your report has been submitted and will be investigated. Thank you for helping keep the community safe.',
  },
  submission: {
    content: SubmissionContent,
    accept: (tx, content, by) => directory.submit(tx, content, by),
    preview: (content, id) => directory.previewSubmission(content, id),
    thanks: `Your submission will be reviewed within ${formatRange(providerSubmissionBusinessDays)} business days.`,
  },
  appeal: {
    content: AppealContent,
    accept: (tx, content, by) => appeals.accept(tx, content, by),
    preview: (content, id) => appeals.preview(content, id),
    thanks: `Your appeal will be decided within ${appealDays} days by somebody who did not decide this before.`,
  },
  dispute: {
    content: DisputeContent,
    accept: (tx, content, by) => disputes.accept(tx, content, by),
    preview: (content, id) => disputes.preview(content, id),
    thanks: `Your dispute will be decided within ${disputeHours} hours.`,
  },
});
