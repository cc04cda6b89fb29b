// Saves the draft while a form is filled in: at each form step, and soon after the last change.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import type { FormData } from '#shared/validation/visible-fields.ts'
import {
  type Draft,
  type DraftSlot,
  isStoredLocally,
  removeDraft,
  type Saved,
  type StoredDraft,
  saveLocalDraft,
  saveLocally,
  storeDraft,
  toStoredDraft,
} from './draft-store.ts'
import { type FormOutline, outlineOf } from './form-changes.ts'
import { draftData } from './restore-draft.ts'

/** After the last change, and at the latest after the first one not yet kept; both under ten seconds. */
const QUIET = 2_000
const LATEST = 8_000
/** How often a draft that only this browser keeps is sent again. */
const RETRY = 15_000

/** `network` and `server`: only this browser keeps it, as the server was not reached or did not take it. */
export type DraftState = 'none' | 'saving' | 'saved' | 'network' | 'server' | 'failed' | 'elsewhere'

export interface DraftExtras {
  readonly unasked: FormData
  readonly outline: FormOutline
}

const NOTHING: DraftExtras = { unasked: {}, outline: {} }

export interface DraftKeeper {
  readonly state: DraftState
  /** When it was last kept; null where it was not yet. */
  readonly keptAt: Date | null
  /** The draft that another window saved meanwhile; nothing is saved until `keep` or `take`. */
  readonly newer: Draft | null
  /** The number of requests to show the choice, which a user who leaves must make first. */
  readonly showRequests: number
  /** Keeps what is typed now; true when it is kept. */
  save(): Promise<boolean>
  /** Keeps the typed answers instead of the newer ones. */
  keep(): void
  /** The newer is what the store holds now. */
  take(): void
  /** Shows the choice to a user who is elsewhere on the page. */
  ask(): void
  /** Instead of going on with the draft that was found. */
  restart(): void
  /** After handing in. */
  clear(): Promise<void>
}

/**
 * `beside` is what was filled in and the form asks no more, with what it was called: it is kept too.
 * `found` is the draft that was there at the start: what is kept changes it, and nothing else. `base` is the revision of
 * the item that is changed.
 */
export function useDraft(
  store: FormStore,
  slot: DraftSlot,
  isOn: boolean,
  extras: DraftExtras = NOTHING,
  found: Draft | null = null,
  base?: number,
): DraftKeeper {
  const [state, setState] = useState<DraftState>('none')
  const [keptAt, setKeptAt] = useState<Date | null>(null)
  const [newer, setNewer] = useState<Draft | null>(null)
  const [showRequests, setShowRequests] = useState(0)
  const closed = useRef(false)
  const paused = useRef(false)
  const kept = useRef<StoredDraft>(undefined)
  kept.current ??= toStoredDraft(found)
  const running = useRef<Promise<unknown>>(Promise.resolve())
  /** Drafts on their way to the server. */
  const sent = useRef(0)
  /** True while this browser keeps what the server does not hold. */
  const isUnsent = useRef(false)
  const { form, key, owner } = slot

  const build = useCallback(
    () => ({
      version: store.form.version,
      data: { ...extras.unasked, ...draftData(store.form, store.data()) },
      outline: { ...extras.outline, ...outlineOf(store.form) },
      ...(base === undefined ? {} : { base }),
      updatedAt: new Date().toISOString(),
    }),
    [store, extras, base],
  )

  /** Takes what became of keeping; true when it was kept. */
  const learn = useCallback(
    ({ isKept, unsent, kept: known, newer: other }: Saved) => {
      kept.current = known
      isUnsent.current = unsent !== undefined
      if (isKept) setKeptAt(new Date())
      else store.dirty = true
      if (other) {
        paused.current = true
        setNewer(other)
      }
      setState(other ? 'elsewhere' : isKept ? (unsent ?? 'saved') : 'failed')
      return isKept
    },
    [store],
  )

  /** The page may be gone before an answer came: keep it here, at once. */
  const keepHere = useCallback(() => {
    if (!store.dirty || closed.current) return
    const here = { form, key, owner }
    if (!isStoredLocally(here)) saveLocalDraft(here, build(), (kept.current?.revision ?? 0) + sent.current)
    else if (!paused.current) learn(saveLocally(here, build(), kept.current))
  }, [store, build, learn, form, key, owner])

  const save = useCallback(async () => {
    if (!isOn || closed.current || !(store.dirty || isUnsent.current)) return true
    if (paused.current) return false
    if (!isUnsent.current) setState('saving')
    store.settle()
    // One after another: each is a change of what the one before has kept.
    const saving = running.current.then(() =>
      paused.current ? null : storeDraft({ form, key, owner }, build(), kept.current),
    )
    running.current = saving
    sent.current += 1
    const saved = await saving
    sent.current -= 1
    if (saved) return learn(saved)
    store.dirty = true
    return false
  }, [isOn, store, build, learn, form, key, owner])

  const choose = useCallback(
    (state: DraftState) => {
      if (newer) kept.current = toStoredDraft(newer)
      paused.current = false
      setNewer(null)
      setShowRequests(0)
      setState(state)
    },
    [newer],
  )

  useEffect(() => {
    if (!isOn) return
    closed.current = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let since = 0
    const saveSoon = () => {
      since ||= Date.now()
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          since = 0
          void save()
        },
        Math.max(0, Math.min(QUIET, since + LATEST - Date.now())),
      )
    }
    const end = store.onChange(saveSoon)
    // On a busy machine somebody types before this begins.
    if (store.dirty) saveSoon()
    const sendAgain = () => {
      if (isUnsent.current && sent.current === 0) void save()
    }
    const retry = setInterval(sendAgain, RETRY)
    addEventListener('online', sendAgain)
    const onHide = () => document.visibilityState === 'hidden' && keepHere()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', keepHere)
    return () => {
      end()
      clearTimeout(timer)
      clearInterval(retry)
      removeEventListener('online', sendAgain)
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', keepHere)
      keepHere()
    }
  }, [isOn, store, save, keepHere])

  const restart = useCallback(() => {
    const removing = running.current.then(() => removeDraft({ form, key, owner }, kept.current))
    running.current = removing.then(() => {
      kept.current = toStoredDraft(null)
    })
  }, [form, key, owner])

  const clear = useCallback(async () => {
    closed.current = true
    store.settle()
    if (!isOn) return
    await running.current
    await removeDraft({ form, key, owner }, kept.current)
  }, [isOn, store, form, key, owner])

  return {
    state,
    keptAt,
    newer,
    showRequests,
    save,
    keep: () => {
      choose('saving')
      void save()
    },
    take: () => {
      choose('saved')
      store.settle()
    },
    ask: () => {
      if (paused.current) setShowRequests((before) => before + 1)
    },
    restart,
    clear,
  }
}
