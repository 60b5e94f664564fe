/** Proof of work for a form whose page does not include the code: the first focus loads it. */
import type { ProofOfWork } from './proof-of-work.ts';

/** `prepare` loads whatever else the form needs by then. */
export function lateProofOfWork(prepare: () => void = () => undefined): ProofOfWork {
  let begun: ProofOfWork | undefined;
  const work = async () => {
    const { newProofOfWork } = await import('./proof-of-work.ts');
    return (begun ??= newProofOfWork());
  };
  return {
    onFocus() {
      prepare();
      void work().then(
        ({ onFocus }) => onFocus(),
        () => undefined,
      );
    },
    proof: async () => (await work()).proof(),
  };
}
