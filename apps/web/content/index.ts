/** The information pages. Imported by server loaders only, so that the texts reach people as HTML and never as JavaScript. */
import { en } from './en/index.ts';
import { fr } from './fr/index.ts';
import type { InfoLanguage, InfoSlug, Page } from './page.ts';

const pages: Record<InfoLanguage, Record<InfoSlug, Page>> = { en, fr };

export const infoPage = (language: InfoLanguage, slug: InfoSlug): Page => pages[language][slug];
