// The table of all codes that findings bear: severity, order, what silences a finding, and the words of the reference.

import api from './codes/api.json' with { type: 'json' }
import content from './codes/content.json' with { type: 'json' }
import dictionaries from './codes/dictionaries.json' with { type: 'json' }
import files from './codes/files.json' with { type: 'json' }
import forms from './codes/forms.json' with { type: 'json' }
import lifecycles from './codes/lifecycles.json' with { type: 'json' }
import migrations from './codes/migrations.json' with { type: 'json' }
import notices from './codes/notices.json' with { type: 'json' }
import pages from './codes/pages.json' with { type: 'json' }
import parameters from './codes/parameters.json' with { type: 'json' }
import roles from './codes/roles.json' with { type: 'json' }
import samples from './codes/samples.json' with { type: 'json' }
import site from './codes/site.json' with { type: 'json' }
import texts from './codes/texts.json' with { type: 'json' }

/** By domain, as the reference lists them. */
const TABLES = {
  files,
  roles,
  dictionaries,
  parameters,
  forms,
  content,
  lifecycles,
  api,
  notices,
  pages,
  site,
  samples,
  texts,
  migrations,
}

export type Domain = keyof typeof TABLES

type Tables = typeof TABLES
export type Code = { [Name in Domain]: keyof Tables[Name] }[Domain]

type MessagesOf<Table> = {
  [Name in keyof Table & string]: Table[Name] extends { readonly message: infer Message }
    ? Message extends string
      ? Name
      : `${Name}.${keyof Message & string}`
    : never
}[keyof Table & string]

/**
 * The codes whose message stands in the table, those with several messages with the name of one: `notice_unread.lost`.
 * Findings of other codes bring their own message.
 */
export type MessageCode = { [Name in Domain]: MessagesOf<Tables[Name]> }[Domain]

/** Properties of a finding that name its cause; `subject` is the message up to its first colon. */
export type CausePart = 'file' | 'found' | 'expected' | 'subject'

export interface CodeEntry {
  readonly domain: Domain
  /**
   * `syntax` and `shape`: the file cannot be read as what it is. `name`: a name is unknown or refused, from which most
   * other problems of a file follow. `rule`: what is wrong keeps nothing from being compiled and served.
   */
  readonly kind?: 'syntax' | 'shape' | 'name' | 'rule'
  /** A finding without it refuses the configuration. */
  readonly severity?: 'warning'
  /** Codes whose finding in the same file silences this one. */
  readonly follows?: readonly string[]
  /** Codes whose finding in any file silences this one. */
  readonly followsAnywhere?: readonly string[]
  /** Findings in which these are the same have one cause. */
  readonly same?: readonly CausePart[]
  /** The message of a finding, or several by name; `${name}` and `${name.title}` are values that the rule gives. */
  readonly message?: string | Readonly<Record<string, string>>
  readonly what: string
  readonly why: string
  readonly example: string
  readonly mend: string
}

/** By code. */
export const CODES: ReadonlyMap<string, CodeEntry> = new Map(
  Object.entries(TABLES).flatMap(([domain, table]) =>
    Object.entries(table).map(([code, entry]) => [code, { domain, ...entry } as CodeEntry]),
  ),
)

const VALUE = /\$\{([\w.]+)\}/g

/** Returns a message, filled with values: `${type.title}` with the title of the value `type`. */
export function messageOf(named: MessageCode, values: object): string {
  const [code, name = ''] = named.split('.')
  const { message = '' } = CODES.get(code ?? '') ?? {}
  const text = typeof message === 'string' ? message : (message[name] ?? '')
  return text.replace(VALUE, (_placeholder, path: string) => textAt(values, path.split('.')))
}

function textAt(values: object, path: readonly string[]): string {
  const value = path.reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>>)?.[name], values)
  return Array.isArray(value) ? value.join('、') : String(value)
}

export const isWarning = (code: string): boolean => CODES.get(code)?.severity === 'warning'

/** Returns true if a file may silence the code: what is wrong keeps nothing from being compiled and served. */
export function isSilenceable(code: string): boolean {
  const { kind, severity } = CODES.get(code) ?? {}
  return kind === 'rule' || (severity === 'warning' && kind === undefined)
}
