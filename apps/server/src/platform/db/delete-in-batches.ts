/** Deletes in batches, so that no statement locks many rows. Returns the number of deleted rows. */
export async function deleteInBatches(deleteBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let deleted = await deleteBatch(); deleted > 0; deleted = await deleteBatch()) total += deleted;
  return total;
}
