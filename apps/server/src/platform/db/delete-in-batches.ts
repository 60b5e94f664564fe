/** Deletes until nothing is left, in batches, so that no statement holds many rows. Answers how many went. */
export async function deleteInBatches(deleteSome: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let some = await deleteSome(); some > 0; some = await deleteSome()) all += some;
  return all;
}
