import type { InfoSlug, Page } from '../page.ts';
import { about } from './about.ts';
import { firstHour } from './first-hour.ts';
import { help } from './help.ts';
import { figures } from './figures.ts';
import { howWeRate } from './how-we-rate.ts';
import { privacy } from './privacy.ts';
import { safety } from './safety.ts';
import { terms } from './terms.ts';

export const pages: Record<InfoSlug, Page> = {
  safety,
  'first-hour': firstHour,
  help,
  about,
  'how-we-rate': howWeRate,
  figures,
  privacy,
  terms,
};
