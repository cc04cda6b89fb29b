// Builds the keys of drafts of new items, from the parameters of their page's address.
import type { FormPage } from '#shared/model/pages/form.ts'

const NEW = 'new'
const MAX_KEY_LENGTH = 60

type Query = Readonly<Record<string, string>>

/** Parameters that are always there, and all that can say what the item is for. */
export function draftParams({ params, form }: Pick<FormPage, 'params' | 'form'>) {
  const isFor = (name: string) => form.fields.some((field) => field.name === name && field.ref !== undefined)
  const entries = Object.entries(params)
  const namesOf = (isWanted: (name: string, required: boolean) => boolean) =>
    entries.flatMap(([name, { required }]) => (isWanted(name, required) ? [name] : []))
  return {
    required: namesOf((_, required) => required),
    all: namesOf((name, required) => required || isFor(name)),
  }
}

/** Such as `new:D001`; of an item that is there already its number. */
export function draftKey(page: Pick<FormPage, 'params' | 'form'>, query: Query): string {
  if (query.id) return query.id
  const { required, all } = draftParams(page)
  const given = all.filter((name) => required.includes(name) || query[name])
  return [NEW, ...given.map((name) => query[name] ?? '')].join(':').slice(0, MAX_KEY_LENGTH)
}

/** Returns the parameters in the key of a new item's draft; null for the draft of an existing item. */
export function parseDraftKey(page: Pick<FormPage, 'params' | 'form'>, key: string): Query | null {
  const [first, ...given] = key.split(':')
  if (first !== NEW) return null
  const { required, all } = draftParams(page)
  const names = given.length === all.length ? all : required
  return Object.fromEntries(names.map((name, at) => [name, given[at] ?? '']))
}
