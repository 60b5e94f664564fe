/** Validates and sends an experience. Loaded when the user starts to write. */
import { NewExperience } from '@hakiki/contract/experiences';
import { describeForm } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { to } from '../../lib/pages/paths.ts';
import { write } from '../../lib/api/writes.ts';
import { m } from '../../paraglide/messages.js';

export const experienceForm = describeForm({
  name: 'experience',
  write: write('POST', '/api/experiences'),
  schema: NewExperience,
  failure: { title: m.home_share_error, fallback: m.home_share_failed },
  fixed: () => ({ language: currentLanguage() }),
  next: ({ mailed }) => `${to('/')}?shared=${mailed ? 'mailed' : 'yes'}#share`,
});
