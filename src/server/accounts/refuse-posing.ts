// Owns the refusal of names that pose as the portal's staff, by the words that dictionaries keep.
import type { FieldError } from '../../shared/errors.ts'
import type { Model } from '../../shared/model.ts'
import { posesAsStaff, type ReservedNames } from '../../shared/reserved-names.ts'

const wordsByModel = new WeakMap<Model, ReservedNames>()

function wordsOf(model: Model): ReservedNames {
  const known = wordsByModel.get(model)
  if (known) return known
  const valuesOf = (name: string) =>
    model.dictionaries.find((dictionary) => dictionary.name === name)?.items.map(({ value }) => value) ?? []
  const words = { anywhere: valuesOf('reservedName'), alone: valuesOf('reservedNameAlone') }
  wordsByModel.set(model, words)
  return words
}

export const isPosing = (model: Model, name: string): boolean => posesAsStaff(name, wordsOf(model))

/** By field. Call for new names only: who has one may keep it. */
export function findPosing(
  model: Model,
  names: readonly (readonly [field: string, name: unknown])[],
): FieldError[] {
  return names
    .filter(([, name]) => typeof name === 'string' && isPosing(model, name))
    .map(([field]) => ({ path: `/${field}`, message: '该名称容易被误认为平台工作人员，请换一个' }))
}
