const TIMEOUT_MS = 5000;

/** Whether the public URL responds, through the edge like for visitors. */
export async function isSiteResponding(publicUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })).ok;
  } catch {
    return false;
  }
}
