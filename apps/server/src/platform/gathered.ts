/** So many are answered at once. */
const MOST = 500;

interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches what is asked at the same time. Whoever asks alone is answered at once; those who come while an answer is under way share
 * the next one. Nobody is given an answer that was asked for before they came, so it is never staler than one of their own. The work
 * answers in the order in which it was asked.
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
