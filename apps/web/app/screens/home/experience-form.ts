/** Validates and sends an experience. Loaded when the user starts to write. */
import { NewExperience } from '@hakiki/contract/experiences';
import { defineForm } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';

export const experienceForm = defineForm({
  name: 'experience',
  mutation: defineMutation('POST', '/api/experiences'),
  schema: NewExperience,
  failure: { title: m.home_share_error, fallback: m.home_share_failed },
  getFixedValues: () => ({ language: currentLanguage() }),
  next: ({ mailed }) => `${pathTo('/')}?shared=${mailed ? 'mailed' : 'yes'}#share`,
});
