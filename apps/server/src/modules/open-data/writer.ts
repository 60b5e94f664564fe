/** The input of a format: all entries of a release in batches in the order of their keys, with their history. */
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import type { Entry } from './entry.ts';
import type { Change } from './formats/records.ts';
import type { ListHeader } from './formats/host-lists.ts';
import type { WrittenFile } from './output-file.ts';
import type { PublishedRecord } from './state-file.ts';

/** An entry that is listed now, or one that was and is not any more. */
export interface Item {
  record: PublishedRecord;
  kind: IndicatorKind;
  value: string;
  /** Undefined if it is not listed now. */
  entry: Entry | undefined;
}

export interface ReleaseInfo extends ListHeader {
  /** The folder in which the release is written. */
  folder: string;
}

export interface Batch {
  /** The listed entries, and those removed within the last 90 days. */
  items: readonly Item[];
  /** The items that are listed now. */
  listed: readonly Entry[];
  /** Listed now, only for the file of their licence. */
  ownFile: readonly Entry[];
  changes: readonly Change[];
}

export interface Writer {
  write: (batch: Batch) => Promise<void>;
  /** Returns the files for the manifest, without their licence. */
  finish: () => Promise<WrittenFile[]>;
}

/** The licence that files have unless `fileLicences` says otherwise. */
export const OPEN_LICENCE = 'CC-BY-4.0';
