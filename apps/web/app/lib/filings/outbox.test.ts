import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '../../../test/hook-page.tsx';
import { aReceipt } from '../../../test/factories.ts';
import { ApiError } from '../api/api.ts';
import { filedStore } from './filed-notices.ts';
import { addToOutbox, sendOutbox, type OutboxItem, type Outbox, type FilingSender } from './outbox.ts';

const receipt = aReceipt();
const makeItem = (overrides: Partial<OutboxItem> = {}): OutboxItem => ({
  key: 'first',
  kind: 'alert',
  page: '/report-scam',
  draft: 'scam',
  values: { title: 'Double your coins' },
  body: { title: 'Double your coins' },
  files: [],
  keptAt: 1,
  ...overrides,
});

/** An in-memory outbox instead of the browser's database. */
function createMemoryOutbox(...stored: OutboxItem[]): Outbox & { keys: () => Promise<string[]> } {
  const items = new Map(stored.map((one) => [one.key, one]));
  return {
    list: () => Promise.resolve([...items.values()]),
    save: (one) => Promise.resolve(void items.set(one.key, one)),
    delete: (key) => Promise.resolve(void items.delete(key)),
    keys: () => Promise.resolve([...items.keys()]),
  };
}

const createSender = (overrides: Partial<FilingSender> = {}): FilingSender => ({
  send: vi.fn<FilingSender['send']>(() => Promise.resolve({ receipt })),
  upload: vi.fn<FilingSender['upload']>(() => Promise.resolve()),
  ...overrides,
});
const createRejectingSender = (status: number, body: unknown = {}): FilingSender =>
  createSender({ send: () => Promise.reject(new ApiError(status, JSON.stringify(body), '')) });

// The part of a window that an upload needs.
beforeEach(() => {
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
});

describe('the outbox', () => {
  it('stores an unsent filing with its key', async () => {
    const outbox = createMemoryOutbox();
    const { keptAt: _, ...unsent } = makeItem();
    await addToOutbox(unsent, outbox);
    expect(await outbox.list()).toMatchObject([{ key: 'first', body: { title: 'Double your coins' } }]);
  });

  it('sends the oldest first, each once, and stores the receipts for later', async () => {
    stubStorage();
    const outbox = createMemoryOutbox(makeItem({ key: 'second', kind: 'report', keptAt: 2 }), makeItem());
    const sender = createSender();
    await sendOutbox(sender, outbox);
    expect(vi.mocked(sender.send).mock.calls.map(([{ key }]) => key)).toEqual(['first', 'second']);
    expect(await outbox.keys()).toEqual([]);
    expect(filedStore.current()).toEqual([
      { kind: 'report', receipt, isLasting: true },
      { kind: 'alert', receipt, isLasting: true },
    ]);
    await sendOutbox(sender, outbox);
    expect(sender.send).toHaveBeenCalledTimes(2);
  });

  it('is sent by one tab at a time', async () => {
    stubStorage();
    const outbox = createMemoryOutbox(makeItem());
    let finish = () => {};
    const sender = createSender({
      send: vi.fn<FilingSender['send']>(() => new Promise((resolve) => (finish = () => resolve({ receipt })))),
    });
    let isLocked = false;
    vi.stubGlobal('navigator', {
      locks: {
        async request(_name: string, _options: object, run: (lock: object | null) => Promise<void>) {
          if (isLocked) return run(null);
          isLocked = true;
          await run({}).finally(() => (isLocked = false));
        },
      },
    });
    const first = sendOutbox(sender, outbox);
    await sendOutbox(sender, outbox);
    await vi.waitFor(() => expect(sender.send).toHaveBeenCalledTimes(1));
    finish();
    await first;
    expect(sender.send).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the line is lost', createSender({ send: () => Promise.reject(new TypeError('Failed to fetch')) })],
    ['the server is busy', createRejectingSender(503)],
    ['there were too many requests', createRejectingSender(429)],
    ['no proof could be made', createRejectingSender(400, { code: 'PROOF_MISSING', message: 'No proof.' })],
  ])('keeps the filing and retries later when %s', async (_, sender) => {
    stubStorage();
    const outbox = createMemoryOutbox(makeItem(), makeItem({ key: 'second', keptAt: 2 }));
    await sendOutbox(sender, outbox);
    expect((await outbox.list()).map(({ key, refusal }) => [key, refusal])).toEqual([
      ['first', undefined],
      ['second', undefined],
    ]);
    expect(filedStore.current()).toEqual([]);
  });

  it('keeps a rejected filing for its writer, continues with the next, and does not send it again', async () => {
    stubStorage();
    const outbox = createMemoryOutbox(makeItem(), makeItem({ key: 'second', keptAt: 2 }));
    const refusal = { code: 'INVALID_INPUT', message: 'Please check what you entered.' } as const;
    const send = vi.fn<FilingSender['send']>(({ key }) =>
      key === 'first' ? Promise.reject(new ApiError(400, JSON.stringify(refusal), '')) : Promise.resolve({ receipt }),
    );
    await sendOutbox(createSender({ send }), outbox);
    await sendOutbox(createSender({ send }), outbox);
    expect(await outbox.list()).toEqual([makeItem({ refusal })]);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('sends the files after the report, and lists those that the server refused', async () => {
    stubStorage();
    const files = ['chat.pdf', 'photo.jpg'].map((name) => new File(['x'], name));
    const outbox = createMemoryOutbox(makeItem({ files }));
    const sender = createSender({
      upload: vi.fn<FilingSender['upload']>(({ name }) =>
        name === 'photo.jpg' ? Promise.reject(new ApiError(400, '{"code":"FILE_REFUSED"}', '')) : Promise.resolve(),
      ),
    });
    await sendOutbox(sender, outbox);
    expect(vi.mocked(sender.upload).mock.calls.map(([{ name }, filing]) => [name, filing])).toEqual([
      ['chat.pdf', { code: receipt.code }],
      ['photo.jpg', { code: receipt.code }],
    ]);
    expect(filedStore.current()).toEqual([
      { kind: 'alert', receipt, files: ['chat.pdf'], pendingFiles: [], missingFiles: ['photo.jpg'], isLasting: true },
    ]);
    expect(await outbox.keys()).toEqual([]);
  });

  it('keeps the files that have not arrived when the connection is lost, and resumes with them [DEC-89]', async () => {
    stubStorage();
    const files = ['chat.pdf', 'photo.jpg', 'slip.pdf'].map((name) => new File(['x'], name));
    const outbox = createMemoryOutbox(makeItem({ files }));
    let isBroken = true;
    const upload = vi.fn<FilingSender['upload']>(({ name }) => {
      if (name === 'photo.jpg' && isBroken) return Promise.reject(new Error('The connection was lost.'));
      return Promise.resolve();
    });
    await sendOutbox(createSender({ upload }), outbox);
    expect(filedStore.current()).toMatchObject([{ files: ['chat.pdf'], pendingFiles: ['photo.jpg', 'slip.pdf'] }]);
    expect((await outbox.list())[0]?.files.map(({ name }) => name)).toEqual(['photo.jpg', 'slip.pdf']);

    isBroken = false;
    await sendOutbox(createSender({ upload }), outbox);
    expect(upload.mock.calls.map(([{ name }]) => name)).toEqual(['chat.pdf', 'photo.jpg', 'photo.jpg', 'slip.pdf']);
    expect(filedStore.current()).toMatchObject([{ files: ['chat.pdf', 'photo.jpg', 'slip.pdf'], pendingFiles: [] }]);
    expect(await outbox.keys()).toEqual([]);
  });

  it('asks before the tab is closed only while files are being sent', async () => {
    stubStorage();
    const add = vi.fn<(type: string) => void>();
    const remove = vi.fn<(type: string) => void>();
    vi.stubGlobal('addEventListener', add);
    vi.stubGlobal('removeEventListener', remove);
    const upload = vi.fn<FilingSender['upload']>(() => {
      expect(add).toHaveBeenCalledWith('beforeunload', expect.anything());
      return Promise.resolve();
    });
    await sendOutbox(createSender({ upload }), createMemoryOutbox(makeItem({ files: [new File(['x'], 'a.pdf')] })));
    expect(upload).toHaveBeenCalledTimes(1);
    expect(remove).toHaveBeenLastCalledWith('beforeunload', expect.anything());
  });

  it('does not file a report again when only its files are left, and deletes its text', async () => {
    stubStorage();
    const files = ['chat.pdf', 'photo.jpg'].map((name) => new File(['x'], name));
    const outbox = createMemoryOutbox(makeItem({ files }));
    const failingSender = createSender({ upload: () => Promise.reject(new Error('The browser was closed.')) });
    await sendOutbox(failingSender, outbox).catch(() => undefined);
    expect(await outbox.list()).toMatchObject([{ receipt, values: {}, body: undefined }]);
    const sender = createSender();
    await sendOutbox(sender, outbox);
    expect(sender.send).not.toHaveBeenCalled();
    expect(sender.upload).toHaveBeenCalledTimes(2);
    expect(await outbox.keys()).toEqual([]);
  });

  it('shows that a link was emailed when there is no receipt yet', async () => {
    stubStorage();
    await sendOutbox(createSender({ send: () => Promise.resolve({ mailed: true }) }), createMemoryOutbox(makeItem()));
    expect(filedStore.current()).toEqual([{ kind: 'alert', receipt: undefined, isLasting: true }]);
  });
});
