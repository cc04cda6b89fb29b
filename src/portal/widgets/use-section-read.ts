// Owns the reading of a section's own source.
import type { Scope } from '../../shared/condition.ts'
import type { Section } from '../../shared/model.ts'
import { useRead } from '../api/use-read.ts'
import { toRead } from './to-read.ts'

export interface SectionRead {
  readonly data: unknown
  readonly error: unknown
  readonly retry: () => void
}

export function useSectionRead(
  section: Section,
  scope: Scope,
  more?: Readonly<Record<string, unknown>>,
): SectionRead {
  const { data, error, mutate } = useRead<unknown>(section.source ? toRead(section.source, scope, more) : null)
  return { data, error, retry: () => void mutate() }
}
