// Converts a configured source to a call, with its placeholders filled.
import type { Scope } from '#shared/expressions/condition.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'
import type { Source } from '#shared/model/page-model.ts'
import { fillPath, hasAllPathParams } from './request-key.ts'
import type { ReadSource } from './use-read.ts'

/** Null when a part of the path is not known yet. `more` adds to the configured parameters. */
export function toReadSource(
  source: Source,
  scope: Scope,
  more: Readonly<Record<string, unknown>> = {},
): ReadSource | null {
  const params = { ...fillParams(source.params, scope), ...more }
  return hasAllPathParams(source.path, params) ? fillPath(source.path, params) : null
}
