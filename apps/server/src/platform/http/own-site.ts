const PATIENCE_MS = 5000;

/** Whether people get an answer at our own address; by the way they take, through the edge. */
export async function isAnswering(publicUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })).ok;
  } catch {
    return false;
  }
}
