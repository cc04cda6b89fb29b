// Defines the hash chain of the audit log: the hashed payload and the number of lanes.
import { createHash } from 'node:crypto'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'

/** One lane would make every write wait for the commit of the one before; so many commit side by side. */
export const LANES = 16

export interface Chained {
  readonly at: Date
  readonly actor: string | null
  readonly action: string
  readonly target: string | null
  readonly result: string
  readonly address: string | null
  readonly requestId: string | null
  readonly detail: JsonObject | null
}

/** Returns the same text for the same entry, in whatever order the database keeps the keys of `detail`. */
export function toPayload(entry: Chained): string {
  const { at, actor, action, target, result, address, requestId, detail } = entry
  return JSON.stringify([at.toISOString(), actor, action, target, result, address, requestId, sorted(detail)])
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, entry]) => [key, sorted(entry)]))
}

/** The statement that appends computes the same in SQL. */
export function hashOf(previous: string, position: number, payload: string): string {
  return createHash('sha256').update(`${previous}\n${position}\n${payload}`).digest('hex')
}
