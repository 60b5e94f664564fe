import { describe, expect, it } from 'vitest';
import { renderEmail } from './layout.ts';

const content = {
  language: 'en',
  preheader: 'One step is left.',
  greeting: 'Hello Amina,',
  paragraphs: ['Please confirm your address.', 'The link works for 24 hours.'],
  action: { label: 'Confirm address', url: 'https://hakiki.example/verify-email?token=a&next=b' },
  footer: 'You receive this because somebody signed up with this address.',
} as const;
const render = (changes: Partial<Parameters<typeof renderEmail>[0]> = {}) =>
  renderEmail({ ...content, paragraphs: [...content.paragraphs], ...changes });

describe('the email layout', () => {
  it('the email layout has the same content in plain text, with the full link', () => {
    expect(render().text).toBe(
      'Hello Amina,\n\nPlease confirm your address.\n\nThe link works for 24 hours.\n\n' +
        'Confirm address\nhttps://hakiki.example/verify-email?token=a&next=b\n\n' +
        '-- \nHakiki. Verify before you trust.\nYou receive this because somebody signed up with this address.\n',
    );
  });

  it('the email layout shows the parts of an email in order, below the name and slogan', () => {
    const { html } = render();
    const positions = [
      content.preheader,
      '>Hakiki</p>',
      'Verify before you trust.',
      content.greeting,
      ...content.paragraphs,
      '>Confirm address</a>',
      content.footer,
    ].map((part) => html.indexOf(part));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    expect(html.match(/href="[^"]*"/g)).toEqual(
      Array.from({ length: 2 }, () => 'href="https://hakiki.example/verify-email?token=a&amp;next=b"'),
    );
  });

  it('the email layout declares its language and uses it', () => {
    expect(render().html).toContain('<html lang="en"');
    const french = render({ language: 'fr' });
    expect(french.html).toContain('<html lang="fr"');
    for (const form of [french.html, french.text]) expect(form).toContain('Vérifiez avant de faire confiance.');
    expect(french.html).toContain('Si le bouton ne fonctionne pas, ouvrez cette adresse\u202f:');
    expect(french.html + french.text).not.toContain('Verify before');
  });

  it('the email layout uses narrow no-break spaces before French punctuation [WARN-16]', () => {
    const input = 'Si ce n’est pas vous : ne faites rien. Lisez « Mot de passe oublié ? » ; merci !';
    const typeset =
      'Si ce n’est pas vous\u202f: ne faites rien. Lisez «\u202fMot de passe oublié\u202f?\u202f»\u202f; merci\u202f!';
    for (const form of Object.values(render({ language: 'fr', paragraphs: [input] }))) expect(form).toContain(typeset);
    for (const form of Object.values(render({ paragraphs: [input] }))) expect(form).toContain(input);
  });

  it('the email layout escapes a name, whatever it contains', () => {
    const name = `<script>alert("1")</script> & 'Sons'`;
    const { html, text } = render({
      preheader: name,
      greeting: name,
      paragraphs: [name],
      action: { label: name, url: 'https://hakiki.example/"><script>' },
      footer: name,
    });
    expect(html).not.toContain('<script');
    expect(html.split('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Sons&#39;')).toHaveLength(6);
    expect(html).toContain('href="https://hakiki.example/&quot;&gt;&lt;script&gt;"');
    expect(text).toContain(name);
  });

  it('the email layout loads nothing from other servers and supports dark mode', () => {
    const { html } = render();
    expect(html).not.toMatch(/<(img|link|script|iframe)\b|url\(|@import|src=/i);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
  });

  it('the email layout works without a greeting and a button', () => {
    const { html, text } = renderEmail({ language: 'en', preheader: '', paragraphs: ['Done.'], footer: 'Bye.' });
    expect(text).toBe('Done.\n\n-- \nHakiki. Verify before you trust.\nBye.\n');
    expect(html).not.toContain('<a ');
  });
});
