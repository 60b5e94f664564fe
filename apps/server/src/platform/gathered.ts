const MOST = 500;

interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Combines concurrent calls into batches. A single call runs at once; calls that arrive while a batch is running share
 * the next one. No call gets a result that was requested before it arrived, so results are never staler than with
 * separate calls. The work must return results in the order of the inputs.
 */
export function gathered<Asked, Answer>(
  work: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  let waiting: Waiting<Asked, Answer>[] = [];
  let isUnderWay = false;

  async function answer(batch: readonly Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await work(batch.map(({ asked }) => asked));
      for (const [place, { resolve }] of batch.entries()) resolve(answers[place]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function answerAll(): Promise<void> {
    isUnderWay = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      await answer(batch);
    }
    isUnderWay = false;
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isUnderWay) void answerAll();
    });
}
