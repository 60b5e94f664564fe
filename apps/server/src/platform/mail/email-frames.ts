/** The greeting and footer of every email about an account. */
import type { Language } from '@hakiki/contract/site';

export const emailFrames: Record<Language, { greeting: (name: string | null) => string; footer: string }> = {
  en: {
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    footer: 'You receive this email because of your Hakiki account.',
  },
  fr: {
    greeting: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
    footer: 'Vous recevez ce message parce que vous avez un compte Hakiki.',
  },
};
