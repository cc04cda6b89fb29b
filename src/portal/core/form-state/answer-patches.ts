// Computes the patches between two states of a form's answers; unchanged values are shared.
import { enablePatches, type Patch, produceWithPatches } from 'immer'
import type { FormData } from '#shared/validation/visible-fields.ts'

enablePatches()

type Holder = Record<string | number, unknown>

export function changesBetween(before: FormData, after: FormData): readonly Patch[] {
  const [, patches] = produceWithPatches(before as Holder, (draft) => reconcile(draft, before, after))
  return patches
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null
}

/** Brings the draft of `before` to what `after` is, touching only what differs. */
function reconcile(draft: Holder, before: Holder | FormData, after: Holder | FormData): void {
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) remove(draft, name)
  for (const [name, value] of Object.entries(after)) {
    const old = (before as Holder)[name]
    if (Object.is(old, value)) continue
    const inner = draft[name]
    if (isHolder(inner) && isHolder(old) && isHolder(value) && Array.isArray(old) === Array.isArray(value))
      reconcile(inner, old, value)
    else draft[name] = value
  }
}

function remove(draft: Holder, name: string): void {
  if (Array.isArray(draft)) draft.length = Math.min(draft.length, Number(name))
  else delete draft[name]
}
