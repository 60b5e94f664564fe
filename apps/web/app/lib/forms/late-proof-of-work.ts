/** The work of a form whose page does not carry it: what does it is fetched when the person first touches the form. */
import type { ProofOfWork } from './proof-of-work.ts';

/** `prepare` fetches whatever else the form needs by then. */
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
