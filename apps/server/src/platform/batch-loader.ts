const MAX_BATCH_SIZE = 500;

interface PendingCall<Asked, Answer> {
  input: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Combines concurrent calls into batches. A single call runs at once; calls that arrive while a batch is running share
 * the next one. No call gets a result that was requested before it arrived, so results are never staler than with
 * separate calls. The work must return results in the order of the inputs.
 */
export function createBatchLoader<Asked, Answer>(
  work: (inputs: readonly Asked[]) => Promise<readonly Answer[]>,
): (inputs: Asked) => Promise<Answer> {
  let pending: PendingCall<Asked, Answer>[] = [];
  let isRunning = false;

  async function runBatch(batch: readonly PendingCall<Asked, Answer>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ input }) => input));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function runAll(): Promise<void> {
    isRunning = true;
    while (pending.length > 0) {
      const batch = pending.slice(0, MAX_BATCH_SIZE);
      pending = pending.slice(MAX_BATCH_SIZE);
      await runBatch(batch);
    }
    isRunning = false;
  }

  return (inputs) =>
    new Promise((resolve, reject) => {
      pending.push({ input: inputs, resolve, reject });
      if (!isRunning) void runAll();
    });
}
