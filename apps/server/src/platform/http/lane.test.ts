import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLane, type LaneOptions, type Leave } from './lane.ts';

const lane = ({ places = 2, ...options }: Partial<Omit<LaneOptions, 'places'>> & { places?: number } = {}) =>
  createLane({ waitingPlaces: 10, placesPerClient: 2, waitMs: 1000, ...options, places: () => places });

/** Whether each request was admitted, in the order of the requests. */
const admitted = async (asked: Promise<Leave | undefined>[]) =>
  (await Promise.all(asked)).map((leave) => leave !== undefined);

describe('a lane', () => {
  it('a lane admits as many requests as it has slots, and the next one when a slot becomes free', async () => {
    const { enter } = lane();
    const first = await enter('a');
    await enter('b');
    let isIn = false;
    const third = enter('c').then((leave) => (isIn = leave !== undefined));
    await sleep(20);
    expect(isIn).toBe(false);
    first!();
    await third;
    expect(isIn).toBe(true);
  });

  it('a lane rejects a request that waited too long, and one that finds the queue full', async () => {
    const { enter } = lane({ places: 1, waitingPlaces: 1, waitMs: 30 });
    await enter('a');
    expect(await admitted([enter('b'), enter('c')])).toEqual([false, false]);
  });

  it('a lane limits the slots of one client and reserves the others for other clients [SAFE-12]', async () => {
    const { enter } = lane({ places: 3, placesPerClient: 2, waitMs: 30 });
    expect(await admitted([enter('flood'), enter('flood'), enter('flood'), enter('other')])).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('a lane admits a client with one request before a client with a hundred [SAFE-12]', async () => {
    const { enter } = lane({ places: 1, waitingPlaces: 200 });
    const order: string[] = [];
    const ask = (client: string) =>
      enter(client).then((leave) => {
        order.push(client);
        setImmediate(() => leave?.());
      });
    const flood = Array.from({ length: 100 }, () => ask('flood'));
    await Promise.all([ask('once'), ...flood]);
    expect(order.indexOf('once')).toBe(1);
  });

  it('a lane admits a new client next among a hundred clients with continuous requests [SAFE-12]', async () => {
    const { enter } = lane({ places: 1, waitingPlaces: 1000, waitMs: 5000 });
    const ask = async (client: string) => {
      const leave = await enter(client);
      await sleep(1);
      leave?.();
      return leave !== undefined;
    };
    let isOver = false;
    let served = 0;
    const flood = Array.from({ length: 100 }, async (_, nth) => {
      while (!isOver) if (await ask(`flood ${nth}`)) served += 1;
    });
    await expect.poll(() => served, { timeout: 5000 }).toBeGreaterThan(200);
    const before = served;
    expect(await ask('new')).toBe(true);
    expect(served - before).toBeLessThan(5);
    isOver = true;
    await Promise.all(flood);
  });

  it('a lane admits a client with one request before clients with many, even if none was served yet [SAFE-12]', async () => {
    const { enter } = lane({ places: 1, waitingPlaces: 1000 });
    const order: string[] = [];
    const ask = (client: string) =>
      enter(client).then((leave) => {
        order.push(client);
        setImmediate(() => leave?.());
      });
    const flood = Array.from({ length: 60 }, (_, nth) => ask(`flood ${nth % 20}`));
    await Promise.all([...flood, ask('once')]);
    expect(order.indexOf('once')).toBeLessThan(3);
  });

  it('a lane makes space in a full queue at the cost of the client with the most waiting requests', async () => {
    const { enter } = lane({ places: 1, waitingPlaces: 3, waitMs: 100 });
    const running = await enter('a');
    const waiting = ['flood', 'flood', 'flood'].map((client) => enter(client));
    const newcomer = enter('b');
    expect(await waiting[2]).toBeUndefined();
    running!();
    (await Promise.race([waiting[0]!, newcomer]))!();
    expect(await newcomer).toBeDefined();
  });

  it('a lane drops a waiting request whose client disconnected, and frees a slot only once', async () => {
    const { enter } = lane({ places: 1 });
    const running = await enter('a');
    const gone = new AbortController();
    const waiting = enter('b', gone.signal);
    gone.abort();
    expect([await waiting, await enter('c', gone.signal)]).toEqual([undefined, undefined]);
    running!();
    running!();
    const [one, other] = [enter('d'), enter('e')];
    expect(await Promise.race([other.then(() => 'admitted'), sleep(50, 'waits')])).toBe('waits');
    (await one)!();
    (await other)!();
  });
});
