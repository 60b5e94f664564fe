/** The page that an overloaded server shows; the edge shows it when no server responds. */
import { languages, languageTable } from '@hakiki/contract/site';
import { getTexts } from '../texts.ts';

const [first, ...others] = languages;
const { heading, text } = getTexts(first).unavailable;
const renderOther = (language: (typeof others)[number]): string => {
  const texts = getTexts(language).unavailable;
  return `  <p lang="${language}" dir="${languageTable[language].direction}">${texts.heading}. ${texts.text}</p>\n`;
};

export const unavailablePage = `<!doctype html>
<html lang="${first}">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Hakiki is not reachable</title>
  <h1>${heading}</h1>
  <p>${text}</p>
${others.map(renderOther).join('')}</html>
`;
