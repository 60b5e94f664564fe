import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { getAttributeValues, getLinks, getText } from '../../../test/dom-queries.ts';
import { startJsonServer } from '../../../test/fake-api.ts';
import { openPage } from '../../../test/page.tsx';
import * as screen from './dispute.tsx';

const formValues = {
  form: 'dispute',
  about: 'choir-demo.example',
  ground: 'not-scam',
  text: 'This is the website of our choir and sells nothing.',
  contactName: '',
  contactEmail: 'Choir@Example.com',
};

describe('the dispute page', () => {
  it('says that a dispute is free, needs no account, and is decided within 72 hours by two people, and asks what is wrong [CHECK-16]', async () => {
    const { body } = await openPage(screen, '/dispute');
    const text = getText(body);
    for (const expected of [
      'Dispute a warning',
      'It is free, and you need no account.',
      'You get the decision within 72 hours, with the reason. It is free.',
      'Two people must agree before a warning goes.',
      'Until the decision, the warning stays and says that it is disputed.',
      'We tell nobody who reported something to us.',
    ]) {
      expect(text).toContain(expected);
    }
    const form = body.querySelector<HTMLElement>('form[method="post"]')!;
    expect(new Set(getAttributeValues(form, 'name'))).toEqual(new Set(Object.keys(formValues)));
    expect(getLinks(body).map(({ href }) => href)).toContain('/appeal');
    setTestLanguage('fr');
    expect(getText((await openPage(screen, '/fr/dispute')).body)).toContain('Contester un avertissement');
  });

  it('takes a website or wallet from its address, and never a phone number, till or email [CHECK-16] [CHECK-07]', async () => {
    const aboutOf = async (about: string) => {
      const { body } = await openPage(screen, `/dispute?about=${encodeURIComponent(about)}`);
      return within(body).getByRole<HTMLInputElement>('textbox', { name: 'Link, wallet, number or name' }).value;
    };
    expect(await aboutOf('website:choir-demo.example/shop:1')).toBe('choir-demo.example/shop:1');
    expect(await aboutOf('tron:TXYZ')).toBe('TXYZ');
    for (const hidden of ['phone:+254712345678', 'till:832909', 'email:choir@example.com', 'unknown:x', 'website'])
      expect(await aboutOf(hidden)).toBe('');
  });

  it('works without scripts, ends with an emailed link, and says what is missing [CHECK-16]', async () => {
    const { api, requests } = await startJsonServer({ id: 'x', mailed: true, message: 'Mailed.' }, 201);
    const posted = await openPage(screen, '/dispute', { api, formFields: formValues });
    expect([posted.status, posted.location]).toEqual([303, '/dispute?sent=mailed']);
    expect(JSON.parse(requests[0]!.body)).toEqual({
      about: 'choir-demo.example',
      ground: 'not-scam',
      text: formValues.text,
      contactName: '',
      contactEmail: 'choir@example.com',
      language: 'en',
    });
    const refused = await openPage(screen, '/dispute', { formFields: { ...formValues, ground: '', text: 'No.' } });
    expect(refused.status).toBe(400);
    expect(getText(refused.body)).toContain('Please say in at least 20 characters why it is wrong');
    expect(getText(refused.body)).toContain('Please say what is wrong');
    const about = within(refused.body).getByRole<HTMLInputElement>('textbox', { name: 'Link, wallet, number or name' });
    expect(about.value).toBe('choir-demo.example');
  });
});
