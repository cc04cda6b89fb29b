// Owns the keeping of a draft while a form is filled in: at each step, and soon after the last change.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormData } from '../../shared/validation/visible.ts'
import { type DraftPlace, type KeptDraft, removeDraft, saveDraft, saveLocalDraft } from './draft-store.ts'
import { type FormOutline, outlineOf } from './form-outline.ts'
import type { FormStore } from './form-store.ts'
import { draftData } from './take-up-draft.ts'

/** After the last change, and at the latest after the first one not yet kept; both under ten seconds. */
const QUIET = 2_000
const LATEST = 8_000

export type DraftState = 'none' | 'saving' | 'saved' | 'failed'

export interface Beside {
  readonly unasked: FormData
  readonly outline: FormOutline
}

const NOTHING: Beside = { unasked: {}, outline: {} }

export interface DraftKeeper {
  readonly state: DraftState
  /** Keeps what is typed now; true when it is kept. */
  save(): Promise<boolean>
  /** After handing in. */
  clear(): Promise<void>
}

/** `beside` is what was filled in and the form asks no more, with what it was called: it is kept too. */
export function useDraft(
  store: FormStore,
  place: DraftPlace,
  isOn: boolean,
  beside: Beside = NOTHING,
): DraftKeeper {
  const [state, setState] = useState<DraftState>('none')
  const closed = useRef(false)
  const kept = useRef<KeptDraft>(undefined)
  const running = useRef<Promise<unknown>>(Promise.resolve())
  /** Drafts on their way to the server. */
  const sent = useRef(0)
  const { form, key, owner } = place

  const build = useCallback(
    () => ({
      version: store.form.version,
      data: { ...beside.unasked, ...draftData(store.form, store.data()) },
      outline: { ...beside.outline, ...outlineOf(store.form) },
      updatedAt: new Date().toISOString(),
    }),
    [store, beside],
  )

  const save = useCallback(async () => {
    if (!isOn || closed.current || !store.dirty) return true
    setState('saving')
    store.settle()
    // One after another: each is a change of what the one before has kept.
    const saving = running.current.then(() => saveDraft({ form, key, owner }, build(), kept.current))
    running.current = saving
    sent.current += 1
    const saved = await saving
    sent.current -= 1
    kept.current = saved.kept
    if (!saved.isKept) store.dirty = true
    setState(saved.isKept ? 'saved' : 'failed')
    return saved.isKept
  }, [isOn, store, build, form, key, owner])

  useEffect(() => {
    if (!isOn) return
    closed.current = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let since = 0
    const end = store.onChange(() => {
      since ||= Date.now()
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          since = 0
          void save()
        },
        Math.max(0, Math.min(QUIET, since + LATEST - Date.now())),
      )
    })
    // The page may be gone before an answer came: keep it here, at once.
    const keepHere = () => {
      if (store.dirty && !closed.current)
        saveLocalDraft({ form, key, owner }, build(), (kept.current?.revision ?? 0) + sent.current)
    }
    const onHide = () => document.visibilityState === 'hidden' && keepHere()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', keepHere)
    return () => {
      end()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', keepHere)
      keepHere()
    }
  }, [isOn, store, save, build, form, key, owner])

  const clear = useCallback(async () => {
    closed.current = true
    store.settle()
    if (isOn) await removeDraft({ form, key, owner })
  }, [isOn, store, form, key, owner])

  return { state, save, clear }
}
