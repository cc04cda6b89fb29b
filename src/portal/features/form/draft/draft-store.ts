// Stores drafts: on the server for a signed-in user, in this browser for visitors and as a fallback.
import { ApiError } from '#portal/core/api/api-error.ts'
import { get, post } from '#portal/core/api/client.ts'
import { changesBetween } from '#portal/core/form-state/answer-patches.ts'
import { changedNames } from '#portal/core/form-state/changed-fields.ts'
import { calls } from '#portal/core/site.ts'
import { readStored, readText, storeJson, storeText } from '#portal/core/state/browser-storage.ts'
import type { FormData } from '#shared/validation/visible-fields.ts'
import type { FormOutline } from './form-changes.ts'

export interface Draft {
  /** Version of the form that wrote it. */
  readonly version: number
  readonly data: FormData
  /** The outline of the form at that time; absent in very old drafts. */
  readonly outline?: FormOutline
  /** The revision of the item that the draft changes; absent for a new item. */
  readonly base?: number
  readonly updatedAt: string
  /** How often the server kept it; absent where it was kept in this browser. */
  readonly revision?: number
  /** The earlier version of the same draft on the server, if this browser's version is newer. */
  readonly held?: StoredDraft
}

/** The draft in this browser. */
interface LocalDraft extends Draft {
  /** The server's last revision that holds less, as what was sent before; 0 where none is known to. */
  readonly after: number
}

/** The state that is known to be stored, to which changes are applied. */
export interface StoredDraft {
  readonly data: FormData
  readonly outline?: FormOutline
  readonly base?: number
  /** 0 where the server holds nothing. */
  readonly revision: number
  /** When this browser kept it, where no server does. */
  readonly at?: string
  /** Data sent since then, for which no answer confirms whether they were stored. */
  readonly tried?: readonly FormData[]
}

export interface Saved {
  readonly isKept: boolean
  /** Why the server does not hold it, where only this browser keeps it for now. */
  readonly unsent?: 'network' | 'server'
  /** Absent where nothing is known of what the server holds. */
  readonly kept?: StoredDraft
  /** The draft that was saved elsewhere meanwhile, which was not overwritten. */
  readonly newer?: Draft
}

export interface DraftSlot {
  readonly form: string
  /** `new`, or the id of the item being changed. */
  readonly key: string
  /** Account id; null for a visitor. */
  readonly owner: string | null
}

/** Undefined where the portal keeps no drafts for accounts: they stay in this browser. */
const READ = calls['draft.get']
const SAVE = READ && calls['draft.save']
const REMOVE = calls['draft.remove']

const localKey = ({ form, key }: DraftSlot): string => `draft:${form}:${key}`

/** A visitor's draft may be taken up after signing in; one account's is never shown to another. */
export function loadLocalDraft(slot: DraftSlot): LocalDraft | null {
  const toDraft = (stored: unknown) => {
    const saved = stored as (LocalDraft & { owner: string | null }) | null
    if (!saved || typeof saved.data !== 'object' || saved.data === null) return null
    if (saved.owner !== null && saved.owner !== slot.owner) return null
    const { version, updatedAt, after } = saved
    return { version, ...wholeOf(saved), updatedAt, after: Number(after) || 0 }
  }
  return readStored('local', localKey(slot), toDraft, null)
}

/** False where the browser keeps nothing, as in some private windows. */
export const saveLocalDraft = (slot: DraftSlot, draft: Draft, after = 0): boolean =>
  storeJson('local', localKey(slot), { ...draft, after, owner: slot.owner })

const stepKey = ({ form, key }: DraftSlot): string => `step:${form}:${key}`

/** The step that the person is in, kept in this browser beside the draft. */
export const saveDraftStep = (slot: DraftSlot, step: number): boolean =>
  storeText('local', stepKey(slot), String(step))

/** Undefined where no draft was begun in this browser. */
export function loadDraftStep(slot: DraftSlot): number | undefined {
  const kept = readText('local', stepKey(slot))
  return kept !== null && /^\d+$/.test(kept) ? Number(kept) : undefined
}

const removeLocalDraft = (slot: DraftSlot): boolean => storeText('local', localKey(slot), null)

/** The newest draft of either place; a failed call leaves this browser's. */
export async function loadDraft(slot: DraftSlot): Promise<Draft | null> {
  const local = loadLocalDraft(slot)
  if (slot.owner === null || READ === undefined) return local
  const { form, key } = slot
  const remote = await get<Draft | null>(READ, { form, key }).catch(() => null)
  if (!remote || !local) return remote ?? local
  // The server's version was sent before this one, whatever the clocks show.
  if (remote.revision !== undefined && remote.revision <= local.after)
    return { ...local, held: toStoredDraft(remote) }
  return remote.updatedAt >= local.updatedAt ? remote : local
}

/**
 * Returns the state that is known to be stored if this draft, or none, was loaded. Any other state found later was
 * saved elsewhere.
 */
export function toStoredDraft(found: Draft | null): StoredDraft {
  if (found?.held) return found.held
  if (found?.revision === undefined)
    return { data: {}, revision: 0, ...(found ? { at: found.updatedAt } : {}) }
  return { ...wholeOf(found), revision: found.revision }
}

/** Returns true if the draft is stored only in this browser, which its other windows share. */
export function isStoredLocally({ owner }: DraftSlot): boolean {
  return owner === null || SAVE === undefined
}

/** Keeps the draft here when the server cannot take it, so that it outlives a lost connection or session. */
export async function storeDraft(slot: DraftSlot, draft: Draft, known?: StoredDraft): Promise<Saved> {
  if (isStoredLocally(slot) || SAVE === undefined) return saveLocally(slot, draft, known)
  try {
    const kept = known
      ? await sendChanges(SAVE, slot, draft, known)
      : await send(SAVE, slot, draft, wholeOf(draft))
    removeLocalDraft(slot)
    return { isKept: true, kept }
  } catch (error) {
    const isKept = saveLocalDraft(slot, draft, known?.revision)
    if (known && error instanceof DraftConflictError)
      return { isKept: false, kept: known, newer: error.newer }
    const unsent = error instanceof ApiError && error.status === 0 ? 'network' : 'server'
    const kept = known && { ...known, tried: [...(known.tried ?? []), draft.data] }
    return { isKept, ...(isKept ? { unsent } : {}), ...(kept ? { kept } : {}) }
  }
}

/** Keeps it in this browser, unless another of its windows has kept something else meanwhile. */
export function saveLocally(slot: DraftSlot, draft: Draft, known?: StoredDraft): Saved {
  const there = known ? loadLocalDraft(slot) : null
  if (there && there.updatedAt !== known?.at && differs(there.data, draft.data))
    return { isKept: false, ...(known ? { kept: known } : {}), newer: there }
  return {
    isKept: saveLocalDraft(slot, draft),
    kept: { data: draft.data, revision: 0, at: draft.updatedAt },
  }
}

class DraftConflictError extends Error {
  readonly newer: Draft
  constructor(newer: Draft) {
    super('kept elsewhere meanwhile')
    this.newer = newer
  }
}

function differs(one: FormData, other: FormData): boolean {
  return changedNames(one, other).size > 0
}

/** Returns true if the stored data were saved or sent from here, although under another revision. */
function isOwn(there: Draft, { data, tried = [] }: StoredDraft): boolean {
  return [data, ...tried].some((own) => !differs(there.data, own))
}

type Answer = { readonly revision?: number } | null

/** Sends the draft; `content` is all of it or its changes, and the revision that they are changes of. */
async function send(
  save: string,
  { form, key }: DraftSlot,
  draft: Draft,
  content: Readonly<Record<string, unknown>>,
): Promise<StoredDraft> {
  const answer = await post<Answer>(
    save,
    { form, key, version: draft.version, ...content },
    {},
    { quiet: true },
  )
  return { ...wholeOf(draft), revision: answer?.revision ?? 0 }
}

function wholeOf({ data, outline, base }: Draft): Pick<Draft, 'data' | 'outline' | 'base'> {
  return { data, ...(outline ? { outline } : {}), ...(base === undefined ? {} : { base }) }
}

async function sendChanges(
  save: string,
  slot: DraftSlot,
  draft: Draft,
  known: StoredDraft,
): Promise<StoredDraft> {
  const patches = changesBetween(known.data, draft.data)
  const isSameBase = draft.base === known.base
  if (patches.length === 0 && isSameBase && !known.tried) return known
  const { revision } = known
  const isWhole = revision === 0 || patches.length === 0 || !isSameBase
  // The server keeps what the form asked when it last heard of it.
  const isSameForm = JSON.stringify(draft.outline) === JSON.stringify(known.outline)
  const changes = { ...(isSameForm ? {} : { outline: draft.outline }), patches }
  try {
    return await send(save, slot, draft, { ...(isWhole ? wholeOf(draft) : changes), revision })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 409) return sendOver(save, slot, draft, known)
    // The data that the server computed from the changes differ from the draft: the changes do not fit.
    if (error.status === 400 && !isWhole) return send(save, slot, draft, { ...wholeOf(draft), revision })
    throw error
  }
}

/** Another revision is there: written over only where it is one's own, or nothing. */
async function sendOver(
  save: string,
  slot: DraftSlot,
  draft: Draft,
  known: StoredDraft,
): Promise<StoredDraft> {
  const { form, key } = slot
  const there = READ ? await get<Draft | null>(READ, { form, key }, { quiet: true }) : null
  if (there && differs(there.data, draft.data) && !isOwn(there, known)) throw new DraftConflictError(there)
  return send(save, slot, draft, { ...wholeOf(draft), revision: there?.revision ?? 0 })
}

/** With `known`, what somebody else kept since stays. */
export async function removeDraft(slot: DraftSlot, known?: StoredDraft): Promise<void> {
  const { form, key, owner } = slot
  if (known && isStoredLocally(slot)) {
    const there = loadLocalDraft(slot)
    if (there && there.updatedAt !== known.at) return
  }
  removeLocalDraft(slot)
  storeText('local', stepKey(slot), null)
  if (owner === null || !REMOVE) return
  if (known && READ) {
    const there = await get<Draft | null>(READ, { form, key }).catch(() => null)
    if (there && there.revision !== known.revision && !isOwn(there, known)) return
  }
  await post(REMOVE, { form, key }).catch(() => undefined)
}
