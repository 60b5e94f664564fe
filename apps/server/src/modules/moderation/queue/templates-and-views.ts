/** Answer templates, which all moderators share, and saved views of the queue, which belong to one moderator. */
import type { AnswerTemplate, SavedView } from '@hakiki/contract/triage-admin';
import { notFound } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import * as store from './store.ts';

export const createTemplatesAndViews = (database: Database) => ({
  listTemplates: (): Promise<AnswerTemplate[]> => store.listTemplates(database.db),
  saveTemplate: (template: { title: string; text: string }): Promise<AnswerTemplate> =>
    store.upsertTemplate(database.db, template),
  /** Leaves templates with these titles as they are. Returns the titles that were added. */
  addMissingTemplates: (templates: readonly { title: string; text: string }[]): Promise<string[]> =>
    store.insertMissingTemplates(database.db, templates),
  async deleteTemplate(id: string): Promise<void> {
    if (!(await store.deleteTemplate(database.db, id))) throw notFound('TEMPLATE_NOT_FOUND');
  },

  listViews: ({ user }: UserActor): Promise<SavedView[]> => store.listViews(database.db, user.id),
  saveView: ({ user }: UserActor, view: { name: string; query: string }): Promise<SavedView> =>
    store.upsertView(database.db, { userId: user.id, ...view }),
  async deleteView({ user }: UserActor, id: string): Promise<void> {
    if (!(await store.deleteView(database.db, user.id, id))) throw notFound('VIEW_NOT_FOUND');
  },
});
