/**
 * The information pages. Imported by server loaders only, so that the texts reach people as HTML and never as
 * JavaScript.
 */
import type { Language } from '@hakiki/contract/site';
import type { ApiDocsWords } from './api-docs-words.ts';
import * as ar from './ar/index.ts';
import * as en from './en/index.ts';
import * as fr from './fr/index.ts';
import type { InfoSlug, Page } from './page.ts';
import * as pt from './pt/index.ts';
import * as sw from './sw/index.ts';

/** The folder of each language. */
const content: Record<Language, { pages: Record<InfoSlug, Page>; apiDocs?: ApiDocsWords }> = { en, fr, pt, sw, ar };

export const infoPage = (language: Language, slug: InfoSlug): Page => content[language].pages[slug];

/** In English where a language is partial. */
export const apiDocsWords = (language: Language): ApiDocsWords => content[language].apiDocs ?? en.apiDocs;
