/** Deletes in batches, so that no statement locks many rows. Returns the number of deleted rows. */
export async function deleteInBatches(deleteSome: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let some = await deleteSome(); some > 0; some = await deleteSome()) all += some;
  return all;
}
