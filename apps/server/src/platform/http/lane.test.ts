import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLane, type LaneOptions, type Leave } from './lane.ts';

const lane = ({ places = 2, ...given }: Partial<Omit<LaneOptions, 'places'>> & { places?: number } = {}) =>
  createLane({ waitingPlaces: 10, placesPerClient: 2, waitMs: 1000, ...given, places: () => places });

/** Whether each was admitted, in the order of asking. */
const admitted = async (asked: Promise<Leave | undefined>[]) =>
  (await Promise.all(asked)).map((leave) => leave !== undefined);

describe('a lane', () => {
  it('admits as many requests as it has places, and the next one when a place is free', async () => {
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

  it('refuses a request that has waited too long, and one that finds no room to wait', async () => {
    const { enter } = lane({ places: 1, waitingPlaces: 1, waitMs: 30 });
    await enter('a');
    expect(await admitted([enter('b'), enter('c')])).toEqual([false, false]);
  });

  it('gives one client its share of the places and keeps the others for other clients [SAFE-12]', async () => {
    const { enter } = lane({ places: 3, placesPerClient: 2, waitMs: 30 });
    expect(await admitted([enter('flood'), enter('flood'), enter('flood'), enter('other')])).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('admits a client that asks once before a client that asked a hundred times [SAFE-12]', async () => {
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

  it('admits, of a hundred clients that ask without end, a new one next [SAFE-12]', async () => {
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

  it('admits a client with one request before clients with many, though none of them was served yet [SAFE-12]', async () => {
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

  it('makes room for a newcomer in a full waiting room at the cost of the client with the most requests there', async () => {
    const { enter } = lane({ places: 1, waitingPlaces: 3, waitMs: 100 });
    const running = await enter('a');
    const waiting = ['flood', 'flood', 'flood'].map((client) => enter(client));
    const newcomer = enter('b');
    expect(await waiting[2]).toBeUndefined();
    running!();
    (await Promise.race([waiting[0]!, newcomer]))!();
    expect(await newcomer).toBeDefined();
  });

  it('forgets a request whose client is gone, and frees a place once however often it is left', async () => {
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
