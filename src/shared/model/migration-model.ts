// Declares migrations: the changes to records when a configuration changes.

/** Kinds of things that are renamed without being inside of another one. */
export type Alone = 'type' | 'form' | 'page' | 'path' | 'role'
export type Inside = 'field' | 'parameter' | 'code' | 'state'
export type Valued = 'field' | 'parameter'
export type Conversion = 'text' | 'number' | 'list' | 'single'

export interface RenameStep {
  readonly do: 'rename'
  readonly what: Alone | Inside
  /** Content type, form, `family/category`, dictionary or lifecycle; empty for what is alone. */
  readonly in: string
  readonly from: string
  readonly to: string
}

export interface MapStep {
  readonly do: 'map'
  readonly what: Valued
  readonly in: string
  readonly name: string
  /** By the old value as text; null empties. */
  readonly values: Readonly<Record<string, unknown>>
  readonly as?: Conversion
  /** The value for all others that do not fit. */
  readonly otherwise?: { readonly value: unknown }
}

export interface DefaultStep {
  readonly do: 'default'
  readonly what: Valued
  readonly in: string
  readonly name: string
  readonly value: unknown
}

export interface ArchiveStep {
  readonly do: 'archive'
  readonly what: 'type' | 'form' | Valued
  /** Empty for types and forms. */
  readonly in: string
  readonly name: string
}

/** Says that what concerns records is meant so. */
export interface KeepStep {
  readonly do: 'keep'
  readonly what: 'limit' | 'required' | 'unique' | 'state' | 'page'
  readonly in: string
  readonly name: string
}

export type MigrationStep = RenameStep | MapStep | DefaultStep | ArchiveStep | KeepStep

export interface Migration {
  /** Of its file. */
  readonly name: string
  readonly title: string
  readonly steps: readonly MigrationStep[]
  /** Of its steps. */
  readonly code: string
  /** True if a person entered the code. */
  readonly isConfirmed: boolean
}
