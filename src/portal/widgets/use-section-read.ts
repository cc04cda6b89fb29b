// Owns the reading of a section's own source.
import type { Scope } from '../../shared/condition.ts'
import type { Section } from '../../shared/page-model.ts'
import { type Read, useRead } from '../api/use-read.ts'
import { toRead } from './to-read.ts'

export type SectionRead = Pick<Read<unknown>, 'data' | 'error' | 'loading' | 'retry'>

export function useSectionRead(
  section: Section,
  scope: Scope,
  more?: Readonly<Record<string, unknown>>,
): SectionRead {
  return useRead<unknown>(section.source ? toRead(section.source, scope, more) : null)
}
