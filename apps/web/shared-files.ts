/** Code that the same entries use. */
export interface Piece {
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
  pieces: Piece[];
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
export function shareFiles(pieces: readonly Piece[], visits: readonly Visit[], priceOfFile: number): string[][] {
  const weights = visits.map(({ weight }) => weight);
  const files = filesOf(pieces, visits);
  const best = new Map<SharedFile, { other: SharedFile; gain: number }>();

  function gainOf(one: SharedFile, other: SharedFile): number {
    let gain = 0;
    weights.forEach((weight, visit) => {
      if (one.visits[visit] && other.visits[visit]) gain += weight * priceOfFile;
      else if (one.visits[visit]) gain -= weight * other.size;
      else if (other.visits[visit]) gain -= weight * one.size;
    });
    return gain > 0 ? gain - priceOfImports(one, other) - priceOfImports(other, one) : 0;
  }

  /** Cost of the imports that visits with only one of the two files must download additionally. */
  function priceOfImports(importing: SharedFile, partner: SharedFile): number {
    let price = 0;
    for (const imported of importing.imports) {
      if (imported === partner) continue;
      weights.forEach((weight, visit) => {
        if (partner.visits[visit] && !imported.visits[visit]) price += weight * (imported.size + priceOfFile);
      });
    }
    return price;
  }

  function seekPartner(one: SharedFile): void {
    best.delete(one);
    for (const other of files) if (other !== one) consider(one, other);
  }

  function consider(one: SharedFile, other: SharedFile): void {
    const gain = gainOf(one, other);
    if (gain > (best.get(one)?.gain ?? 0)) best.set(one, { other, gain });
  }

  for (const file of files) seekPartner(file);
  for (;;) {
    const [first] = [...best].toSorted(([, one], [, other]) => other.gain - one.gain);
    if (!first) return [...files].map((file) => file.pieces.map(({ name }) => name));
    const [one, { other, gain }] = first;
    if (!files.has(other) || gainOf(one, other) !== gain) {
      seekPartner(one);
      continue;
    }
    join(one, other, files);
    best.delete(other);
    seekPartner(one);
    for (const file of files) if (file !== one) consider(file, one);
  }
}

function join(one: SharedFile, other: SharedFile, files: Set<SharedFile>): void {
  files.delete(other);
  one.pieces.push(...other.pieces);
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

function filesOf(pieces: readonly Piece[], visits: readonly Visit[]): Set<SharedFile> {
  const files = new Map<string, SharedFile>();
  for (const piece of pieces.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const isThere = Uint8Array.from(visits, ({ needs }) => Number(needs.has(piece.name)));
    files.set(piece.name, { pieces: [piece], size: piece.size, imports: new Set(), visits: isThere });
  }
  const collect = (into: Set<SharedFile>, imports: readonly string[]): void => {
    for (const name of imports) {
      const file = files.get(name);
      if (!file || into.has(file)) continue;
      into.add(file);
      for (const piece of file.pieces) collect(into, piece.imports);
    }
  };
  for (const file of files.values()) for (const piece of file.pieces) collect(file.imports, piece.imports);
  return new Set(files.values());
}
