// Owns the store of the form on a page, carried over when the form's configuration changes in the open browser.
import { useState } from 'react'
import type { FormPage } from '../../shared/pages/form.ts'
import type { FormData, FormUser } from '../../shared/validation/visible.ts'
import { FormStore, type StoreOccasion } from './form-store.ts'
import type { LoadedItem } from './use-form-start.ts'

/** The item to be changed, else what the address gives for fields that are parameters of the page. */
function initialData(page: FormPage, item: LoadedItem | null, query: unknown): FormData {
  const given = (item ?? query ?? {}) as FormData
  const names = page.form.fields.map((field) => field.name)
  const allowed = item ? names : names.filter((name) => Object.hasOwn(page.params, name))
  return Object.fromEntries(
    allowed.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name] ?? undefined]),
  )
}

function toOccasion(item: LoadedItem | null, user: FormUser): StoreOccasion {
  const isOwner = item?.ownerId === undefined || item.ownerId === user.id
  // What has an id is being changed; anything else only filled the form in advance.
  return { isOwner, ...(item?.id === undefined ? {} : { stored: item, status: String(item.status) }) }
}

function buildStore(page: FormPage, data: FormData, item: LoadedItem | null, user: FormUser): FormStore {
  return new FormStore(page.form, data, user, toOccasion(item, user))
}

/** The answers that a stored item holds, as this form would hand them in; null where none is being changed. */
export function answersOf(page: FormPage, item: LoadedItem | null, user: FormUser): FormData | null {
  return item?.id === undefined ? null : buildStore(page, initialData(page, item, null), item, user).body()
}

export function useLiveStore(
  page: FormPage,
  item: LoadedItem | null,
  query: unknown,
  user: FormUser,
): FormStore {
  const build = (data: FormData) => buildStore(page, data, item, user)
  const [store, setStore] = useState(() => build(initialData(page, item, query)))
  if (store.form === page.form && store.user.id === user.id) return store
  const carried = build(store.data())
  carried.dirty = store.dirty
  setStore(carried)
  return carried
}
