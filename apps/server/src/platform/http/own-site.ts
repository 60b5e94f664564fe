const PATIENCE_MS = 5000;

/** Whether the public URL responds, through the edge like for visitors. */
export async function isAnswering(publicUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })).ok;
  } catch {
    return false;
  }
}
