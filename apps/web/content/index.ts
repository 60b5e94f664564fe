/** The information pages. Imported by server loaders only, so that the texts reach people as HTML and never as JavaScript. */
import * as en from './en/index.ts';
import * as fr from './fr/index.ts';
import type { InfoLanguage, InfoSlug, Page } from './page.ts';

const pages = { en, fr } satisfies Record<InfoLanguage, Record<InfoSlug, Page>>;

export const infoPage = (language: InfoLanguage, slug: InfoSlug): Page => pages[language][slug];
