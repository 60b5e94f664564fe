import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('runs at most the given number of tasks at the same time, and uses every slot while tasks wait', async () => {
  const inTurn = createTurns(3, 100);
  const order: number[] = [];
  const runningAtStart: number[] = [];
  let running = 0;
  const visit = (visitor: number) =>
    inTurn(async () => {
      order.push(visitor);
      running += 1;
      runningAtStart.push(running);
      await setTimeout(visitor % 4);
      running -= 1;
      if (visitor % 5 === 0) throw new Error('a fault');
    });
  await Promise.allSettled(Array.from({ length: 50 }, (_, visitor) => visit(visitor)));
  expect(Math.max(...runningAtStart)).toBe(3);
  expect(runningAtStart.slice(2)).toEqual(Array.from({ length: 48 }, () => 3));
  expect(order).toEqual(Array.from({ length: 50 }, (_, visitor) => visitor));
  expect(running).toBe(0);
});

it('serves waiting owners round-robin, however many tasks one of them has', async () => {
  const inTurn = createTurns(1, 100);
  const order: string[] = [];
  const visit = (whose: string) =>
    inTurn(async () => {
      order.push(whose);
      await setTimeout(1);
    }, whose);
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(visit));
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});
