/** How alerts are decided: the workflow of an alert, and the effects of each change on its case and indicators. */
import { updateAlert } from '@hakiki/contract/alerts-admin';
import type { AlertStatus } from '@hakiki/contract/alert-values';
import type { AlertId } from '@hakiki/contract/alerts';
import type { BodyOf } from '@hakiki/contract/endpoint';
import { type AlertStatement, findChanges } from '@hakiki/contract/public-statements';
import type { Db } from '../../../platform/db/database.ts';
import type { FilingTexts } from '../../intake/service.ts';
import type { Grounds } from '../../moderation/workflow/service.ts';
import { afterTextChange, finishChange, type ReportDeps } from '../report-steps.ts';
import { type AlertPagesDeps, previewPage } from './pages.ts';
import * as store from './store.ts';

/** The fields that an administrator can edit, and those that a decision on a case sets. */
export type AlertChanges = Omit<BodyOf<typeof updateAlert>, keyof Grounds | 'status'> & {
  status?: AlertStatus | undefined;
  affectedCountries?: string[];
  affectedProviderName?: string | null;
  mergedInto?: AlertId;
  isMergedUnread?: boolean;
};

/** The texts of the reporter that become public. */
export const getFilingTexts = ({
  title,
  description,
  affectedProviderId,
  affectedProviderName,
}: AlertStatement): FilingTexts => ({
  title,
  description,
  providerName: affectedProviderId ? null : affectedProviderName,
});

type Visibility = Pick<store.LockedAlert, 'status' | 'isMergedUnread'>;

/** Indicators of such an alert are public, on its own page or on that of the alert it was merged into. */
const isPubliclyVisible = ({ status, isMergedUnread }: Visibility): boolean =>
  status === 'approved' || (status === 'merged' && !isMergedUnread);

function computeChanges(
  { publicSnapshot: { statement } }: store.LockedAlert,
  requested: AlertChanges,
): store.AlertEdit {
  const { advice, mergedInto, isMergedUnread = false, ...edit } = requested;
  const adviceChange = advice !== undefined && { advice: advice || null };
  const changed: store.AlertEdit = findChanges<AlertStatement>(statement, { ...edit, ...adviceChange });
  return changed.status === 'merged' ? { ...changed, mergedInto: mergedInto!, isMergedUnread } : changed;
}

const getIndexedText = (
  { publicSnapshot: { statement }, ownCountries }: store.LockedAlert,
  changed: store.AlertEdit = {},
) => {
  const { title, description, advice } = { ...statement, ...changed };
  return { text: [title, description, advice ?? ''].join('\n'), countries: ownCountries };
};

/** Does nothing if no text has changed. */
export async function updateTexts(
  deps: Pick<ReportDeps, 'cases' | 'indicators' | 'intake'>,
  tx: Db,
  before: store.LockedAlert,
  changed: store.AlertEdit,
  isPublic: boolean,
): Promise<void> {
  const { title, description, advice, affectedProviderName } = changed;
  const isReporterText = title !== undefined || description !== undefined || affectedProviderName !== undefined;
  if (!isReporterText && advice === undefined) return;
  const { statement } = before.publicSnapshot;
  const edited = { ...statement, ...changed };
  await afterTextChange(deps, tx, before.id, {
    original: isReporterText ? getFilingTexts(statement) : undefined,
    indexed: getIndexedText(before, changed),
    caseText: `${edited.title}\n${edited.description}`,
    isPublic,
  });
}

/** Publishes or retracts the indicators of an alert and of those merged into it. */
async function changeVisibility(
  { indicators }: Pick<ReportDeps, 'indicators'>,
  tx: Db,
  before: store.LockedAlert,
  after: { to: AlertStatus; isMergedUnread: boolean; wasVisible: boolean; mergedInto?: AlertId | null | undefined },
): Promise<void> {
  const { to, isMergedUnread, wasVisible, mergedInto } = after;
  const { id } = before;
  const isVisible = isPubliclyVisible({ status: to, isMergedUnread });
  // Alerts merged into this one change their visibility with it.
  const affectedIds = wasVisible === isVisible ? [] : [id, ...(await store.listMergedIds(tx, id))];
  for (const affectedId of affectedIds) {
    await (isVisible
      ? indicators.publish(tx, affectedId, mergedInto ?? undefined)
      : indicators.retract(tx, affectedId));
  }
  // A merged alert that is pending again gets its own indicators back.
  if (before.mergedInto && to === 'pending')
    await indicators.reword(tx, id, { ...getIndexedText(before), isPublic: false });
}

export type AlertWorkflow = ReturnType<typeof createAlertWorkflow>;

export function createAlertWorkflow(deps: ReportDeps & AlertPagesDeps) {
  const { decisions } = deps;
  return decisions.createWorkflow<store.LockedAlert, AlertChanges, store.AlertEdit>({
    subject: 'alert',
    notFoundCode: 'ALERT_NOT_FOUND',
    undecidedStatus: 'pending',
    requiresReason: true,
    publishedTexts: 'statement',
    lockForUpdate: store.lockAlert,
    computeChanges,
    saveChanges: (tx, { id }, changed) => store.updateAlert(tx, id, changed),
    auditDetail: (
      { publicSnapshot: { statement } },
      { severity, title, description, advice, affectedProviderName },
    ) => ({
      ...(severity && { severityBefore: statement.severity, severityAfter: severity }),
      ...((title || description || advice !== undefined || affectedProviderName !== undefined) && { isReworded: true }),
    }),
    /** Applies a new status to the alert's case, to the indicators, and informs the reporter. */
    async afterChange(tx, before, { from, changed, decisionId, context }) {
      const { id, mergedInto } = before;
      const wasVisible = isPubliclyVisible(before) && (!mergedInto || (await store.isApproved(tx, mergedInto)));
      await updateTexts(deps, tx, before, changed, wasVisible);
      const { status: to, isMergedUnread = false } = changed;
      if (to)
        await changeVisibility(deps, tx, before, { to, isMergedUnread, wasVisible, mergedInto: changed.mergedInto });
      await finishChange(deps, tx, id, { from, to, decisionId, context });
    },
    undoEdit: { status: 'pending' },
    proposalOptions: {
      getTitle: ({ publicSnapshot: { statement } }) => statement.title,
      parseEdit: (changes) => updateAlert.body.parse(changes),
      preview: (_, { id }, changed) => previewPage(deps, id, changed),
    },
  });
}
