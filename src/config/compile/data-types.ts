// Owns the dictionary that is made instead of written: the content types, as calls over all of them name them.
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'

export const DATA_TYPES = 'dataType'

/** Badges are what visitors know the types by. */
export function addDataTypes(context: Context): Document {
  const items = [...context.of('content')].flatMap(([value, { value: written }]) => {
    const { badge, title } = (written ?? {}) as { badge?: string; title?: string }
    return typeof title === 'string' ? [{ value, label: badge ?? title }] : []
  })
  // Those that are broken are still types: whoever names them makes no mistake.
  items.push(...context.lostOf('content').map((value) => ({ value, label: value })))
  const document: Document = {
    path: `schemas/dictionaries/${DATA_TYPES}.json`,
    text: '',
    value: { title: '业务类型', items },
    root: undefined,
    problems: [],
    lineStarts: [0],
  }
  const dictionaries = new Map(context.of('dictionary')).set(DATA_TYPES, document)
  context.documents.set('dictionary', dictionaries)
  context.used.add(`dictionary:${DATA_TYPES}`)
  return document
}
