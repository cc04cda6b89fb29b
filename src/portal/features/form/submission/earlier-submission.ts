// Checks for an earlier submission as soon as all fields that the check names are known.
import { useEffect, useState } from 'react'
import { get } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import { fillParams, placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Source } from '#shared/model/page-model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import type { SubmissionResult } from './receipt.tsx'

const PAUSE = 300

/** Returns the values in the address for fields of the form. */
export function begunWith({ params }: FormPage, { query }: Scope): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([name]) => Object.hasOwn(params, name)))
}

/** The fields of the form whose values the call names. */
function findQueriedFields(check: Source | undefined): readonly string[] {
  const texts = Object.values(check?.params ?? {}).filter((value) => typeof value === 'string')
  return texts.flatMap(placeholdersOf).flatMap((path) => /^form\.(\w+)$/.exec(path)?.[1] ?? [])
}

/** Returns null if nothing was submitted, or if the fields of the check are not all known yet. */
export async function readEarlierSubmission(
  check: Source | undefined,
  scope: Scope,
): Promise<EarlierAnswer | null> {
  if (!check) return null
  const filled = fillParams(check.params, scope)
  const call = toReadSource(check, scope)
  if (
    !call ||
    (findQueriedFields(check).length > 0 && Object.keys(check.params).some((name) => !(name in filled)))
  )
    return null
  const answer = await get<EarlierAnswer | null>(call.path, call.params)
  return answer?.submitted || answer?.submissionRefusals ? answer : null
}

type EarlierAnswer = SubmissionResult & {
  readonly submitted?: boolean
  /** Why handing in would be refused, by the call that does. */
  readonly submissionRefusals?: Readonly<Record<string, string>>
}

/** Returns the earlier submission for the choice in the form; the field shows an error, too. */
export function useEarlierSubmission(
  page: FormPage,
  store: FormStore,
  scope: Scope,
): SubmissionResult | null {
  const [earlier, setEarlier] = useState<SubmissionResult | null>(null)
  const { check } = page
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scope is read as it is when an answer changes
  useEffect(() => {
    const fields = findQueriedFields(check)
    const [first] = fields
    if (first === undefined) return
    const valuesOf = (read: (name: string) => unknown) => fields.map((name) => [name, read(name) ?? ''])
    // The values of the address were checked before the page was drawn.
    const given = begunWith(page, scope)
    let lastQuery = JSON.stringify(valuesOf((name) => given[name]))
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      const values = valuesOf((name) => store.validValue(name))
      const now = JSON.stringify(values)
      if (now === lastQuery) return
      lastQuery = now
      setEarlier(null)
      clearTimeout(timer)
      timer = setTimeout(() => {
        const form: Readonly<Record<string, unknown>> = Object.fromEntries(values)
        // A failed call shows nothing: the server validates again on submission.
        readEarlierSubmission(check, { ...scope, form }).then(
          (found) => {
            if (!found?.submitted || lastQuery !== now) return
            setEarlier(found)
            const title = store.field(first)?.title ?? ''
            store.markTaken(first, form[first], `您已为该项提交过${page.form.title}，请另选${title}`)
          },
          () => undefined,
        )
      }, PAUSE)
    }
    ask()
    const leave = store.onChange(ask)
    return () => {
      leave()
      clearTimeout(timer)
      lastQuery = ''
    }
  }, [store, check])
  return earlier
}
