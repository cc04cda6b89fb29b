// Owns the comparing of what a caller names with what is known: who names nothing, or another, means another item.

import type { TypePlan } from '#server/content/items/type-plan.ts'
import { type Parameters, readText } from '#server/platform/calls/read-parameter.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import type { Body } from './prepare-body.ts'

/** What is not known yet cannot be named; `of` is what it is about, as its readers call it. */
export function requirePreconditions(
  { byName }: TypePlan,
  marks: readonly string[] | undefined,
  { given, known, of }: { readonly given: Parameters; readonly known: Body; readonly of: string },
): void {
  const errors = (marks ?? []).flatMap((name): FieldError[] => {
    const title = byName.get(name)?.title ?? name
    const [named, borne] = [readText(given, name) ?? '', String(known[name] ?? '')]
    if (named === borne) return []
    const message =
      named === '' ? `请填写${title}，以核对是哪一份${of}` : `${title}与这份${of}不符，请核对后重新提交`
    return [{ path: `/${name}`, message }]
  })
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}
