// Reads `$allow`: the codes that a file silences, each with its reason.

import { isSilenceable } from './codes.ts'
import type { Document, Path } from './document.ts'

/** An entry of `$allow`, as it is written. */
export interface Allowance {
  readonly code: string
  readonly why: string
  readonly path: Path
}

/** A silenced code, as a check lists it. */
export interface Silenced {
  readonly code: string
  readonly why: string
  readonly file: string
  /** The number of findings. */
  readonly count: number
}

/** Returns the entries of a file whose shape may be anything. */
export function allowancesOf({ value }: Pick<Document, 'value'>): readonly Allowance[] {
  const written = (value as { readonly $allow?: unknown } | null | undefined)?.$allow
  const isList = Array.isArray(written)
  return (isList ? written : [written]).flatMap((entry: unknown, at) => {
    const { code, why } = (entry ?? {}) as { readonly code?: unknown; readonly why?: unknown }
    if (typeof code !== 'string' || typeof why !== 'string' || why.trim() === '') return []
    return [{ code, why, path: isList ? ['$allow', at] : ['$allow'] }]
  })
}

/** Counts the findings that files silence, by file and code. */
export class SilencedFindings {
  readonly #counts = new Map<string, Silenced>()

  /** Returns true, and counts it, if the file silences the code. */
  take(document: Document, code: string): boolean {
    if (!document.text.includes('"$allow"') || !isSilenceable(code)) return false
    const allowance = allowancesOf(document).find((one) => one.code === code)
    if (!allowance) return false
    const { why } = allowance
    const key = `${document.path} ${code}`
    const count = (this.#counts.get(key)?.count ?? 0) + 1
    this.#counts.set(key, { code, why, file: document.path, count })
    return true
  }

  has(document: Document, code: string): boolean {
    return this.#counts.has(`${document.path} ${code}`)
  }

  list(): readonly Silenced[] {
    return [...this.#counts.values()]
  }
}
