import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBoundedQueue } from './bounded-queue.ts';

it('runs at most the given number of tasks at the same time, and uses every slot while tasks wait', async () => {
  const runQueued = createBoundedQueue(3, 100);
  const order: number[] = [];
  const runningAtStart: number[] = [];
  let running = 0;
  const addTask = (taskNumber: number) =>
    runQueued(async () => {
      order.push(taskNumber);
      running += 1;
      runningAtStart.push(running);
      await setTimeout(taskNumber % 4);
      running -= 1;
      if (taskNumber % 5 === 0) throw new Error('a fault');
    });
  await Promise.allSettled(Array.from({ length: 50 }, (_, taskNumber) => addTask(taskNumber)));
  expect(Math.max(...runningAtStart)).toBe(3);
  expect(runningAtStart.slice(2)).toEqual(Array.from({ length: 48 }, () => 3));
  expect(order).toEqual(Array.from({ length: 50 }, (_, taskNumber) => taskNumber));
  expect(running).toBe(0);
});

it('serves waiting owners round-robin, however many tasks one of them has', async () => {
  const runQueued = createBoundedQueue(1, 100);
  const order: string[] = [];
  const addTask = (owner: string) =>
    runQueued(async () => {
      order.push(owner);
      await setTimeout(1);
    }, owner);
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(addTask));
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});
