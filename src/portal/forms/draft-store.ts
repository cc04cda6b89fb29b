// Owns where drafts lie: with the server for a signed-in person, in this browser otherwise and in need.

import type { FormData } from '../../shared/validation/visible.ts'
import { get, post } from '../api/client.ts'

export interface Draft {
  /** Version of the form that wrote it. */
  readonly version: number
  readonly data: FormData
  readonly updatedAt: string
}

export interface DraftPlace {
  readonly form: string
  /** `new`, or the id of the item being changed. */
  readonly key: string
  /** Account id; null for a visitor. */
  readonly owner: string | null
}

const PATH = '/newapi/api/draft'

function localKey({ form, key }: DraftPlace): string {
  return `equipnet-draft:${form}:${key}`
}

/** A visitor's draft may be taken up after signing in; one account's is never shown to another. */
export function loadLocalDraft(place: DraftPlace): Draft | null {
  try {
    const saved = JSON.parse(localStorage.getItem(localKey(place)) ?? 'null') as
      | (Draft & { owner: string | null })
      | null
    if (!saved || typeof saved.data !== 'object' || saved.data === null) return null
    if (saved.owner !== null && saved.owner !== place.owner) return null
    return { version: saved.version, data: saved.data, updatedAt: saved.updatedAt }
  } catch {
    return null
  }
}

/** False where the browser keeps nothing, as in some private windows. */
export function saveLocalDraft(place: DraftPlace, draft: Draft): boolean {
  try {
    localStorage.setItem(localKey(place), JSON.stringify({ ...draft, owner: place.owner }))
    return true
  } catch {
    return false
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
  if (place.owner === null) return local
  const { form, key } = place
  const remote = await get<Draft | null>(PATH, { form, key }).catch(() => null)
  if (!remote || !local) return remote ?? local
  return remote.updatedAt >= local.updatedAt ? remote : local
}

/** Keeps the draft here when the server cannot take it, so that it outlives a lost connection or session. */
export async function saveDraft(place: DraftPlace, draft: Draft): Promise<boolean> {
  if (place.owner === null) return saveLocalDraft(place, draft)
  const { form, key } = place
  try {
    await post(PATH, { form, key, version: draft.version, data: draft.data })
    removeLocalDraft(place)
    return true
  } catch {
    return saveLocalDraft(place, draft)
  }
}

export async function removeDraft(place: DraftPlace): Promise<void> {
  removeLocalDraft(place)
  const { form, key, owner } = place
  if (owner !== null) await post(`${PATH}/remove`, { form, key }).catch(() => undefined)
}
