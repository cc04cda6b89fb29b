// A rule over choices that have to have distinct titles: content types, zones, categories, dictionaries.

import type { MessageCode } from '#config/load/codes.ts'
import type { Context } from '#config/load/context.ts'
import { Place } from '#config/load/place.ts'
import { defineRule, type Rule } from '../rule.ts'

type Titled = 'content' | 'zone' | 'dictionary'

/** Readers see the first two; dictionaries are named to authors alone, where two may mean the same of different things. */
const NOUNS: Readonly<Record<Titled, { readonly noun: string; readonly code: MessageCode }>> = {
  content: { noun: '内容类型', code: 'title_twice.file' },
  zone: { noun: '专区', code: 'title_twice.file' },
  dictionary: { noun: '字典', code: 'title_alike.file' },
}

const distinctTitles = defineRule('model', ({ context }) => {
  checkSetTitles(context)
  for (const [kind, { noun, code }] of Object.entries(NOUNS)) {
    const seen = new Map<string, string>()
    for (const [id, document] of context.of(kind as Titled)) {
      if (document.isMade) continue
      const { title } = document.value
      const other = seen.get(title)
      if (other === undefined) seen.set(title, id)
      else new Place(context, document, ['title']).report(code, { found: title, noun, id, other })
    }
  }
})

/** Checks the titles of categories. Equal titles are allowed under different parents, which tell them apart. */
function checkSetTitles(context: Context): void {
  const seen = new Map<string, string>()
  for (const [id, document] of context.of('set')) {
    const { title, parent = '' } = document.value
    const [family = '', name = ''] = id.split('/')
    const key = JSON.stringify([family, parent, title])
    const other = seen.get(key)
    if (other === undefined) seen.set(key, name)
    else
      new Place(context, document, ['title']).report('title_twice.set', {
        found: title,
        where: parent === '' ? '最上一级' : `“${parent}”之下`,
        name,
        other,
      })
  }
}

export const distinctTitleRules: readonly Rule[] = [distinctTitles]
