// Creates the form store of a page, and carries it over when the form's configuration changes in the open browser.
import { useState } from 'react'
import { FormStore, type StoreOccasion } from '#portal/core/form-state/form-store.ts'
import type { LoadedForm } from '#portal/core/form-state/loaded-form.ts'
import type { LoadedItem } from '#portal/features/form/use-form-start.ts'
import { isMaskedValue } from '#shared/access/mask-field.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import type { FormData, FormUser } from '#shared/validation/visible-fields.ts'
import { carryOver, explainChanges, type FormOutline, outlineOf } from './form-changes.ts'
import type { DraftExtras } from './use-draft.ts'

/** The item to be changed, else what the address gives for fields that are parameters of the page. */
export function initialData(page: FormPage, item: LoadedItem | null, query: unknown): FormData {
  const given = (item ?? query ?? {}) as FormData
  const names = page.form.fields.map((field) => field.name)
  const allowed = item ? names : names.filter((name) => Object.hasOwn(page.params, name))
  // A masked number of another item is no answer.
  const masked = new Set(
    item?.id === undefined
      ? page.form.fields.filter((field) => isMaskedValue(field, given[field.name])).map(({ name }) => name)
      : [],
  )
  return Object.fromEntries(
    allowed
      .filter((name) => Object.hasOwn(given, name) && !masked.has(name))
      .map((name) => [name, given[name] ?? undefined]),
  )
}

/** A form page whose form can be filled in. */
export interface LoadedFormPage extends FormPage {
  readonly form: LoadedForm
}

function toOccasion(item: LoadedItem | null, user: FormUser): StoreOccasion {
  const isOwner = item?.ownerId === undefined || item.ownerId === user.id
  // An item with an id is being changed; any other only prefilled the form.
  return { isOwner, ...(item?.id === undefined ? {} : { stored: item, status: String(item.status) }) }
}

function buildStore(
  page: LoadedFormPage,
  data: FormData,
  item: LoadedItem | null,
  user: FormUser,
): FormStore {
  return new FormStore(page.form, data, user, toOccasion(item, user))
}

/** The answers that a stored item holds, as this form would hand them in; null where none is being changed. */
export function currentAnswers(
  page: LoadedFormPage,
  item: LoadedItem | null,
  user: FormUser,
): FormData | null {
  return item?.id === undefined ? null : buildStore(page, initialData(page, item, null), item, user).body()
}

interface LiveState {
  readonly store: FormStore
  /** The form as its file has it, whichever category is chosen. */
  readonly source: FormModel
  /** The outline of the form when its changes were last read. */
  readonly known: FormOutline
  /** The changes of the form while the browser was open. */
  readonly changes: readonly string[]
  /** The answers for which the form has no field any more, stored with the draft. */
  readonly extras: DraftExtras
}

/** `source` is the form of the page as its file has it, before a chosen category adds to it. */
export function useLiveStore(
  page: LoadedFormPage,
  source: FormModel,
  item: LoadedItem | null,
  query: unknown,
  user: FormUser,
  prefill: FormData = {},
) {
  const build = (data: FormData) => buildStore(page, data, item, user)
  const [held, setHeld] = useState<LiveState>(() => ({
    store: build({ ...prefill, ...initialData(page, item, query) }),
    source,
    known: outlineOf(source),
    changes: [],
    extras: { unasked: {}, outline: {} },
  }))
  const methods = {
    /** After a draft was taken up: what it holds beside what the form asks. */
    setExtras: (extras: DraftExtras) => setHeld((before) => ({ ...before, extras })),
    /** The changes were read. */
    close: () => setHeld((before) => ({ ...before, known: outlineOf(before.source), changes: [] })),
  }
  const { store, extras, known } = held
  if (store.form === page.form && store.user.id === user.id) return { ...held, ...methods }
  const given = { ...extras.unasked, ...store.data() }
  const isSame = source === held.source
  const { data, unasked } = isSame
    ? { data: store.data(), unasked: extras.unasked }
    : carryOver(page.form, given)
  const carried = build(data)
  carried.dirty = store.dirty
  carried.typed = store.typed
  const next: LiveState = isSame
    ? { ...held, store: carried }
    : {
        store: carried,
        source,
        known,
        changes: explainChanges(known, source, given),
        extras: { unasked, outline: { ...extras.outline, ...outlineOf(held.source) } },
      }
  setHeld(next)
  return { ...next, ...methods }
}
