import type { AlertId } from '@hakiki/contract/alerts';
import type { Db } from '../../../platform/db/database.ts';
import type { MaskableEntity } from '../../moderation/workflow/service.ts';
import type { ReportDeps } from '../report-steps.ts';
import * as store from './store.ts';
import { type AlertWorkflow, updateTexts } from './workflow.ts';

interface MaskDeps extends Pick<ReportDeps, 'cases' | 'indicators' | 'intake'> {
  workflow: AlertWorkflow;
}

/** Masks private data in the alert's texts and in those merged into it, which its indicators come from. */
export const createMaskAdapter = (deps: MaskDeps) => ({
  async lock(tx: Db, id: string): Promise<MaskableEntity | undefined> {
    const locked = await store.lockAlert(tx, id as AlertId);
    if (locked?.status !== 'approved') return undefined;
    const { title, description, advice, language, affectedProviderName } = locked.publicSnapshot.statement;
    const texts: Record<string, string> = { title, description, ...(advice && { advice }) };
    for (const mergedId of await store.listMergedIds(tx, locked.id)) {
      const merged = await deps.workflow.lockForUpdate(tx, mergedId);
      texts[`merged ${mergedId} title`] = merged.publicSnapshot.statement.title;
      texts[`merged ${mergedId} description`] = merged.publicSnapshot.statement.description;
    }
    const names = [locked.listedName, affectedProviderName].filter((name) => name !== null);
    return { status: locked.status, title, language, publicSnapshot: locked.publicSnapshot, names, texts };
  },
  async write(tx: Db, id: string, texts: Readonly<Record<string, string>>): Promise<void> {
    const changes = new Map<string, Partial<Record<'title' | 'description' | 'advice', string>>>();
    for (const [key, text] of Object.entries(texts)) {
      const [, mergedId = id, field = key] = /^merged (\S+) (\w+)$/.exec(key) ?? [];
      changes.set(mergedId, { ...changes.get(mergedId), [field]: text });
    }
    for (const [alertId, changed] of changes) {
      const locked = await deps.workflow.lockForUpdate(tx, alertId as AlertId);
      await store.updateAlert(tx, locked.id, changed);
      await updateTexts(deps, tx, locked, changed, true);
    }
  },
});
