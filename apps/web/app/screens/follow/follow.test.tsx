import { errors } from '@hakiki/contract/errors';
import { evidenceLimits } from '@hakiki/contract/limits';
import { describe, expect, it } from 'vitest';
import { aFiling, anId } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import { getFacts, getPostForm, getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import type { Api } from '../../lib/api/api.ts';
import { getNextStepText } from './filing-labels.ts';
import * as screen from './follow.tsx';

const code = 'k7q2 9xjm-4rtv8wbc3dfg';
const question = {
  id: anId(7),
  question: 'On which day did you pay?',
  askedAt: '2025-03-08T10:00:00Z',
  answer: null,
  answeredAt: null,
};
const file = {
  id: anId(8),
  name: 'chat.jpg',
  type: 'image/jpeg',
  bytes: 340 * 1024,
  url: `/api/evidence/${anId(8)}?ticket=t1`,
};

interface RecordedRequest {
  method: string | undefined;
  path: string;
  body: unknown;
}

/** Stubs an API: responds to each path with its reply, or with the error of that code. */
function createApi(replies: Record<string, unknown>): { api: Api; requests: RecordedRequest[] } {
  const requests: RecordedRequest[] = [];
  const api: Api = (path, init) => {
    requests.push({ method: init?.method, path, body: init?.body });
    const reply = replies[path];
    if (typeof reply !== 'string') return Promise.resolve(Response.json(reply));
    const { message } = errors[reply as keyof typeof errors];
    return Promise.resolve(Response.json({ message, code: reply }, { status: 400 }));
  };
  return { api, requests };
}

const postForm = (api: Api, formFields: Record<string, string | File>, path = '/follow') =>
  openPage(screen, path, { api, formFields });
const postLookUp = (api: Api, path?: string) => postForm(api, { form: 'look-up', receipt: code }, path);

/** Renders the page of a report in this state for its reporter. */
const renderFollowed = async (state: Record<string, unknown>) =>
  (await postLookUp(createApi({ '/api/filings/look-up': aFiling(state) }).api)).body;

describe('following a report', () => {
  it('the follow page asks for the receipt code and does not let the browser store it', async () => {
    const { body } = await openPage(screen, '/follow');
    const field = getPostForm(body).querySelector<HTMLInputElement>('input[name="receipt"]')!;
    expect([field.autocomplete, field.value]).toEqual(['off', '']);
  });

  it('search engines do not index the page', () => {
    const tags = screen.meta({ matches: [], location: { search: '' } } as unknown as Parameters<typeof screen.meta>[0]);
    expect(tags).toContainEqual({ name: 'robots', content: 'noindex' });
  });

  it('the follow page shows the status and the next step, with the code in no URL', async () => {
    const { api, requests } = createApi({ '/api/filings/look-up': aFiling({ expectedBy: '2125-03-09T10:00:00Z' }) });
    const { status, body } = await postLookUp(api);
    expect(status).toBe(200);
    expect(requests).toMatchObject([{ method: 'POST', path: '/api/filings/look-up' }]);
    expect(JSON.parse(requests[0]!.body as string)).toEqual({ code });
    expect(getText(body)).toContain('Fake exchange takes deposits Under Review Reference number: HK-00000001');
    expect(getText(body)).toContain('Our team is checking it. You usually get the decision by Mar 9, 2125.');
    const addresses = [...getAttributeValues(body, 'href'), ...getAttributeValues(body, 'action')].join(' ');
    expect(addresses).not.toMatch(/k7q2/i);
    expect(getAttributeValues(body, 'value')).toContain(code);
  });

  it('the follow page shows the progress as steps and marks the current one', async () => {
    const steps = async (state: Record<string, unknown>) =>
      [...(await renderFollowed(state)).querySelectorAll('ol > li')].map((step) =>
        step.hasAttribute('aria-current') ? `${getText(step)} (here)` : getText(step),
      );
    expect(await steps({})).toEqual([
      'Received Mar 7, 2025',
      'Checked by our team now (here)',
      'Decision by Mar 9, 2025',
    ]);
    expect(await steps({ status: 'approved', decidedAt: '2025-03-08T10:00:00Z' })).toEqual([
      'Received Mar 7, 2025',
      'Checked by our team',
      'Decision: Approved Mar 8, 2025',
    ]);
  });

  it('the follow page links from a confirmed report to the alert that counts it [VERD-05]', async () => {
    const body = await renderFollowed({ status: 'merged', alertId: anId(70), decidedAt: '2025-03-08T10:00:00Z' });
    expect(getText(body)).toContain('Decision: Confirmed Mar 8, 2025');
    expect(getLinks(body)).toContainEqual({ href: `/alerts/${anId(70)}`, text: 'See the public alert' });
    expect(getText(await renderFollowed({}))).not.toContain('See the public alert');
  });

  it('the follow page names an issue report by its issue and provider, and shows a rejected one as Rejected [DEC-26]', async () => {
    const report = { kind: 'report', title: 'Zukari Vault', reportType: 'withdrawal_issues', status: 'rejected' };
    const head = (await renderFollowed(report)).querySelector('header')!;
    expect(getText(head)).toBe('Withdrawal issues: Zukari Vault Rejected Reference number: HK-00000001');
  });

  it('the follow page shows the server’s message about an unknown receipt, and keeps the typed code', async () => {
    const { status, body } = await postLookUp(createApi({ '/api/filings/look-up': 'FILING_NOT_FOUND' }).api);
    expect(status).toBe(400);
    expect(getText(body)).toContain('Code not found. It has 20 characters: compare them one by one.');
    expect(getAttributeValues(body, 'value')).toContain(code);
  });

  it('the follow page says that there were too many attempts', async () => {
    const { body } = await postLookUp(createApi({ '/api/filings/look-up': 'RATE_LIMITED' }).api);
    expect(getText(body)).toContain('We could not show your report Too many requests. Please wait a moment.');
  });

  it('the follow page sends no request without a receipt', async () => {
    const { api, requests } = createApi({});
    const { status, body } = await postForm(api, { form: 'look-up', receipt: ' ' });
    expect(status).toBe(400);
    expect(requests).toEqual([]);
    expect(getText(body)).toContain('Please enter your receipt code');
  });

  it.each(['HK-0000BEEF', 'hk 0000beef'])(
    'the follow page tells a reporter who typed the reference number %s that it needs the receipt code [VERD-05]',
    async (receipt) => {
      const { api, requests } = createApi({});
      const { status, body } = await postForm(api, { form: 'look-up', receipt });
      expect([status, requests]).toEqual([400, []]);
      expect(getText(body)).toContain('This is the reference number (HK-). We need the receipt code');
      expect(getAttributeValues(body, 'value')).toContain(receipt);
    },
  );

  it('the follow page shows what was sent, and that contact data is encrypted', async () => {
    const indicators = [
      { kind: 'website', value: 'baobab.example' },
      { kind: 'phone', value: null },
    ];
    const body = await renderFollowed({ hasContact: true, amountLost: 'R1 000', indicators });
    const facts = new Map(getFacts(body));
    expect(facts.get('Amount lost')).toBe('R1 000');
    expect(facts.get('Your contact details')).toContain('Encrypted.');
    expect(facts.get('Addresses found in your text')).toBe('Website: baobab.example Phone number: stored as a hash');
    expect([...facts.keys()]).not.toContain('More details');
  });

  it('the follow page lists the files with links, for the reporter only', async () => {
    const body = await renderFollowed({ evidence: [file] });
    expect(getLinks(body)).toContainEqual({ href: file.url, text: 'chat.jpg (opens in a new tab)' });
    expect(getText(body)).toContain('340 kB');
    expect(getText(await renderFollowed({}))).toContain('No files yet.');
  });

  it('the follow page accepts no more files than the limit of a report', async () => {
    const evidence = Array.from({ length: evidenceLimits.files }, (_, number) => ({ ...file, id: anId(number + 10) }));
    const body = await renderFollowed({ evidence });
    expect(getText(body)).toContain('This report has the maximum number of files.');
    expect(body.innerHTML).not.toContain('type="file"');
  });

  it('the follow page rejects an unknown form', async () => {
    const posted = new Request('http://site.example/follow', {
      method: 'POST',
      body: new URLSearchParams({ form: 'other' }),
    });
    const { context } = createServerContext(createApi({}).api);
    await expect(screen.action({ request: posted, context })).rejects.toMatchObject({ init: { status: 400 } });
  });

  it('the follow page is in French under /fr', async () => {
    setTestLanguage('fr');
    const { body } = await postLookUp(createApi({ '/api/filings/look-up': aFiling() }).api, '/fr/follow');
    expect(getText(body)).toContain('En cours de vérification');
    expect(getAttributeValues(body, 'action')).toContain('/fr/follow');
  });
});

describe('a report that was edited before it was published [VERD-06]', () => {
  it('the follow page shows the reporter the public text and says that it was edited', async () => {
    const editedText = 'Our team edited this text';
    expect(getText(await renderFollowed({ isEdited: true, description: '[name removed] paid.' }))).toContain(
      editedText,
    );
    expect(getText(await renderFollowed({ isEdited: false }))).not.toContain(editedText);
  });
});

describe('a question from our team', () => {
  const answer = { form: `answer-${question.id}`, receipt: code, answer: ' On 3 March. ' };

  it('the follow page shows the question with a form for the answer', async () => {
    const body = await renderFollowed({ questions: [question] });
    expect(getText(body)).toContain('Asked Mar 8, 2025 On which day did you pay?');
    expect(getText(body)).toContain('Our team has a question for you.');
    expect(body.innerHTML).toContain(`name="form" value="answer-${question.id}"`);
  });

  it('the reporter answers without scripts, and the page shows the answer', async () => {
    const answeredQuestion = { ...question, answer: 'On 3 March.', answeredAt: '2025-03-09T10:00:00Z' };
    const { api, requests } = createApi({ '/api/filings/answers': aFiling({ questions: [answeredQuestion] }) });
    const { status, body } = await postForm(api, answer);
    expect(status).toBe(200);
    expect(JSON.parse(requests[0]!.body as string)).toEqual({ code, questionId: question.id, answer: 'On 3 March.' });
    expect(getText(body)).toContain('Your answer, Mar 9, 2025 On 3 March.');
    expect(getText(body)).toContain('Answer sent');
    expect(body.querySelector('textarea')).toBeNull();
  });

  it('the follow page of the report keeps an answer that was rejected', async () => {
    const { api } = createApi({
      '/api/filings/answers': 'RATE_LIMITED',
      '/api/filings/look-up': aFiling({ questions: [question] }),
    });
    const { body } = await postForm(api, answer);
    expect(getText(body)).toContain('Answer not sent Too many requests. Please wait a moment.');
    expect(getText(body.querySelector('textarea')!)).toBe('On 3 March.');
    expect(getText(body)).toContain('HK-00000001');
  });

  it('the answer form requires an answer', async () => {
    const { api, requests } = createApi({ '/api/filings/look-up': aFiling({ questions: [question] }) });
    const { status, body } = await postForm(api, { ...answer, answer: '  ' });
    expect(status).toBe(400);
    expect(getText(body)).toContain('Please write an answer');
    expect(requests.map(({ path }) => path)).toEqual(['/api/filings/look-up']);
  });

  it('a signed-in reporter answers without a receipt', async () => {
    const { api, requests } = createApi({ '/api/filings/answers': aFiling() });
    await postForm(api, { form: answer.form, filing: anId(), answer: 'On 3 March.' });
    expect(JSON.parse(requests[0]!.body as string)).toEqual({
      id: anId(),
      questionId: question.id,
      answer: 'On 3 March.',
    });
  });
});

describe('uploading a file without scripts', () => {
  const uploadUrl = `/api/evidence/${anId(8)}?ticket=t0`;
  const toFilePost = (fileValue: File | string) => ({ form: 'add-file', receipt: code, file: fileValue });

  it('a posted file is announced, uploaded and listed', async () => {
    const { api, requests } = createApi({
      '/api/filings/evidence': { id: anId(8), uploadUrl },
      [uploadUrl]: file,
      '/api/filings/look-up': aFiling({ evidence: [file] }),
    });
    const { status, body } = await postForm(api, toFilePost(new File(['picture'], 'chat.jpg', { type: 'image/jpeg' })));
    expect(status).toBe(200);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/filings/evidence',
      `PUT ${uploadUrl}`,
      'POST /api/filings/look-up',
    ]);
    expect(JSON.parse(requests[0]!.body as string)).toEqual({ code, name: 'chat.jpg', bytes: 7 });
    expect(Buffer.from(requests[1]!.body as ArrayBuffer).toString()).toBe('picture');
    expect(getText(body)).toContain('Files added');
    expect(getLinks(body)).toContainEqual({ href: file.url, text: 'chat.jpg (opens in a new tab)' });
  });

  it('the follow page of the report shows the server’s message about a rejected file', async () => {
    const { api } = createApi({
      '/api/filings/evidence': { id: anId(8), uploadUrl },
      [uploadUrl]: 'FILE_REFUSED',
      '/api/filings/look-up': aFiling(),
    });
    const { status, body } = await postForm(api, toFilePost(new File(['text'], 'notes.txt', { type: 'text/plain' })));
    expect(status).toBe(400);
    expect(getText(body)).toContain(
      'File not added We could not read this file. We accept pictures (JPEG, PNG, WebP) and PDF files',
    );
    expect(getText(body)).toContain('HK-00000001');
  });

  it.each([
    ['nothing', ''],
    ['an empty choice', new File([], '')],
  ])('the follow page asks for a file when %s was posted', async (_, given) => {
    const { body } = await postForm(createApi({ '/api/filings/look-up': aFiling() }).api, toFilePost(given));
    expect(getText(body)).toContain('Please choose a file');
  });

  it('a file of more than 10 MB is not sent to the API', async () => {
    const { api, requests } = createApi({ '/api/filings/look-up': aFiling() });
    await postForm(api, toFilePost(new File([new Uint8Array(evidenceLimits.fileBytes + 1)], 'film.pdf')));
    expect(requests.map(({ path }) => path)).toEqual(['/api/filings/look-up']);
  });
});

describe('the next step of a report', () => {
  const beforeDeadline = Date.parse('2025-03-08T10:00:00Z');
  const afterDeadline = Date.parse('2025-03-10T10:00:00Z');

  it('the next-step text names the date of the decision, and admits it when that date has passed', () => {
    expect(getNextStepText(aFiling(), beforeDeadline)).toBe(
      'Our team is checking it. You usually get the decision by Mar 9, 2025.',
    );
    expect(getNextStepText(aFiling(), afterDeadline)).toContain(
      'You should have had the decision by Mar 9, 2025. We are late',
    );
  });

  it.each([
    ['alert', 'approved', 'is now a public alert'],
    ['alert', 'merged', 'there is one public alert, and your report counts in it'],
    ['alert', 'rejected', 'could not confirm the report'],
    ['report', 'merged', 'there is one public alert, and your report counts in it'],
    ['report', 'investigating', 'is looking into it'],
    ['report', 'resolved', 'has finished looking into it'],
    ['report', 'rejected', 'could not confirm the report, so it is not public'],
    ['submission', 'approved', 'is now in the directory'],
    ['submission', 'rejected', 'did not add the provider'],
    ['appeal', 'pending', 'free of charge. You get the decision by Mar 9, 2025'],
    ['appeal', 'partly', 'We agree with part of it'],
    ['dispute', 'pending', 'The warning stays until then and says that it is disputed'],
    ['dispute', 'dismissed', 'you can dispute it again'],
  ])('the next-step text for a filed %s with status %s is shown', (kind, status, expectedText) => {
    expect(getNextStepText(aFiling({ kind, status }), beforeDeadline)).toContain(expectedText);
  });
});
