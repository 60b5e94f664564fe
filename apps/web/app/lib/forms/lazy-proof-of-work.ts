/** Proof of work for a form whose page does not include the code: the first focus loads it. */
import type { ProofOfWork } from './proof-of-work.ts';

/** `prepare` loads whatever else the form needs by then. */
export function createLazyProofOfWork(prepare: () => unknown = () => undefined): ProofOfWork {
  let started: ProofOfWork | undefined;
  const loadWork = async () => {
    const { startProofOfWork } = await import('./proof-of-work.ts');
    return (started ??= startProofOfWork());
  };
  return {
    onFocus() {
      prepare();
      void loadWork().then(
        ({ onFocus }) => onFocus(),
        () => undefined,
      );
    },
    proof: async () => (await loadWork()).proof(),
  };
}
