// Owns where drafts lie: with the server for a signed-in person, in this browser otherwise and in need.

import { applyPatches, type Patch } from 'immer'
import type { FormData } from '../../shared/validation/visible.ts'
import { ApiError } from '../api/api-error.ts'
import { get, post } from '../api/client.ts'
import { changesBetween } from '../changes/changes-between.ts'
import { calls, keptAs } from '../site/site.ts'
import type { FormOutline } from './form-outline.ts'

export interface Draft {
  /** Version of the form that wrote it. */
  readonly version: number
  readonly data: FormData
  /** What the form asked then; absent in drafts of long ago. */
  readonly outline?: FormOutline
  readonly updatedAt: string
  /** How often the server kept it; absent where it was kept in this browser. */
  readonly revision?: number
}

/** What this browser keeps. */
interface LocalDraft extends Draft {
  /** The server's last revision that holds less, as what was sent before; 0 where none is known to. */
  readonly after: number
}

/** What the server holds, which changes are made to. */
export interface KeptDraft {
  readonly data: FormData
  readonly outline?: FormOutline
  readonly revision: number
}

export interface Saved {
  readonly isKept: boolean
  /** Absent where it is kept in this browser only. */
  readonly kept?: KeptDraft
}

export interface DraftPlace {
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

function localKey({ form, key }: DraftPlace): string {
  return keptAs(`draft:${form}:${key}`)
}

/** A visitor's draft may be taken up after signing in; one account's is never shown to another. */
export function loadLocalDraft(place: DraftPlace): LocalDraft | null {
  try {
    const saved = JSON.parse(localStorage.getItem(localKey(place)) ?? 'null') as
      | (LocalDraft & { owner: string | null })
      | null
    if (!saved || typeof saved.data !== 'object' || saved.data === null) return null
    if (saved.owner !== null && saved.owner !== place.owner) return null
    const { version, data, outline, updatedAt, after } = saved
    return { version, data, ...(outline ? { outline } : {}), updatedAt, after: Number(after) || 0 }
  } catch {
    return null
  }
}

/** False where the browser keeps nothing, as in some private windows. */
export function saveLocalDraft(place: DraftPlace, draft: Draft, after = 0): boolean {
  try {
    localStorage.setItem(localKey(place), JSON.stringify({ ...draft, after, owner: place.owner }))
    return true
  } catch {
    return false
  }
}

function stepKey({ form, key }: DraftPlace): string {
  return keptAs(`step:${form}:${key}`)
}

/** The step that the person is in, kept in this browser beside the draft. */
export function keepStep(place: DraftPlace, step: number): void {
  try {
    localStorage.setItem(stepKey(place), String(step))
  } catch {
    // The answers themselves tell how far the form is.
  }
}

/** Undefined where no draft was begun in this browser. */
export function keptStep(place: DraftPlace): number | undefined {
  try {
    const kept = localStorage.getItem(stepKey(place))
    return kept !== null && /^\d+$/.test(kept) ? Number(kept) : undefined
  } catch {
    return undefined
  }
}

function removeLocalDraft(place: DraftPlace): void {
  try {
    localStorage.removeItem(localKey(place))
  } catch {
    // Nothing is kept where nothing can be.
  }
}

/** The newest draft of either place; a failed call leaves this browser's. */
export async function loadDraft(place: DraftPlace): Promise<Draft | null> {
  const local = loadLocalDraft(place)
  if (place.owner === null || READ === undefined) return local
  const { form, key } = place
  const remote = await get<Draft | null>(READ, { form, key }).catch(() => null)
  if (!remote || !local) return remote ?? local
  // What the server took was sent before, by whichever clock.
  if (remote.revision !== undefined && remote.revision <= local.after) return local
  return remote.updatedAt >= local.updatedAt ? remote : local
}

/** Keeps the draft here when the server cannot take it, so that it outlives a lost connection or session. */
export async function saveDraft(place: DraftPlace, draft: Draft, known?: KeptDraft): Promise<Saved> {
  if (place.owner === null || SAVE === undefined) return { isKept: saveLocalDraft(place, draft) }
  try {
    const kept = known ? await sendChanges(SAVE, place, draft, known) : await sendWhole(SAVE, place, draft)
    removeLocalDraft(place)
    return { isKept: true, kept }
  } catch {
    return { isKept: saveLocalDraft(place, draft, known?.revision) }
  }
}

type Answer = { readonly revision?: number } | null

async function sendWhole(
  save: string,
  { form, key }: DraftPlace,
  { version, data, outline }: Draft,
): Promise<KeptDraft> {
  const asked = outline ? { outline } : {}
  const answer = await post<Answer>(save, { form, key, version, data, ...asked })
  return { data, ...asked, revision: answer?.revision ?? 0 }
}

async function sendChanges(
  save: string,
  place: DraftPlace,
  draft: Draft,
  known: KeptDraft,
): Promise<KeptDraft> {
  const { form, key } = place
  const patches = changesBetween(known.data, draft.data)
  const { version, outline } = draft
  if (patches.length === 0) return known
  // The server keeps what the form asked when it last heard of it.
  const isSame = JSON.stringify(outline) === JSON.stringify(known.outline)
  try {
    const { revision } = known
    const body = { form, key, version, ...(isSame ? {} : { outline }), revision, patches }
    const answer = await post<Answer>(save, body, {}, { quiet: true })
    return { data: draft.data, ...(outline ? { outline } : {}), revision: answer?.revision ?? 0 }
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 400)) throw error
    return rebase(save, place, draft, patches)
  }
}

/** Kept elsewhere meanwhile: both changes stay, and where they are about the same the later one does, which is this. */
async function rebase(
  save: string,
  place: DraftPlace,
  draft: Draft,
  patches: readonly Patch[],
): Promise<KeptDraft> {
  const { form, key } = place
  const remote = READ ? await get<Draft | null>(READ, { form, key }) : null
  const data = remote ? applied(remote.data, patches, draft.data) : draft.data
  return { ...(await sendWhole(save, place, { ...draft, data })), data: draft.data }
}

function applied(data: FormData, patches: readonly Patch[], own: FormData): FormData {
  try {
    return applyPatches(data, patches as Patch[])
  } catch {
    return { ...data, ...own }
  }
}

export async function removeDraft(place: DraftPlace): Promise<void> {
  removeLocalDraft(place)
  try {
    localStorage.removeItem(stepKey(place))
  } catch {
    // Nothing is kept where nothing can be.
  }
  const { form, key, owner } = place
  if (owner !== null && REMOVE) await post(REMOVE, { form, key }).catch(() => undefined)
}
