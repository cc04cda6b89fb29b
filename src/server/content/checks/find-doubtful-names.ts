// Finds names of places and organisations that are not the official ones, by a dictionary.

import { type Changed, textsOf } from '#server/content/fields/public-texts.ts'
import type { FieldError } from '#shared/calls/errors.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'
import type { Checked } from './checked.ts'

interface DoubtfulName {
  readonly name: string
  readonly official: string
}

/** Each entry is an official name; its aliases are the doubtful ones. The longest come first. */
const namesOf = perModel((model: Model) => {
  const items = model.dictionaries.find(({ name }) => name === DICTIONARY.officialNames)?.items ?? []
  const doubtful = items.flatMap(({ label, alias = [] }) =>
    alias.map((name): DoubtfulName => ({ name, official: label })),
  )
  return {
    doubtful: doubtful.sort((one, other) => other.name.length - one.name.length),
    official: items.map(({ label }) => label).sort((one, other) => other.length - one.length),
  }
})

/** Stands for a name that was recognised, so that no part of it is taken for another. */
const DONE = '\u0000'

/** The names in a text that are not the official ones. */
export function namesInText(model: Model, written: string): readonly DoubtfulName[] {
  const { doubtful, official } = namesOf(model)
  let text = written
  for (const right of official) text = text.replaceAll(right, DONE)
  return doubtful.filter((one) => {
    if (!text.includes(one.name)) return false
    text = text.replaceAll(one.name, DONE)
    return true
  })
}

export function findDoubtfulNames({ services }: Checked, { body, fields }: Changed): FieldError[] {
  return fields.flatMap(({ schema, name, title }) => {
    const found = namesInText(services.model(), textsOf(schema, body[name]).join(DONE))
    if (found.length === 0) return []
    const said = found.map((one) => `“${one.name}”的规范名称是“${one.official}”`).join('；')
    return [{ path: `/${name}`, message: `“${title}”中的名称请核对：${said}` }]
  })
}
