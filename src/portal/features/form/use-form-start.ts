// Reads the data that a form needs before it is shown: an earlier submission, the item to change, a draft.
import { get } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { calls } from '#portal/core/site.ts'
import { isIncompleteAddress } from '#portal/features/page/use-page-scope.ts'
import { useLoaded } from '#portal/ui/hooks/use-loaded.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import type { VersionEntry } from '#shared/calls/version-calls.ts'
import { versionAddress } from '#shared/calls/version-calls.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Source } from '#shared/model/page-model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { type Draft, type DraftSlot, loadDraft } from './draft/draft-store.ts'
import { begunWith, readEarlierSubmission } from './submission/earlier-submission.ts'
import type { SubmissionResult } from './submission/receipt.tsx'

export type LoadedItem = Readonly<Record<string, unknown>> & {
  readonly id?: string
  readonly revision?: number
}

type FormStart =
  | { readonly state: 'loading' }
  /** The address lacks what the page needs, such as the id of what is to be changed. */
  | { readonly state: 'incomplete' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'submitted'; readonly taken: SubmissionResult }
  /** Handing in would be refused: nothing new is taken under the item above, or what the form is about is as it is. */
  | { readonly state: 'closed'; readonly reason: string; readonly isAbove: boolean }
  | {
      readonly state: 'ready'
      readonly item: LoadedItem | null
      /** The public version of the item to change, without a pending change. */
      readonly original: LoadedItem | null
      readonly draft: Draft | null
      /** The item as it was when the draft was begun, where it has changed since and that can be read. */
      readonly draftBase: LoadedItem | null
      /** The answers that the account's registration prefills in a new form, by field. */
      readonly prefill: Readonly<Record<string, unknown>>
    }

const NOTHING: Readonly<Record<string, unknown>> = {}
const PREFILL = calls['account.prefill']

/** Only what is new and somebody's own: what is changed stays as it is. */
function isPrefilled({ form, load }: FormPage, { owner }: DraftSlot): boolean {
  return owner !== null && !load && PREFILL !== undefined && form.fields.some(({ prefill }) => prefill)
}

/** A form can be filled in without it. */
const readPrefill = (form: string): Promise<Readonly<Record<string, unknown>>> =>
  PREFILL === undefined
    ? Promise.resolve(NOTHING)
    : get<{ readonly values: typeof NOTHING }>(PREFILL, { form }, { quiet: true }).then(
        ({ values }) => values,
        () => NOTHING,
      )

/** Reads without a cache: an old revision could not be submitted. */
async function read<T>(source: Source | undefined, scope: Scope): Promise<T | null> {
  const call = source && toReadSource(source, scope)
  return call ? get<T | null>(call.path, call.params) : null
}

/** Without an answer the form is shown: its subject says what is wrong. */
async function readRefusal({ subject }: FormPage, scope: Scope): Promise<string | undefined> {
  if (subject?.submits === undefined) return undefined
  const parent = await read<ParentItem>(subject.source, scope).catch(() => null)
  return parent?.submissionRefusals?.[subject.submits]
}

interface ParentItem {
  readonly submissionRefusals?: Readonly<Record<string, string>>
}

/** Returns the reason in the loaded item for which the submitting call would be refused. */
function refusalIn({ operation }: Source, read: unknown): string | undefined {
  return (read as ParentItem | null)?.submissionRefusals?.[operation]
}

async function loadStart(page: FormPage, scope: Scope, slot: DraftSlot): Promise<FormStart> {
  if (isIncompleteAddress(page, scope)) return { state: 'incomplete' }
  const [earlier, item, draft, refusal, prefill] = await Promise.all([
    readEarlierSubmission(page.check, { ...scope, form: begunWith(page, scope) }),
    read<LoadedItem>(page.load, scope),
    page.draft ? loadDraft(slot) : null,
    readRefusal(page, scope),
    isPrefilled(page, slot) ? readPrefill(slot.form) : NOTHING,
  ])
  if (earlier?.submitted) return { state: 'submitted', taken: earlier }
  if (refusal !== undefined && item === null) return { state: 'closed', reason: refusal, isAbove: true }
  const own = refusalIn(page.submit, earlier) ?? refusalIn(page.update ?? page.submit, item)
  if (own !== undefined) return { state: 'closed', reason: own, isAbove: false }
  const draftBase = await loadDraftBase(item, draft)
  return { state: 'ready', item: asEdited(item), original: item, draft, draftBase, prefill }
}

/** Saves that are looked through for the one that the draft began with. */
const MOST_VERSIONS = 50

async function loadDraftBase(item: LoadedItem | null, draft: Draft | null): Promise<LoadedItem | null> {
  const { id, revision, versioned } = item ?? {}
  const base = draft?.base
  if (id === undefined || !versioned || base === undefined || base === revision) return null
  try {
    const { list } = await get<Paged<VersionEntry>>(versionAddress('list'), { id, limit: MOST_VERSIONS })
    const number = list.find((version) => version.revision === base)?.number
    if (number === undefined) return null
    const version = await get<{ readonly item: LoadedItem }>(versionAddress('info'), { id, number })
    return { ...version.item, id, revision: base }
  } catch {
    return null // both are compared without it
  }
}

/** Authors continue from their own pending change of the item, all others from the public version. */
function asEdited(item: LoadedItem | null): LoadedItem | null {
  const change = item?.change as { readonly isOwn?: boolean; readonly item?: LoadedItem } | undefined
  return item && change?.isOwn ? { ...item, ...change.item, revision: item.revision ?? 0 } : item
}

export function useFormStart(page: FormPage, scope: Scope, slot: DraftSlot): FormStart & { retry(): void } {
  const lacks = isIncompleteAddress(page, scope)
  const isRead = page.check || page.load || page.draft || page.subject?.submits !== undefined
  const isPlain = !lacks && !isRead && !isPrefilled(page, slot)
  const { form, key, owner } = slot
  // A changed configuration or a word about the user must not throw away what is being typed.
  const purpose = `${page.id} ${form} ${key} ${owner ?? ''} ${lacks} ${isPlain}`
  const load = async () => (isPlain ? PLAIN : loadStart(page, scope, slot))
  const { value = isPlain ? PLAIN : LOADING, error, retry } = useLoaded(load, [purpose])
  return { ...(error ? { state: 'failed', error } : value), retry }
}

const LOADING: FormStart = { state: 'loading' }
/** Of a form before which nothing is read. */
const PLAIN: FormStart = {
  state: 'ready',
  item: null,
  original: null,
  draft: null,
  draftBase: null,
  prefill: NOTHING,
}
