// Compares the required values that a caller names with the stored ones, so that no other item is meant.

import type { TypePlan } from '#server/content/items/type-plan.ts'
import { type Parameters, readText } from '#server/platform/calls/read-parameter.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import type { Body } from './prepare-body.ts'

/**
 * Throws `BAD_INPUT` if a named value is missing or differs. Values that are not stored yet cannot be named. `of` is
 * the readers' term for the item.
 */
export function requirePreconditions(
  { byName }: TypePlan,
  marks: readonly string[] | undefined,
  { given, known, of }: { readonly given: Parameters; readonly known: Body; readonly of: string },
): void {
  const errors = (marks ?? []).flatMap((name): FieldError[] => {
    const title = byName.get(name)?.title ?? name
    const [named, borne] = [readText(given, name) ?? '', String(known[name] ?? '')]
    if (named === borne) return []
    const message = named === '' ? `请填写${title}，以便核对${of}` : `${title}与该${of}不符，请核对后重新提交`
    return [{ path: `/${name}`, message }]
  })
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}
