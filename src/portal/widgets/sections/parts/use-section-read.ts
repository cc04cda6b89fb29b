// Reads a section's own source.

import { toReadSource } from '#portal/core/api/read-source.ts'
import { type ReadState, useRead } from '#portal/core/api/use-read.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Section } from '#shared/model/page-model.ts'

export type SectionRead = Pick<ReadState<unknown>, 'data' | 'error' | 'loading' | 'retry'>

/**
 * Reads the configured source of a section, with placeholders filled from `scope`. `more` adds parameters or
 * replaces configured ones. It reads nothing if the section has no source, or while a parameter of the path has no
 * value. `data` is of unknown shape: read lists by `listOf`.
 *
 * @example
 * const read = useSectionRead(section, scope, { page: 1, limit: 5 })
 * const books = listOf(read.data)
 */
export function useSectionRead(
  section: Section,
  scope: Scope,
  more?: Readonly<Record<string, unknown>>,
): SectionRead {
  return useRead<unknown>(section.source ? toReadSource(section.source, scope, more) : null)
}
