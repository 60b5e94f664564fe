import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startJsonServer } from '../../../test/fake-api.ts';
import { aReceipt } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import { getFacts, getPostForm, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import * as screen from './confirm-submission.tsx';

const formFields = { form: 'confirm', token: 'abc' };

describe('confirming a submission by the emailed link', () => {
  it('opening the page confirms nothing: the visitor has to press a button', async () => {
    const { body } = await openPage(screen, '/confirm-submission?token=abc');
    expect(within(body).queryAllByRole('button').map(getText)).toEqual(['Confirm and send']);
    expect([...new FormData(getPostForm(body))]).toContainEqual(['token', 'abc']);
  });

  it('pressing the button sends the token once, and the page says that the submission has arrived', async () => {
    const { api, requests } = await startJsonServer({ message: 'Confirmed.', kind: 'contact' });
    const page = await openPage(screen, '/confirm-submission?token=abc', { api, formFields });
    expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/api/confirm-submission', '{"token":"abc"}'],
    ]);
    expect([page.status, page.location]).toEqual([303, '/confirm-submission?confirmed=contact']);
    const { body } = await openPage(screen, page.location!);
    expect(getText(body)).toMatch(/^Thank you, we have received it .* replies by email within 24 hours\./);
  });

  it('after an experience is confirmed, the page says what happens next, by when and where it will appear [WARN-12]', async () => {
    const { api } = await startJsonServer({ message: 'Confirmed.', kind: 'experience' });
    const { location } = await openPage(screen, '/confirm-submission?token=abc', { api, formFields });
    expect(getText((await openPage(screen, location!)).body)).toContain(
      'Your experience has arrived Our team reads it before it is public, typically within 3-5 business days. ' +
        'Once approved, it appears among the community reports on the home page.',
    );
  });

  it('after a report is confirmed, the page itself shows the receipt, and its code is in no URL', async () => {
    const { api } = await startJsonServer({ message: 'Confirmed.', kind: 'alert', receipt: aReceipt() });
    const submitForm = () => openPage(screen, '/confirm-submission?token=abc', { api, formFields });
    // The server loads the component of the receipt lazily, so the first requests may not contain it yet.
    await expect.poll(async () => getText((await submitForm()).body)).toContain('Receipt code');
    const { status, location, body } = await submitForm();
    expect({ status, location }).toEqual({ status: 200, location: null });
    expect(getText(body)).toContain('Your report has reached us');
    expect(getText(body)).toContain('Our team verifies your report, typically within 24-48 hours.');
    expect(getText(body)).toContain('Lost money just now? What to do in the first hour');
    expect(getFacts(body)).toEqual([
      ['Receipt code', 'K7Q2- 9XJM- 4RTV- 8WBC- 3DFG'],
      ['Decision by', 'Mar 9, 2025'],
      ['Reference number (to quote when you write to us)', 'HK-00000001'],
    ]);
    expect(getAttributeValues(body, 'href').join(' ')).not.toContain('K7Q2');
    // One press follows the report: the code travels in the body of the POST request.
    expect(getAttributeValues(body, 'action')).toEqual(['/follow']);
  });

  it('the confirmation page says that a link is expired or was used, and what to do', async () => {
    const invalid = {
      message: 'This link may be invalid or expired. Please ask for a new one.',
      code: 'LINK_INVALID',
    };
    const { api } = await startJsonServer(invalid, 400);
    const { body } = await openPage(screen, '/confirm-submission?token=abc', { api, formFields });
    expect(getText(body)).toContain('Not confirmed This link may be invalid or expired.');
    expect(getText(body)).toContain('please send it again');
  });

  it('the confirmation page says what to do when it is opened without a token', async () => {
    const { body } = await openPage(screen, '/confirm-submission');
    expect(getText(body)).toContain('Please open this page with the link in our email');
    expect(body.querySelector('form')).toBeNull();
  });

  it('the confirmation page is in French under /fr', async () => {
    setTestLanguage('fr');
    const { body } = await openPage(screen, '/fr/confirm-submission?token=abc');
    expect(getText(body)).toContain('Confirmez votre envoi');
  });
});
