// Describes what the check and the guard of stored records say about the files that are to be published.
import { findNodeAtOffset, getLocation, getNodePath, parseTree } from 'jsonc-parser'
import type { LayerConflict } from '#config/load/layer/apply-layer.ts'
import { toPointer } from '#config/load/layer/json-path.ts'
import { type Problem, toSentence } from '#config/load/problem.ts'
import type { PortalFiles } from '#config/load/read-folder.ts'
import { toFileId } from './editable-files.ts'
import { isKeyMissing, type Mend, type Path, toMend } from './mend.ts'

export interface Finding {
  readonly id: string
  readonly path: string
  /** A JSON pointer; empty for the whole file. */
  readonly pointer: string
  readonly line: number
  readonly column: number
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly mend?: Mend
}

export function toFinding(files: PortalFiles, problem: Problem): Finding {
  const { file, line, column, slug, severity } = problem
  const text = files.get(file) ?? ''
  const at = pathAt(text, line, column)
  const mend = toMend(text, at, problem)
  return {
    ...(mend ? { mend } : {}),
    id: toFileId(file),
    path: file,
    pointer: toPointer(isKeyMissing(problem) ? [...at, problem.expected ?? ''] : at),
    line,
    column,
    code: slug,
    severity,
    message: toSentence(problem),
  }
}

function pathAt(text: string, line: number, column: number): Path {
  const tree = parseTree(text)
  const before = text.split('\n', line - 1).reduce((length, one) => length + one.length + 1, 0)
  const node = tree && findNodeAtOffset(tree, before + column - 1)
  if (node) return getNodePath(node)
  // Behind the first character of what stands there: before it, the path would be that of its parent.
  return getLocation(text, before + column).path.filter((part) => part !== '')
}

/** A path that two changes of a file have changed in different ways; values as texts, null where there is none. */
export interface ConflictAnswer {
  readonly id: string
  readonly path: string
  readonly pointer: string
  readonly base: string | null
  readonly files: string | null
  readonly published: string | null
}

export const toConflict = ({ file, path, base, files, published }: LayerConflict): ConflictAnswer => ({
  id: toFileId(file),
  path: file,
  pointer: toPointer(path),
  base: toText(base),
  files: toText(files),
  published: toText(published),
})

/** A text as it is, anything else as JSON; null for what is not there. */
export function toText(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
