// Submits a form: the call, its idempotency key, a newer version found on the way, and the result.
import { useMemo, useRef, useState } from 'react'
import { ApiError } from '#portal/core/api/api-error.ts'
import { post } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { type Warnings, warningsOf } from '#portal/core/api/warnings.ts'
import type { LoadedItem } from '#portal/features/form/use-form-start.ts'
import { ERRORS } from '#shared/calls/errors.ts'
import { isEmpty, type Scope } from '#shared/expressions/condition.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import type { SubmissionResult } from './receipt.tsx'

export interface ParentRevision {
  show(item: { readonly revision?: unknown }): void
  /** Returns the revision to submit with the answers; nothing if no parent was shown. */
  seen(): { readonly revision?: number }
  /** It has been written over since: what is shown then is what is decided about. */
  renew(): void
}

/** The revision that was shown first counts as read; a newer one that arrives meanwhile does not. */
export function useParentRevision(): ParentRevision {
  const first = useRef<number | undefined>(undefined)
  const last = useRef<number | undefined>(undefined)
  return useMemo(
    () => ({
      show({ revision }) {
        if (typeof revision !== 'number') return
        first.current ??= revision
        last.current = revision
      },
      seen: () => (first.current === undefined ? {} : { revision: first.current }),
      renew() {
        first.current = first.current === last.current ? undefined : last.current
        revalidateAll()
      },
    }),
    [],
  )
}

/** Returns null for the loaded fields that the body no longer contains, so that a partial update clears them. */
function emptied(page: FormPage, base: LoadedItem | null, body: Readonly<Record<string, unknown>>) {
  const emptiedFields = page.form.fields.filter(
    ({ name }) => !isEmpty(base?.[name]) && !Object.hasOwn(body, name),
  )
  return Object.fromEntries(emptiedFields.map(({ name }) => [name, null]))
}

export function useSubmission(page: FormPage, scope: Scope, item: LoadedItem | null, above?: ParentRevision) {
  const [base, setBase] = useState(item)
  const [isBaseKnown, setBaseKnown] = useState(true)
  /** True from a draft that is older than the item until both are merged. */
  const [isResumed, setResumed] = useState(false)
  const [newer, setNewer] = useState<LoadedItem | null>(null)
  const [warnings, setWarnings] = useState<Warnings>()
  const [keys] = useState(buildSubmissionKeys)
  const revision = useRef(base?.revision)
  revision.current = base?.revision
  return {
    /** The version that the answers began with. */
    base,
    isBaseKnown,
    isResumed,
    /** Goes on with answers that began with an older revision of the item; `known` is the item as it was, where it can be read. */
    resume(begunRevision: number, known: LoadedItem | null) {
      if (!item?.id || begunRevision === item.revision) return
      setBase(known ?? { id: item.id, revision: begunRevision })
      setBaseKnown(known !== null)
      setNewer(item)
      setResumed(true)
    },
    /** The newer version that stood in the way. */
    newer,
    /** Takes the newer version's revision as the one started from. */
    accept() {
      if (!newer) return
      setBase(newer)
      revision.current = newer.revision
      setNewer(null)
      setBaseKnown(true)
      setResumed(false)
    },
    /** True while the next submission passes what the last one was warned of. */
    isWarned: warnings !== undefined,
    /** Rejects with what the server refused; resolves with null when there is a choice to make first. */
    async submit(body: Record<string, unknown>): Promise<SubmissionResult | null> {
      const isUpdate = page.update !== undefined && base?.id !== undefined
      const source = isUpdate && page.update ? page.update : page.submit
      const answers = { ...emptied(page, base, body), ...body }
      const own = page.choice ? { [page.choice.values]: answers } : answers
      const sent = {
        ...fillParams(source.body ?? {}, scope),
        ...own,
        ...(isUpdate ? { id: base?.id, revision: revision.current } : above?.seen()),
      }
      const call = toReadSource(source, { ...scope, form: body })
      if (!call) throw new Error('页面地址不完整，无法提交')
      try {
        const headers = { 'Idempotency-Key': keys(sent), ...warnings?.headers }
        const taken = await post<SubmissionResult | null>(call.path, sent, call.params, { headers })
        // Data that were read before may be outdated by the submission.
        revalidateAll()
        return taken ?? {}
      } catch (error) {
        setWarnings(warningsOf(error))
        const isStale = error instanceof ApiError && error.code === ERRORS.STALE_REVISION.code
        const found = isStale ? error.data : null
        if (isStale && !isUpdate) above?.renew()
        if (found === null || typeof found !== 'object') throw error
        setResumed(false)
        setNewer(found as LoadedItem) // the item as its content type declares it
        return null
      }
    },
  }
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Answers the same key for the same body, so that pressing again after a lost answer creates nothing twice. */
export function buildSubmissionKeys(): (body: unknown) => string {
  let last = ''
  let key = ''
  return (body) => {
    const text = JSON.stringify(body)
    if (text !== last || key === '') key = newKey()
    last = text
    return key
  }
}
