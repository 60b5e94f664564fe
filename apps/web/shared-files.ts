/** Code that the same entries use. */
export interface CodePart {
  name: string;
  /** In characters, minified. */
  size: number;
  /** Names of the imported parts. */
  imports: readonly string[];
}

/** A page, possibly with a lazy part: the names of all parts that it needs. */
export interface Visit {
  needs: ReadonlySet<string>;
  weight: number;
}

interface SharedFile {
  parts: CodePart[];
  size: number;
  /** Including indirect imports. */
  imports: Set<SharedFile>;
  /** For each visit 1 if it downloads the file, otherwise 0. */
  visits: Uint8Array;
}

/**
 * Merges parts into few files. Two files are merged as long as that pays off: a visit that needs both saves one file,
 * which is worth `fileCost` characters; a visit that needs only one downloads the other with its imports needlessly.
 * The best pair is merged first. Files that import one another in a cycle always become one, so that no module runs
 * before its imports.
 */
export function mergeSharedFiles(parts: readonly CodePart[], visits: readonly Visit[], fileCost: number): string[][] {
  const weights = visits.map(({ weight }) => weight);
  const files = createFiles(parts, visits);
  const bestPartners = new Map<SharedFile, { other: SharedFile; gain: number }>();

  function computeGain(one: SharedFile, other: SharedFile): number {
    let gain = 0;
    weights.forEach((weight, visit) => {
      if (one.visits[visit] && other.visits[visit]) gain += weight * fileCost;
      else if (one.visits[visit]) gain -= weight * other.size;
      else if (other.visits[visit]) gain -= weight * one.size;
    });
    return gain > 0 ? gain - computeImportCost(one, other) - computeImportCost(other, one) : 0;
  }

  /** Cost of the imports that visits with only one of the two files must download additionally. */
  function computeImportCost(importing: SharedFile, partner: SharedFile): number {
    let cost = 0;
    for (const imported of importing.imports) {
      if (imported === partner) continue;
      weights.forEach((weight, visit) => {
        if (partner.visits[visit] && !imported.visits[visit]) cost += weight * (imported.size + fileCost);
      });
    }
    return cost;
  }

  function findBestPartner(one: SharedFile): void {
    bestPartners.delete(one);
    for (const other of files) if (other !== one) updateBestPartner(one, other);
  }

  function updateBestPartner(one: SharedFile, other: SharedFile): void {
    const gain = computeGain(one, other);
    if (gain > (bestPartners.get(one)?.gain ?? 0)) bestPartners.set(one, { other, gain });
  }

  for (const file of files) findBestPartner(file);
  for (;;) {
    const [first] = [...bestPartners].toSorted(([, one], [, other]) => other.gain - one.gain);
    if (!first) return [...files].map((file) => file.parts.map(({ name }) => name));
    const [one, { other, gain }] = first;
    if (!files.has(other) || computeGain(one, other) !== gain) {
      findBestPartner(one);
      continue;
    }
    mergeFiles(one, other, files);
    bestPartners.delete(other);
    findBestPartner(one);
    for (const file of files) if (file !== one) updateBestPartner(file, one);
  }
}

function mergeFiles(one: SharedFile, other: SharedFile, files: Set<SharedFile>): void {
  files.delete(other);
  one.parts.push(...other.parts);
  one.size += other.size;
  one.imports = new Set([...one.imports, ...other.imports]);
  one.imports.delete(one);
  one.imports.delete(other);
  for (const file of files) {
    if (file.imports.delete(other)) file.imports.add(one);
    if (file.imports.has(one)) file.imports = new Set([...file.imports, ...one.imports]);
  }
  const visits = one.visits.map((isThere, visit) => isThere | (other.visits[visit] ?? 0));
  for (const file of [one, ...one.imports]) {
    file.visits = file.visits.map((isThere, visit) => isThere | (visits[visit] ?? 0));
  }
}

function createFiles(parts: readonly CodePart[], visits: readonly Visit[]): Set<SharedFile> {
  const files = new Map<string, SharedFile>();
  for (const part of parts.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const isThere = Uint8Array.from(visits, ({ needs }) => Number(needs.has(part.name)));
    files.set(part.name, { parts: [part], size: part.size, imports: new Set(), visits: isThere });
  }
  const collect = (target: Set<SharedFile>, imports: readonly string[]): void => {
    for (const name of imports) {
      const file = files.get(name);
      if (!file || target.has(file)) continue;
      target.add(file);
      for (const part of file.parts) collect(target, part.imports);
    }
  };
  for (const file of files.values()) for (const part of file.parts) collect(file.imports, part.imports);
  return new Set(files.values());
}
