// Reads a section's own source.

import { toReadSource } from '#portal/core/api/read-source.ts'
import { type ReadState, useRead } from '#portal/core/api/use-read.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Section } from '#shared/model/page-model.ts'

export type SectionRead = Pick<ReadState<unknown>, 'data' | 'error' | 'loading' | 'retry'>

export function useSectionRead(
  section: Section,
  scope: Scope,
  more?: Readonly<Record<string, unknown>>,
): SectionRead {
  return useRead<unknown>(section.source ? toReadSource(section.source, scope, more) : null)
}
