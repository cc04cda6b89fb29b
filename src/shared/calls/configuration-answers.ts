// Declares what the calls on configuration files answer.
import type { Json } from '#shared/model/json.ts'

/** One finding of the check, at its place in a file. */
export interface Finding {
  readonly file: string
  /** Keys and indexes from the top of the file. */
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
}

export interface DraftAnswer {
  readonly findings: readonly Finding[]
  /** Names the configuration with the drafts, for a preview; absent where it has errors. */
  readonly preview?: string
}

export interface ConfigurationFile {
  readonly path: string
  readonly kind: string
  readonly title: string
  /** The text that the portal serves; null for a file that only a draft has. */
  readonly published: string | null
  readonly draft: {
    readonly text: string | null
    readonly savedAt: string
    readonly check?: DraftAnswer
  } | null
  /** Where the page of the file is opened, if it is one and needs no parameters. */
  readonly address?: string
}

export interface ConfigurationChange {
  readonly file: string
  /** Of the file: the name of its page, dictionary or zone. */
  readonly title: string
  readonly path: readonly (string | number)[]
  readonly before?: Json
  readonly after?: Json
}

export interface PublishCheck {
  readonly findings: readonly Finding[]
  readonly changes: readonly ConfigurationChange[]
  /** Sentences about pages and records concerned. */
  readonly impact: readonly string[]
}
