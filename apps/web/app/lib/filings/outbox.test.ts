import { describe, expect, it, vi } from 'vitest';
import { useDevice } from '../../../test/browser.tsx';
import { aReceipt } from '../../../test/makers.ts';
import { ApiError } from '../api/api.ts';
import { filedStore } from './filed.ts';
import { keep, sendKept, type Kept, type Outbox, type Post } from './outbox.ts';

const receipt = aReceipt();
const waiting = (given: Partial<Kept> = {}): Kept => ({
  key: 'first',
  kind: 'alert',
  page: '/report-scam',
  draft: 'scam',
  values: { title: 'Double your coins' },
  body: { title: 'Double your coins' },
  files: [],
  keptAt: 1,
  ...given,
});

/** An in-memory outbox instead of the browser's database. */
function aBox(...kept: Kept[]): Outbox & { keys: () => Promise<string[]> } {
  const items = new Map(kept.map((one) => [one.key, one]));
  return {
    list: () => Promise.resolve([...items.values()]),
    put: (one) => Promise.resolve(void items.set(one.key, one)),
    delete: (key) => Promise.resolve(void items.delete(key)),
    keys: () => Promise.resolve([...items.keys()]),
  };
}

const aPost = (given: Partial<Post> = {}): Post => ({
  send: vi.fn<Post['send']>(() => Promise.resolve({ receipt })),
  upload: vi.fn<Post['upload']>(() => Promise.resolve(true)),
  ...given,
});
const refusing = (status: number, body: unknown = {}): Post =>
  aPost({ send: () => Promise.reject(new ApiError(status, JSON.stringify(body), '')) });

describe('the outbox', () => {
  it('stores an unsent filing with its key', async () => {
    const box = aBox();
    const { keptAt: _, ...unsent } = waiting();
    await keep(unsent, box);
    expect(await box.list()).toMatchObject([{ key: 'first', body: { title: 'Double your coins' } }]);
  });

  it('sends the oldest first, each once, and stores the receipts for later', async () => {
    useDevice();
    const box = aBox(waiting({ key: 'second', kind: 'report', keptAt: 2 }), waiting());
    const post = aPost();
    await sendKept(post, box);
    expect(vi.mocked(post.send).mock.calls.map(([{ key }]) => key)).toEqual(['first', 'second']);
    expect(await box.keys()).toEqual([]);
    expect(filedStore.current()).toEqual([
      { kind: 'report', receipt, isLasting: true },
      { kind: 'alert', receipt, isLasting: true },
    ]);
    await sendKept(post, box);
    expect(post.send).toHaveBeenCalledTimes(2);
  });

  it('is sent by one tab at a time', async () => {
    useDevice();
    const box = aBox(waiting());
    let finish = () => {};
    const post = aPost({
      send: vi.fn<Post['send']>(() => new Promise((resolve) => (finish = () => resolve({ receipt })))),
    });
    let isHeld = false;
    vi.stubGlobal('navigator', {
      locks: {
        async request(_name: string, _options: object, act: (lock: object | null) => Promise<void>) {
          if (isHeld) return act(null);
          isHeld = true;
          await act({}).finally(() => (isHeld = false));
        },
      },
    });
    const first = sendKept(post, box);
    await sendKept(post, box);
    await vi.waitFor(() => expect(post.send).toHaveBeenCalledTimes(1));
    finish();
    await first;
    expect(post.send).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the line is lost', aPost({ send: () => Promise.reject(new TypeError('Failed to fetch')) })],
    ['the server is busy', refusing(503)],
    ['there were too many requests', refusing(429)],
    ['no proof could be made', refusing(400, { code: 'PROOF_MISSING', message: 'No proof.' })],
  ])('keeps the filing and retries later when %s', async (_, post) => {
    useDevice();
    const box = aBox(waiting(), waiting({ key: 'second', keptAt: 2 }));
    await sendKept(post, box);
    expect((await box.list()).map(({ key, refusal }) => [key, refusal])).toEqual([
      ['first', undefined],
      ['second', undefined],
    ]);
    expect(filedStore.current()).toEqual([]);
  });

  it('keeps a rejected filing for its writer, continues with the next, and does not send it again', async () => {
    useDevice();
    const box = aBox(waiting(), waiting({ key: 'second', keptAt: 2 }));
    const refusal = { code: 'INVALID_INPUT', message: 'Please check what you entered.' } as const;
    const send = vi.fn<Post['send']>(({ key }) =>
      key === 'first' ? Promise.reject(new ApiError(400, JSON.stringify(refusal), '')) : Promise.resolve({ receipt }),
    );
    await sendKept(aPost({ send }), box);
    await sendKept(aPost({ send }), box);
    expect(await box.list()).toEqual([waiting({ refusal })]);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('sends the files after the report, and lists those that did not arrive', async () => {
    useDevice();
    const files = ['chat.pdf', 'photo.jpg'].map((name) => new File(['x'], name));
    const box = aBox(waiting({ files }));
    const post = aPost({ upload: vi.fn<Post['upload']>(({ name }) => Promise.resolve(name !== 'photo.jpg')) });
    await sendKept(post, box);
    expect(vi.mocked(post.upload).mock.calls.map(([{ name }, filing]) => [name, filing])).toEqual([
      ['chat.pdf', { code: receipt.code }],
      ['photo.jpg', { code: receipt.code }],
    ]);
    expect(filedStore.current()).toEqual([
      { kind: 'alert', receipt, files: ['chat.pdf'], missingFiles: ['photo.jpg'], isLasting: true },
    ]);
    expect(await box.keys()).toEqual([]);
  });

  it('does not file a report again when only its files are left, and deletes its text', async () => {
    useDevice();
    const files = ['chat.pdf', 'photo.jpg'].map((name) => new File(['x'], name));
    const box = aBox(waiting({ files }));
    const breaking = aPost({ upload: () => Promise.reject(new Error('The browser was closed.')) });
    await sendKept(breaking, box).catch(() => undefined);
    expect(await box.list()).toMatchObject([{ receipt, values: {}, body: undefined }]);
    const post = aPost();
    await sendKept(post, box);
    expect(post.send).not.toHaveBeenCalled();
    expect(post.upload).toHaveBeenCalledTimes(2);
    expect(await box.keys()).toEqual([]);
  });

  it('shows that a link was emailed when there is no receipt yet', async () => {
    useDevice();
    await sendKept(aPost({ send: () => Promise.resolve({ mailed: true }) }), aBox(waiting()));
    expect(filedStore.current()).toEqual([{ kind: 'alert', receipt: undefined, isLasting: true }]);
  });
});
