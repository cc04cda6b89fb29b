// Lays the published changes over the files of the folders.
import type { Path } from '#config/load/document.ts'
import { kindOf } from '#config/load/file-kinds.ts'
import type { PortalFiles } from '#config/load/read-folder.ts'
import { formatLike, readJson } from './format-like.ts'
import { type Choose, mergeJson } from './merge-json.ts'

/** A published change of one file: the text of the file that it was made from, and the published one. */
export interface LayerEntry {
  /** Null for a file that was added. */
  readonly base: string | null
  /** Null for a file that was deleted. */
  readonly text: string | null
}

/** The published changes by path; what is not in it is as in the files. */
export type Layer = Readonly<Record<string, LayerEntry>>

export const NO_LAYER: Layer = {}

/** A path of a file that was changed by a publication and by a deployment; the published value is served. */
export interface LayerConflict {
  readonly file: string
  /** In the served file; empty for the whole file. */
  readonly path: Path
  readonly base: unknown
  readonly files: unknown
  readonly published: unknown
}

export interface LayeredFiles {
  readonly files: PortalFiles
  readonly conflicts: readonly LayerConflict[]
}

interface MergedText {
  readonly text: string | null
  readonly conflicts: readonly LayerConflict[]
}

/**
 * Returns what is served of one file: the published text over the file as it was when it was published; the file where it
 * already says the same; else both changes, merged by JSON path. Where both have changed the same path, `choose` takes a
 * side, the published one by default.
 */
export function mergeText(
  path: string,
  file: string | null,
  { base, text }: LayerEntry,
  choose?: Choose,
): MergedText {
  if (file === base || file === text) return { text, conflicts: [] }
  if (base === text) return { text: file, conflicts: [] }
  const [before, theirs, ours] = [toValue(base), toValue(file), toValue(text)]
  const { value, conflicts } = mergeJson({ base: before, theirs, ours }, choose)
  const named = conflicts.map(({ base, theirs, ours, ...conflict }) => ({
    ...{ file: path, base, files: theirs, published: ours },
    ...conflict,
  }))
  if (value === undefined) return { text: null, conflicts: named }
  return { text: formatLike(text ?? file ?? '', value), conflicts: named }
}

/** A text that is no JSON is compared as a whole. */
const toValue = (text: string | null): unknown => (text === null ? undefined : (readJson(text) ?? text))

/**
 * Lays a layer over files, without changing either.
 *
 * @example
 * applyLayer(readFolder('.'), { 'pages-config/site.json': { base, text } }).conflicts // → []
 */
export function applyLayer(files: PortalFiles, layer: Layer): LayeredFiles {
  const entries = Object.entries(layer).filter(([path]) => kindOf(path) !== null)
  if (entries.length === 0) return { files, conflicts: [] }
  const conflicts: LayerConflict[] = []
  const texts = new Map(files)
  for (const [path, entry] of entries) {
    const merged = mergeText(path, files.get(path) ?? null, entry)
    conflicts.push(...merged.conflicts)
    if (merged.text === null) texts.delete(path)
    else texts.set(path, merged.text)
  }
  const layered: PortalFiles = new Map([...texts].sort(([a], [b]) => (a < b ? -1 : 1)))
  if (files.borrowed) layered.borrowed = files.borrowed
  if (files.attached) layered.attached = files.attached
  return { files: layered, conflicts }
}
