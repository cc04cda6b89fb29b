// Declares what the calls on configuration files answer.

/** What the check would write instead: a JSON Patch of the file, its values as JSON texts. */
export interface Mend {
  readonly label: string
  readonly patch: readonly { readonly op: string; readonly path: string; readonly value: string }[]
}

/** One finding of the check, at its place. */
export interface Finding {
  /** Of the file. */
  readonly id: string
  readonly path: string
  /** A JSON pointer; empty for the whole file. */
  readonly pointer: string
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly mend?: Mend
}

/** A place that a draft and a later publication have changed in different ways; values as texts. */
export interface Conflict {
  readonly pointer: string
  readonly base: string | null
  readonly files: string | null
  readonly published: string | null
}

export interface SavedDraft {
  readonly isValid: boolean
  readonly findings: readonly Finding[]
  readonly conflicts: readonly Conflict[]
  /** Names the configuration with the drafts, for a preview; absent where it has errors. */
  readonly preview?: string
}

export interface ConfigurationFile {
  readonly id: string
  readonly path: string
  readonly kind: string
  readonly title: string
  /** False for who only examines. */
  readonly mayEdit: boolean
  /** The text that the portal serves; null for a file that only a draft has. */
  readonly published: string | null
  readonly draft: { readonly text: string | null } | null
}

export interface ConfigurationChange {
  readonly path: string
  readonly pointer: string
  readonly before: string | null
  readonly after: string | null
}

export interface PublishCheck {
  readonly isValid: boolean
  readonly findings: readonly Finding[]
  readonly conflicts: readonly Conflict[]
  /** What migrations would do with stored records, a line for each step. */
  readonly plans: readonly string[]
  readonly changes: readonly ConfigurationChange[]
  readonly impact: {
    readonly pages: readonly { readonly id: string; readonly title: string; readonly changeTitle: string }[]
    readonly types: readonly { readonly type: string; readonly title: string; readonly count: number }[]
  }
}

/** Keys and indexes that lead to the place of a pointer in a value, of which they tell lists from objects. */
export function partsOf(pointer: string, value: unknown): (string | number)[] {
  let place = value
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
      const index = Array.isArray(place) ? Number(key) : key
      place = (place as Readonly<Record<string, unknown>> | undefined)?.[key]
      return index
    })
}
