/**
 * The layout of every email, in HTML and plain text. Mail programs support tables and inline styles and little else;
 * the style sheet only adds dark colours. Nothing is loaded from other servers, so opening an email is not reported to
 * anybody.
 */
import { type Language, languageTable } from '@hakiki/contract/site';
import { fillTexts, getTexts } from '../texts.ts';

export interface EmailContent {
  language: Language;
  /** The preview that mail programs show beside the subject. */
  preheader: string;
  greeting?: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  footer: string;
}

/** The greeting and footer of every email about an account. */
export function getEmailFrame(language: Language): { greeting: (name: string | null) => string; footer: string } {
  const { greeting, greetingByName, accountFooter } = getTexts(language).email;
  return { greeting: (name) => (name ? fillTexts(greetingByName, { name }) : greeting), footer: accountFooter };
}

export const renderEmail = (content: EmailContent): { html: string; text: string } => {
  const typeset = content.language === 'fr' ? typesetFrench(content) : content;
  return { html: toHtml(typeset), text: toText(typeset) };
};

/** French puts a narrow no-break space before certain punctuation marks. */
const withFrenchSpaces = (text: string): string =>
  text.replaceAll(/ (?=[:;?!»](?:\s|$))/g, '\u202f').replaceAll('« ', '«\u202f');

const typesetFrench = ({ greeting, ...content }: EmailContent): EmailContent => ({
  ...content,
  preheader: withFrenchSpaces(content.preheader),
  ...(greeting && { greeting: withFrenchSpaces(greeting) }),
  paragraphs: content.paragraphs.map(withFrenchSpaces),
  footer: withFrenchSpaces(content.footer),
});

function toText({ language, greeting, paragraphs, action, footer }: EmailContent): string {
  const parts = [
    ...(greeting ? [greeting] : []),
    ...paragraphs,
    ...(action ? [`${action.label}\n${action.url}`] : []),
    `-- \nHakiki. ${getTexts(language).email.slogan}\n${footer}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const fontStyle = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const bodyStyle = `margin:0 0 16px;${fontStyle};font-size:16px;line-height:24px;color:#1c1b2e`;
const smallStyle = `margin:0;${fontStyle};font-size:14px;line-height:20px;color:#575569`;

const darkColours = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#13121d!important}
.card{background:#1c1a2a!important;border-color:#35324a!important}
.ink{color:#eceaf5!important}
.muted{color:#aeabc4!important}
.brand{color:#b9b5ff!important}
.button{background:#b9b5ff!important}
.button a{color:#16143a!important}
}`;

function toHtml({ language, preheader, greeting, paragraphs, action, footer }: EmailContent): string {
  const { slogan, linkHint } = getTexts(language).email;
  const { direction } = languageTable[language];
  const start = direction === 'rtl' ? 'right' : 'left';
  const texts = [...(greeting ? [greeting] : []), ...paragraphs];
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>Hakiki</title>
<style>${darkColours}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbf9f4">
<div style="display:none;max-height:0;overflow:hidden">${escape(preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background:#fbf9f4">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td align="${start}" style="padding:0 4px 16px">
<p class="brand" style="margin:0;${fontStyle};font-size:22px;line-height:28px;font-weight:700;color:#322c85">Hakiki</p>
<p class="muted" style="${smallStyle}">${escape(slogan)}</p>
</td></tr>
<tr><td align="${start}" class="card" style="padding:24px 24px 8px;background:#ffffff;border:1px solid #e0dacd;border-radius:12px">
${texts.map((text) => `<p class="ink" style="${bodyStyle}">${escape(text)}</p>`).join('\n')}
${action ? actionHtml(action, linkHint) : ''}
</td></tr>
<tr><td align="${start}" style="padding:16px 4px 0">
<p class="muted" style="${smallStyle}">${escape(footer)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function actionHtml({ label, url }: { label: string; url: string }, linkHint: string): string {
  const address = escape(url);
  const link = `${fontStyle};font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">
<tr><td class="button" style="background:#322c85;border-radius:8px">
<a href="${address}" style="display:inline-block;padding:12px 24px;${link}">${escape(label)}</a>
</td></tr>
</table>
<p class="muted" style="${smallStyle};margin:0 0 16px">${escape(linkHint)}<br>
<a class="brand" href="${address}" dir="ltr" style="color:#322c85;word-break:break-all">${address}</a></p>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For text and for attribute values in double quotes. */
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
