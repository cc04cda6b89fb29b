// Provides everybody who asks in the access matrix, and what the table expects for each.
import type { Role } from '#shared/access/roles.ts'
import { ROLES } from '../../support/roles.ts'
import table from './table.json' with { type: 'json' }

/** A visitor, one account of each role, and a blacklisted ordinary user; account ids are these names. */
export const ASKERS = ['guest', ...ROLES, 'black'] as const
export type Asker = (typeof ASKERS)[number]

export const RELATIONS = ['call', 'own', 'other', 'hidden', 'missing', 'deleted'] as const
export type Relation = (typeof RELATIONS)[number]
type Rule = Readonly<Partial<Record<Relation, string>>>

export const RULES: Readonly<Record<string, Rule>> = table.rules
export const OPERATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = table.operations

export const roleOf = (asker: Exclude<Asker, 'guest'>): Role => (asker === 'black' ? 'ordinary' : asker)

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'sign-in',
  40301: 'forbidden',
  40302: 'black',
  40310: 'own',
  40401: 'missing',
  40902: 'state',
}

export function toOutcome(answer: { readonly code?: number; readonly status: number }): string {
  const { code, status } = answer
  if (code === undefined) return status < 400 ? 'ok' : `HTTP ${status}`
  return code === 0 ? 'ok' : (REFUSALS[code] ?? `code ${code}`)
}

/** The first entry of `text` that names the asker, or everybody. */
export function expectedFor(text: string, asker: Asker): string {
  const entries = text.split(' ').map((entry) => entry.split(':') as [string, string])
  const found = entries.find(([who]) => who === asker || who === '*')
  if (!found) throw new Error(`“${text}” says nothing of ${asker}`)
  return found[1]
}

/** `in`: let in, whatever was wrong with what was sent. */
export function agrees(expected: string, outcome: string): boolean {
  return expected === 'in' ? !Object.values(REFUSALS).includes(outcome) : expected === outcome
}
