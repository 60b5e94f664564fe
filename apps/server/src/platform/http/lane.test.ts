import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLane, type LaneOptions, type Release } from './lane.ts';

const createTestLane = ({
  places = 2,
  ...options
}: Partial<Omit<LaneOptions, 'maxConcurrent'>> & { places?: number } = {}) =>
  createLane({ maxQueued: 10, maxConcurrentPerClient: 2, maxWaitMs: 1000, ...options, maxConcurrent: () => places });

/** Whether each request was admitted, in the order of the requests. */
const areAdmitted = async (attempts: Promise<Release | undefined>[]) =>
  (await Promise.all(attempts)).map((leave) => leave !== undefined);

describe('a lane', () => {
  it('a lane admits as many requests as it has slots, and the next one when a slot becomes free', async () => {
    const { acquire } = createTestLane();
    const first = await acquire('a');
    await acquire('b');
    let isAdmitted = false;
    const third = acquire('c').then((leave) => (isAdmitted = leave !== undefined));
    await sleep(20);
    expect(isAdmitted).toBe(false);
    first!();
    await third;
    expect(isAdmitted).toBe(true);
  });

  it('a lane rejects a request that waited too long, and one that finds the queue full', async () => {
    const { acquire } = createTestLane({ places: 1, maxQueued: 1, maxWaitMs: 30 });
    await acquire('a');
    expect(await areAdmitted([acquire('b'), acquire('c')])).toEqual([false, false]);
  });

  it('a lane limits the slots of one client and reserves the others for other clients [SAFE-12]', async () => {
    const { acquire } = createTestLane({ places: 3, maxConcurrentPerClient: 2, maxWaitMs: 30 });
    expect(await areAdmitted([acquire('flood'), acquire('flood'), acquire('flood'), acquire('other')])).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('a lane admits a client with one request before a client with a hundred [SAFE-12]', async () => {
    const { acquire } = createTestLane({ places: 1, maxQueued: 200 });
    const order: string[] = [];
    const request = (client: string) =>
      acquire(client).then((leave) => {
        order.push(client);
        setImmediate(() => leave?.());
      });
    const flood = Array.from({ length: 100 }, () => request('flood'));
    await Promise.all([request('once'), ...flood]);
    expect(order.indexOf('once')).toBe(1);
  });

  it('a lane admits a new client next among a hundred clients with continuous requests [SAFE-12]', async () => {
    const { acquire } = createTestLane({ places: 1, maxQueued: 1000, maxWaitMs: 5000 });
    const request = async (client: string) => {
      const leave = await acquire(client);
      await sleep(1);
      leave?.();
      return leave !== undefined;
    };
    let isOver = false;
    let served = 0;
    const flood = Array.from({ length: 100 }, async (_, nth) => {
      while (!isOver) if (await request(`flood ${nth}`)) served += 1;
    });
    await expect.poll(() => served, { timeout: 5000 }).toBeGreaterThan(200);
    const before = served;
    expect(await request('new')).toBe(true);
    expect(served - before).toBeLessThan(5);
    isOver = true;
    await Promise.all(flood);
  });

  it('a lane admits a client with one request before clients with many, even if none was served yet [SAFE-12]', async () => {
    const { acquire } = createTestLane({ places: 1, maxQueued: 1000 });
    const order: string[] = [];
    const request = (client: string) =>
      acquire(client).then((leave) => {
        order.push(client);
        setImmediate(() => leave?.());
      });
    const flood = Array.from({ length: 60 }, (_, nth) => request(`flood ${nth % 20}`));
    await Promise.all([...flood, request('once')]);
    expect(order.indexOf('once')).toBeLessThan(3);
  });

  it('a lane makes space in a full queue at the cost of the client with the most waiting requests', async () => {
    const { acquire } = createTestLane({ places: 1, maxQueued: 3, maxWaitMs: 100 });
    const running = await acquire('a');
    const waiting = ['flood', 'flood', 'flood'].map((client) => acquire(client));
    const newcomer = acquire('b');
    expect(await waiting[2]).toBeUndefined();
    running!();
    (await Promise.race([waiting[0]!, newcomer]))!();
    expect(await newcomer).toBeDefined();
  });

  it('a lane drops a waiting request whose client disconnected, and frees a slot only once', async () => {
    const { acquire } = createTestLane({ places: 1 });
    const running = await acquire('a');
    const disconnected = new AbortController();
    const waiting = acquire('b', disconnected.signal);
    disconnected.abort();
    expect([await waiting, await acquire('c', disconnected.signal)]).toEqual([undefined, undefined]);
    running!();
    running!();
    const [one, other] = [acquire('d'), acquire('e')];
    expect(await Promise.race([other.then(() => 'admitted'), sleep(50, 'waits')])).toBe('waits');
    (await one)!();
    (await other)!();
  });
});
