/** The information pages. Imported by server loaders only, so that the texts reach people as HTML and never as JavaScript. */
import { safety as safetyEn } from './en/safety.ts';
import { safety as safetyFr } from './fr/safety.ts';
import type { InfoLanguage, InfoSlug, Page } from './page.ts';

const pages = {
  en: { safety: safetyEn },
  fr: { safety: safetyFr },
} satisfies Record<InfoLanguage, Record<InfoSlug, Page>>;

export const infoPage = (language: InfoLanguage, slug: InfoSlug): Page => pages[language][slug];
